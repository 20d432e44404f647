import * as z from 'zod'
import { ok, problem, type Result } from '../../../../shared/result.ts'
import { operations } from '../operation-names.ts'

/** Which requests a rule hits. Conditions are combined; a rule without any hits every request. */
const conditions = {
  /** Only these operations. */
  on: z.array(z.enum(operations)).min(1).optional(),
  /** Only requests about a contact that contains this text, in any case; a consumed code counts for its contact. */
  for: z.string().min(1).optional(),
  /** Every n-th of the requests that fit `on` and `for`. */
  every: z.int().min(1).optional(),
  /** This share of them, drawn with the seed. */
  probability: z.number().min(0).max(1).optional(),
  /** Only requests beyond this many a second: a rate limit. */
  perSecond: z.number().positive().optional(),
  /** Not the first n of them. */
  after: z.int().min(0).optional(),
  /** At most n times. */
  times: z.int().min(1).optional(),
}

/** The operation is carried out before the fault hides that; otherwise the core never sees the request. */
const executed = z.boolean().optional()
/** Seconds. */
const retryAfter = z.number().min(0).optional()

const rule = z.discriminatedUnion('kind', [
  z.strictObject({
    ...conditions,
    kind: z.literal('429'),
    retryAfter,
    /** How `Retry-After` is written. */
    retryAfterAs: z.enum(['seconds', 'date']).optional(),
  }),
  z.strictObject({ ...conditions, kind: z.literal('500'), text: z.string().optional(), executed }),
  z.strictObject({ ...conditions, kind: z.literal('html-503'), retryAfter, executed }),
  z.strictObject({ ...conditions, kind: z.literal('html-404') }),
  z.strictObject({
    ...conditions,
    kind: z.literal('reset'),
    /**
     * before: the core never sees the request. lost: carried out, and not a byte of the reply. during: half of the
     * reply. after: the whole reply, then the connection breaks.
     */
    moment: z.enum(['before', 'lost', 'during', 'after']).default('before'),
  }),
  z.strictObject({ ...conditions, kind: z.literal('timeout'), executed }),
  z.strictObject({ ...conditions, kind: z.literal('cut-json') }),
  z.strictObject({ ...conditions, kind: z.literal('refuse-key') }),
])

const faults = z.strictObject({
  /** Milliseconds before every answer: a number, or from and to. */
  latencyMs: z.union([z.number().min(0), z.tuple([z.number().min(0), z.number().min(0)])]).optional(),
  /** Requests that are worked on at once, each for its latency; the others wait in line. Nothing: all of them. */
  atOnce: z.int().min(1).max(1000).optional(),
  /** Makes `probability` and a range of latency repeatable; 1 when it is not given. */
  seed: z.int().optional(),
  /**
   * Connections to the database (real cores: 10). Mapping the ID of a user with a verified email loses one, and without any
   * the core answers no request any more (`supertokens`).
   */
  connections: z.int().min(1).max(1000).optional(),
  /** The first rule that hits decides. */
  rules: z.array(rule).optional(),
})

/** One way of going wrong. */
export type FaultRule = z.output<typeof rule>
/** What an embedded core does wrong on demand. */
export type Faults = z.output<typeof faults>
/** The same as it is written by hand, with everything optional that has a default. */
export type FaultsInput = z.input<typeof faults>

export const noFaults: Faults = {}

/** Reads faults from outside. Error: `faults-invalid`, with the place and the expected value. */
export function parseFaults(value: unknown): Result<Faults> {
  const parsed = faults.safeParse(value)
  if (parsed.success) return ok(parsed.data)
  const issue = parsed.error.issues[0]
  const place = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.map(String).join('.')}`
  return problem('faults-invalid', `The faults cannot be read${place}: ${issue?.message ?? 'unknown reason'}.`)
}
