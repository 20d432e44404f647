import type { Operation } from '../../electron/engine/rehearsal/operation-names.ts'

/**
 * One way in which a reply fails between the core and the app. Unless it says otherwise, the core applied the request.
 */
export type Fault =
  /** `arrival`: the core never sees the request. `reply`: not a byte of the reply. `head`, `body`: half of it. `end`: after all of it. */
  | { readonly kind: 'reset'; readonly moment: 'arrival' | 'reply' | 'head' | 'body' | 'end' }
  /** The reply comes after `ms`; null: never. */
  | { readonly kind: 'slow-head'; readonly ms: number | null }
  /** The body drips within `ms`; null: it drips without end. */
  | { readonly kind: 'slow-body'; readonly ms: number | null }
  | { readonly kind: 'cut-json' }
  /** A page of something on the way; the core never sees the request. */
  | { readonly kind: 'page'; readonly status: 404 | 502 | 503 }
  /** The core never sees the request. */
  | { readonly kind: 'busy'; readonly retryAfter: 'seconds' | 'date' | null }
  | { readonly kind: 'error'; readonly text: string; readonly executed: boolean }
  /** The request comes to the core twice; we see the first or the second reply. */
  | { readonly kind: 'twice'; readonly shown: 'first' | 'second' }
  /** The core never sees the request. */
  | { readonly kind: 'refused'; readonly status: 401 | 402 | 403 | 404 | 302; readonly text: string }

/** A request as the proxy sees it. */
export type Arrived = {
  readonly operation: Operation
  /** Its subject: email, number, id at the provider or in the core, or the whole of another request. */
  readonly subject: string
  /** How many of this operation about this subject came before it. */
  readonly nth: number
  /** How many came before it, whatever they were. */
  readonly count: number
}

export type Plan = (request: Arrived) => Fault | null

/** A number from 0 up to 1 that follows from the words: the same for the same request, in whatever order they come. */
export function chance(...words: readonly (string | number)[]): number {
  let hash = 2_166_136_261
  for (const character of words.join('|')) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x29_7a_2d_39)
  return ((hash ^ (hash >>> 15)) >>> 0) / 4_294_967_296
}

/** The first request about some of the subjects meets a fault: `share` of them, chosen by the seed. */
export function onceFor(share: number, seed: number, fault: Fault): Plan {
  return ({ operation, subject, nth }) =>
    nth === 0 && chance(seed, fault.kind, operation, subject) < share ? fault : null
}

/** Every transient fault that costs hardly any time. */
export const passingFaults: readonly Fault[] = [
  { kind: 'reset', moment: 'arrival' },
  { kind: 'reset', moment: 'reply' },
  { kind: 'reset', moment: 'head' },
  { kind: 'reset', moment: 'body' },
  { kind: 'reset', moment: 'end' },
  { kind: 'slow-head', ms: 40 },
  { kind: 'slow-body', ms: 40 },
  { kind: 'cut-json' },
  { kind: 'page', status: 404 },
  { kind: 'page', status: 502 },
  { kind: 'page', status: 503 },
  { kind: 'busy', retryAfter: 'seconds' },
  { kind: 'busy', retryAfter: 'date' },
  { kind: 'busy', retryAfter: null },
  { kind: 'error', text: 'Out of connections', executed: false },
  { kind: 'error', text: 'The reply could not be written', executed: true },
  { kind: 'twice', shown: 'second' },
]

/** All of them mixed, at most three for one request, so that six tries are always enough. */
export function mixture(seed: number, share: number): Plan {
  return ({ operation, subject, nth }) => {
    if (nth > 2 || chance(seed, 'hit', operation, subject, nth) >= share) return null
    const drawn = chance(seed, 'which', operation, subject, nth)
    return passingFaults[Math.floor(drawn * passingFaults.length)] ?? null
  }
}
