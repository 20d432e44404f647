import * as z from 'zod'
import { ok, problem, type Result } from '../../../../shared/result.ts'
import { type Operation, operations } from '../operation-names.ts'

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
/** Faults that an embedded core injects on demand. */
export type Faults = z.output<typeof faults>
/** The same as it is written by hand, with everything optional that has a default. */
export type FaultsInput = z.input<typeof faults>

export const noFaults: Faults = {}

/** The faults to begin with when they are written by hand: every tenth request is answered with HTTP 500. */
export const exampleFaults = JSON.stringify({ rules: [{ kind: '500', every: 10 }] } satisfies FaultsInput)

/** Reads faults from outside. Error: `faults-invalid`, with the place and the expected value. */
export function parseFaults(value: unknown): Result<Faults> {
  const parsed = faults.safeParse(value)
  if (parsed.success) return ok(parsed.data)
  const issue = parsed.error.issues[0]
  const place = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.map(String).join('.')}`
  const why = `The faults cannot be read${place}: ${issue?.message ?? 'unknown reason'}.`
  return problem('faults-invalid', `${why} An example: ${exampleFaults}`)
}

/** The latency and the fault of one request. */
export type FaultDecision = { readonly latencyMs: number; readonly fault: FaultRule | null }

/** The facts of a request that a plan reads. `subject` is computed only when a rule looks at contacts. */
type PlannedFault = { readonly operation: Operation; readonly subject: () => string; readonly now: number }

/** Decides request after request; it remembers how many it has seen. */
type FaultPlan = { readonly next: (request: PlannedFault) => FaultDecision }

type RuleState = { readonly rule: FaultRule; seen: number; hits: number; tokens: number; filledAt: number }

/** Turns faults into decisions. The same faults and the same order of requests give the same decisions. */
export function createFaultPlan(faults: Faults): FaultPlan {
  const chance = seededChance(faults.seed ?? 1)
  const states = (faults.rules ?? []).map((rule): RuleState => ({
    rule,
    seen: 0,
    hits: 0,
    tokens: rule.perSecond ?? 0,
    filledAt: Number.NaN,
  }))
  const wait = createLine(faults.atOnce ?? null)
  return {
    next(request) {
      const latencyMs = wait(latencyOf(faults.latencyMs, chance), request.now)
      const hit = states.find((state) => hits(state, request, chance))
      return { latencyMs, fault: hit?.rule ?? null }
    },
  }
}

/** Duration of a request whose work takes `ms`, with queueing for this many workers. */
function createLine(workers: number | null): (ms: number, now: number) => number {
  const freeAt = Array.from({ length: workers ?? 0 }, () => -Infinity)
  return (ms, now) => {
    if (workers === null) return ms
    const next = freeAt.reduce((first, at, index) => (at < (freeAt[first] ?? Infinity) ? index : first), 0)
    const end = Math.max(now, freeAt[next] ?? now) + ms
    freeAt[next] = end
    return end - now
  }
}

function latencyOf(latency: Faults['latencyMs'], chance: () => number): number {
  if (latency === undefined) return 0
  if (typeof latency === 'number') return latency
  const [from, to] = latency
  return from + (to - from) * chance()
}

function hits(state: RuleState, request: PlannedFault, chance: () => number): boolean {
  const { rule } = state
  if (rule.on !== undefined && !rule.on.includes(request.operation)) return false
  if (rule.for !== undefined && !request.subject().toLowerCase().includes(rule.for.toLowerCase())) return false
  state.seen += 1
  if (rule.after !== undefined && state.seen <= rule.after) return false
  if (rule.times !== undefined && state.hits >= rule.times) return false
  if (rule.every !== undefined && (state.seen - (rule.after ?? 0)) % rule.every !== 0) return false
  if (rule.probability !== undefined && chance() >= rule.probability) return false
  if (rule.perSecond !== undefined && takeToken(state, rule.perSecond, request.now)) return false
  state.hits += 1
  return true
}

/** A bucket that holds one second's worth of requests. */
function takeToken(state: RuleState, perSecond: number, now: number): boolean {
  const since = Number.isNaN(state.filledAt) ? 0 : Math.max(0, now - state.filledAt)
  state.filledAt = now
  state.tokens = Math.min(Math.max(1, perSecond), state.tokens + (since * perSecond) / 1000)
  if (state.tokens < 1) return false
  state.tokens -= 1
  return true
}

/** Mulberry32, the same numbers for the same seed on every machine: from 0 up to 1. */
export function seededChance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
