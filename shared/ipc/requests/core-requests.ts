import * as z from 'zod'
import { dialect, profileSchema } from '../preferences.ts'
import { targetSchema } from '../views/core-views.ts'
import { documentSchema } from '../views/document-views.ts'
import { nothing, secret, text } from '../parts.ts'

const rehearsalFault = z.enum(['latency', 'rate-limit', 'server-error', 'reset', 'timeout', 'refuse-key'])

/** The outcome of a connection check. */
const coreCheckSchema = z.object({
  /** `confirm-live`: a live core was found, and becomes the target once the operator has confirmed its address. */
  kind: z.enum(['ready', 'confirm-live', 'key-refused', 'unreachable', 'ask', 'needs-confirmation', 'refused']),
  /** Findings and advice, in sentences. */
  message: text,
  dialect: targetSchema.shape.dialect.nullable(),
  latencyMs: z.number().nullable(),
  /** Facts about the core, one a line; `good` null: neither good nor bad. */
  facts: z.array(z.object({ label: text, value: text, good: z.boolean().nullable() })).max(20),
  /** Next steps, one each; empty when nothing is wrong. */
  steps: z.array(text).max(10),
})
export type CheckView = z.infer<typeof coreCheckSchema>

const rehearsalUserSchema = z.object({
  id: text,
  emails: z.array(text),
  phoneNumbers: z.array(text),
  methods: z.array(z.string()),
  createdAt: z.number(),
})

const profilesSchema = z.object({ profiles: z.array(profileSchema).max(100) })

/** Connect: a live core, kept cores, the rehearsal. */
export const coreRequests = {
  /** Checks the connection and, when it is ready, makes this core the document's target. `apiKey` null: the one given before. */
  'core:connect': {
    by: 'engine',
    through: 'host',
    input: z.object({
      baseUrl: z.string().max(2000),
      apiKey: secret.nullable(),
      dialect,
      allowHttp: z.boolean(),
      /** Keep the key where this machine keeps keys; false: for this session only. */
      keepKey: z.boolean().optional(),
      /** This is the core of before under a new address: its states go on. False: another core, where all begin anew. */
      coreMoved: z.boolean().optional(),
      /**
       * True: the operator has confirmed the address. Else a core that is not confirmed for this migration is only looked
       * at when its address was typed, and not even that when the migration names it: then nothing is sent.
       */
      confirmed: z.boolean().optional(),
    }),
    output: coreCheckSchema,
  },
  /** The operator says that the address which the migration names is that of the core. Sends nothing. */
  'core:confirm': { by: 'engine', input: z.object({ baseUrl: z.string().max(2000) }), output: documentSchema },
  /** Cores kept by name, without any secret. */
  'profiles:list': { by: 'host', input: nothing, output: profilesSchema },
  /** A profile of the same name is replaced. */
  'profiles:save': { by: 'host', input: profileSchema, output: profilesSchema },
  'profiles:remove': { by: 'host', input: z.object({ name: z.string().max(100) }), output: profilesSchema },
  /** Starts (or restarts afresh) the embedded rehearsal core and makes it the target. */
  'rehearsal:start': {
    by: 'engine',
    input: z.object({ dialect: targetSchema.shape.dialect, afresh: z.boolean() }),
    output: documentSchema,
  },
  'rehearsal:users': {
    by: 'engine',
    input: z.object({ after: z.string().max(200).nullable(), search: z.string().max(200) }),
    output: z.object({ users: z.array(rehearsalUserSchema), total: z.number(), next: z.string().nullable() }),
  },
  'rehearsal:sign-in': {
    by: 'engine',
    input: z.object({ email: z.string().max(1000), password: secret }),
    output: z.object({ signedIn: z.boolean(), message: z.string() }),
  },
  /** Faults on demand; null turns them off, without one nothing changes. Answers with the fault that is on. */
  'rehearsal:faults': {
    by: 'engine',
    input: z.object({ fault: rehearsalFault.nullable().optional() }),
    output: z.object({ fault: rehearsalFault.nullable() }),
  },
} as const
