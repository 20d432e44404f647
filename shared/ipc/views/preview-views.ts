import * as z from 'zod'
import { passwordCheckCountsSchema } from './user-views.ts'
import { stateCountsSchema, totalsSchema } from './core-views.ts'
import { listFilterSchema } from './document-views.ts'

/* Views of the review. */

const count = z.number().int().nonnegative()
const text = z.string().max(20_000)

const share = z.object({ key: z.string(), label: text, users: count })

const findingGroupSchema = z.object({
  code: z.string(),
  group: z.string(),
  title: text,
  meaning: text,
  users: count,
  blocks: z.boolean(),
  /** Empty: nothing to choose; the users can be corrected one by one. */
  choices: z.array(z.object({ value: z.string(), label: text, consequence: text })),
  chosen: z.string().nullable(),
  /** The choice that suits nearly all migrations, and why; null: only the operator can know. */
  recommended: z.object({ value: z.string(), reason: text }).nullable(),
  /** How it is decided on the command line; null: it cannot be. */
  option: text.nullable(),
  /** Users who wait for this decision alone; null: too many to be counted. */
  frees: count.nullable(),
})
export type FindingGroup = z.infer<typeof findingGroupSchema>

export const previewSchema = z.object({
  totals: totalsSchema,
  counts: stateCountsSchema,
  hashes: z.array(
    share.extend({
      /** The outcome of its hashes, e.g. `imported as it is`. */
      fate: text,
      /** One example, masked; null where there is none. */
      before: text.nullable(),
      after: text.nullable(),
      ...passwordCheckCountsSchema.shape,
    }),
  ),
  methods: z.array(share),
  providers: z.array(share),
  findings: z.array(findingGroupSchema),
  /** The effect of all recommended choices together. `users`: null where there are too many to be counted. */
  recommended: z.object({ decisions: count, users: count.nullable() }),
  /** Null: all ready users are sent. */
  filtered: listFilterSchema.nullable(),
  /** Confirmations that a live run needs, each with its text. */
  confirmations: z.array(z.object({ key: z.string(), text })),
  /** The confirmation in numbers: "12,480 users will be created in core.example.com. 37 are excluded: ...". */
  sentence: text,
  /** Facts that decide how users can be sent to this core. */
  executor: z.object({
    obstacle: text.nullable(),
    hasFollowUps: z.boolean(),
    singleOnly: count,
    overwrites: z.boolean(),
  }),
  /** May making codes send mail or SMS? In plain words; empty when no code is made. */
  mailNote: text,
})
export type PreviewView = z.infer<typeof previewSchema>
