import type * as z from 'zod'
import type { CoreContext } from '../context.ts'
import { text, type CoreReply } from '../exchange.ts'
import type { Cdi } from './versions.ts'

/** One request that has passed path, key and version. */
export type Call = {
  readonly context: CoreContext
  readonly cdi: Cdi
  readonly body: string
  readonly query: string
  readonly rid: string | undefined
  /** The tenant named in the path. */
  readonly tenant: string
}

export type Handler = (call: Call) => CoreReply | Promise<CoreReply>

/** The value read, or the reply that refuses it. */
export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reply: CoreReply }

/**
 * Reads a body in the order and the words of real cores: unknown fields are ignored, and a field that is missing, null
 * or of another type gets the same sentence.
 */
export function readBody<T>(call: Call, schema: z.ZodType<T>): Read<T> {
  const body = parseJson(call.body)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return refused('Invalid Json Input')
  const parsed = schema.safeParse(body)
  if (parsed.success) return { ok: true, value: parsed.data }
  const field = parsed.error.issues[0]?.path.at(-1)
  return refused(`Field name '${String(field)}' is invalid in JSON input`)
}

/** Reads query parameters that must be there, in the order of their names. */
export function readQuery<Name extends string>(call: Call, ...names: readonly Name[]): Read<Record<Name, string>> {
  const given = new URLSearchParams(call.query)
  const missing = names.find((name) => !given.has(name))
  if (missing !== undefined) return refused(`Field name '${missing}' is missing in GET request`)
  const values = Object.fromEntries(names.map((name) => [name, given.get(name) ?? '']))
  return { ok: true, value: values as Record<Name, string> }
}

/** A query parameter that may be missing. */
export function optionalQuery(call: Call, name: string): string | null {
  return new URLSearchParams(call.query).get(name)
}

export function refused(sentence: string): { readonly ok: false; readonly reply: CoreReply } {
  return { ok: false, reply: text(400, sentence) }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
