import type { Operation } from '../operation-names.ts'
import type { FaultRule, Faults } from './faults.ts'

/** What happens to one request. */
export type FaultDecision = { readonly latencyMs: number; readonly fault: FaultRule | null }

/** What a plan knows of a request. `subject` is asked only when a rule looks at contacts. */
export type PlannedFault = { readonly operation: Operation; readonly subject: () => string; readonly now: number }

/** Decides request after request; it remembers how many it has seen. */
export type FaultPlan = { readonly next: (request: PlannedFault) => FaultDecision }

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

/** Mulberry32: small, repeatable, good enough for faults. Numbers from 0 up to 1. */
function seededChance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
