import * as z from 'zod'
import { correctionFields } from '../../planning/check-correction.ts'
import { choicesSchema } from '../../planning/decisions/choices-schema.ts'
import { maxNamed } from '../run-limits.ts'
import { documentSchema } from '../views/document-views.ts'
import {
  passwordCheckCountsSchema,
  userDetailSchema,
  userFilterSchema,
  userPageSchema,
  userSorts,
} from '../views/user-views.ts'
import { count, id, nothing, secret, text } from '../parts.ts'
import { stateCountsSchema, totalsSchema } from '../views/core-views.ts'
import { selectedScopeSchema } from './run-requests.ts'

/** The operator's correction of one user; a field left out stays as it is. */
export const correctionInputSchema = z.object({
  email: z.string().max(1000).nullable().optional(),
  phone: z.string().max(200).nullable().optional(),
  /** A provider name of the core for the user's third-party identity. */
  provider: z.string().max(100).nullable().optional(),
  /** A new hash as text, or null to give the hash up. Goes one way. */
  hash: secret.nullable().optional(),
})

const share = z.object({ key: z.string(), label: text, users: count })

const findingGroupSchema = z.object({
  code: z.string(),
  group: z.string(),
  title: text,
  meaning: text,
  /** The next step besides the choices; empty only where there are some. */
  next: text,
  users: count,
  blocks: z.boolean(),
  /** Empty: nothing to choose. */
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

/** A list of users that the migration is narrowed to, e.g. a `failed.csv` that was given with the export. */
const listFilterSchema = z.object({
  /** The names of the lists. */
  from: z.array(text).max(100),
  /** Lines of the lists. */
  named: count,
  /** Users of this export among them, and how many of these can be sent now. */
  found: count,
  ready: count,
})

export type ListFilterView = z.infer<typeof listFilterSchema>

const previewSchema = z.object({
  totals: totalsSchema,
  counts: stateCountsSchema,
  hashes: z.array(
    share.extend({
      /** The outcome of its hashes, e.g. `imported as it is`. */
      fate: text,
      /** Whether any of its users has an email or a phone number: a code reaches no other. */
      isReached: z.boolean(),
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
  /** Columns of passkeys, which cannot be migrated. */
  passkeys: z.array(text),
  /** May making codes send mail or SMS? In plain words; empty when no code is made. */
  mailNote: text,
})
export type PreviewView = z.infer<typeof previewSchema>

/** Results of trying one known password. They tell nothing about the password itself but whether it fits. */
const passwordCheckOutcomeSchema = z.object({
  /** `cannot`: the password was not tried, and the message says why. */
  outcome: z.enum(['match', 'mismatch', 'not-checked']),
  message: z.string().max(2000),
  /** Possible causes and next steps, one sentence or two each. */
  advice: z.array(z.string().max(2000)).max(20),
})

export type PasswordCheckOutcome = z.infer<typeof passwordCheckOutcomeSchema>

/** The records of the export that one user was made of. No value that looks secret is among them. */
const userSourceSchema = z.object({
  records: z.array(
    z.object({
      file: text,
      place: text,
      fields: z.array(z.object({ path: text, value: text })),
      /** Why the record cannot be shown; null when it can. */
      problem: text.nullable(),
    }),
  ),
})

export type UserSource = z.infer<typeof userSourceSchema>

/** Users without a value come last, whichever way. */
const userSortSchema = z.object({ by: z.enum(userSorts), descending: z.boolean() })

export type UserSort = z.infer<typeof userSortSchema>

/** The plan and its users: preview, decisions, single users. */
export const userRequests = {
  'preview:get': { by: 'queries', input: nothing, output: previewSchema },
  /** Takes decisions; users never sent are planned again. */
  'decisions:update': { by: 'engine', input: z.object({ choices: choicesSchema.partial() }), output: documentSchema },
  'users:page': {
    by: 'queries',
    input: z.object({
      filter: userFilterSchema,
      sort: userSortSchema,
      /** How many users of the filter, in this order, come before the page. */
      from: z.number().int().nonnegative(),
      limit: z.number().int().min(1).max(500),
    }),
    output: userPageSchema,
  },
  /** The users from one to another in the order of the table, both with them, whether their rows were loaded or not. */
  'users:range': {
    by: 'queries',
    input: z.object({
      filter: userFilterSchema,
      sort: userSortSchema,
      from: id,
      /** A user, or how many users of the filter, in this order, come before that one. */
      to: z.union([z.object({ id }), z.object({ place: z.number().int().nonnegative() })]),
    }),
    output: z.object({ ids: z.array(id).max(maxNamed) }),
  },
  'users:detail': { by: 'queries', input: z.object({ id }), output: userDetailSchema },
  /** The records that a user was made of, read again from their files; what looks secret is masked. */
  'users:source': { by: 'queries', input: z.object({ id }), output: userSourceSchema },
  'users:correct': {
    by: 'engine',
    input: z.object({ id, correction: correctionInputSchema }),
    output: userDetailSchema,
  },
  /** Takes back the last correction of this document, which was of this user, until the user is sent. */
  'users:undo-correction': { by: 'engine', input: z.object({ id }), output: userDetailSchema },
  /** Faults of a correction, field by field, while it is typed. Nothing is stored. */
  'users:check-correction': {
    by: 'queries',
    input: z.object({ id, correction: correctionInputSchema }),
    output: z.object({
      faults: z.array(z.object({ field: z.enum(correctionFields), reason: z.string().max(2000) })),
    }),
  },
  /** How many users were corrected and are ready to be sent. */
  'users:corrected': { by: 'queries', input: nothing, output: z.object({ ready: z.number().int().nonnegative() }) },
  /** The number of selected users that a run would send, which are the ready ones. */
  'users:sendable': {
    by: 'queries',
    input: z.object({ scope: selectedScopeSchema }),
    output: z.object({ ready: z.number().int().nonnegative() }),
  },
  /**
   * Excludes selected users on the operator's choice, or includes them again; `work` of the document has the progress.
   * `skipped`: users that a core has already. `stopped`: the others stay as they are.
   */
  'users:exclude': {
    by: 'engine',
    input: z.object({ scope: selectedScopeSchema, excluded: z.boolean() }),
    output: z.object({
      changed: z.number().int().nonnegative(),
      skipped: z.number().int().nonnegative(),
      stopped: z.boolean(),
    }),
  },
  /** Stops excluding or including users; finished ones stay so. Afterwards it hides the interrupted work. */
  'users:exclude-stop': { by: 'engine', input: nothing, output: z.object({}) },
  /** The emails of selected users for the clipboard, some thousands at a time. `next`: where to go on; null: all are there. */
  'users:emails': {
    by: 'queries',
    input: z.object({ scope: selectedScopeSchema, after: z.number().int().nonnegative() }),
    output: z.object({ emails: z.array(z.string().max(1000)), next: id.nullable() }),
  },
  /** Shows the save dialog and writes the selected users as CSV: no secret, contacts masked unless told otherwise. */
  'users:save-csv': {
    by: 'host',
    input: z.object({ scope: selectedScopeSchema, masked: z.boolean() }),
    output: z.object({ saved: z.string().nullable() }),
  },
  /** How many users of that file are written; `stop`: it is not written after all. */
  'users:save-csv-state': {
    by: 'host',
    input: z.object({ stop: z.boolean() }),
    output: z.object({ rows: z.number().int().nonnegative() }),
  },
  /** Tries a known password against the hash that would be sent. The password goes one way and is kept nowhere. */
  'users:check-password': {
    by: 'engine',
    input: z.object({ id, password: secret.min(1) }),
    output: passwordCheckOutcomeSchema,
  },
} as const
