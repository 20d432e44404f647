import type { Offers } from './offers.ts'

/** Why something could not be done: a code for programs, a sentence with a way out for people. Never a secret. */
export type Problem = {
  /** Stable, kebab-case, e.g. `key-refused`. */
  readonly code: string
  /** One or two plain sentences: what happened and what to do next. */
  readonly message: string
  /** Of a file that holds several parts: what can be chosen. */
  readonly offers?: Offers
}

/** The answer of anything that can fail for a reason worth telling. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Problem }

export function ok<T>(value: T): Result<T> {
  return { ok: true, value }
}

export function problem(code: string, message: string): { readonly ok: false; readonly error: Problem } {
  return { ok: false, error: { code, message } }
}

/** Makes the compiler check that a union was handled whole. */
export function unreachable(value: never): never {
  throw new Error(`unhandled case: ${String(value)}`)
}
