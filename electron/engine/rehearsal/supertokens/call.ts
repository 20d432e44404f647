import type * as z from 'zod'
import { parseJson } from '../../../../shared/json.ts'
import { isWiderThan } from '../../../../shared/users/width.ts'
import { type CoreContext, type CoreReply, text } from '../context.ts'

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

/** One path of the core, with a handler for each method that it takes. */
export type Route = {
  /** False: open to all clients, whatever the key and the version. */
  readonly guarded: boolean
  /** False: `cdi-version` is not looked at. */
  readonly versioned: boolean
  /** True: of the app as a whole; below the path of a tenant it is refused. */
  readonly ofApp?: boolean
  readonly methods: Readonly<Partial<Record<string, Handler>>>
}

/** By their paths, in lower case. */
export type Routes = Readonly<Record<string, Route>>

export function guarded(methods: Route['methods']): Route {
  return { guarded: true, versioned: true, methods }
}

export function ofApp(methods: Route['methods']): Route {
  return { ...guarded(methods), ofApp: true }
}

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

/** Column widths of real cores on PostgreSQL, in characters. */
export const columnWidths = {
  email: 256,
  phoneNumber: 256,
  passwordHash: 256,
  provider: 28,
  providerUserId: 256,
  userId: 128,
}

const exception =
  'io.supertokens.pluginInterface.exceptions.StorageQueryException: org.postgresql.util.PSQLException: ERROR:'

/** Real cores check neither lengths nor NUL; their database does, and its error becomes a 500. Null: it would be stored. */
export function storageError(...values: readonly (readonly [value: string | null, width: number])[]): CoreReply | null {
  for (const [value, width] of values) {
    if (value === null) continue
    if (value.includes('\u0000')) {
      return text(
        500,
        `${exception} invalid byte sequence for encoding "UTF8": 0x00\n  Where: unnamed portal parameter $3`,
      )
    }
    if (isWiderThan(value, width)) {
      return text(500, `${exception} value too long for type character varying(${width})`)
    }
  }
  return null
}

/** A version of the core driver interface as one number that sorts: 2.21 is 221, 5.4 is 504. */
export type Cdi = number
