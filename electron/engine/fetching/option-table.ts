import * as z from 'zod'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { readAuthorityFile } from '../core-client/authority.ts'
import { isLoopback } from '../../../shared/core-api/base-url.ts'
import { trustedCertificates } from '../core-client/route.ts'
import type { FetchOption } from './source.ts'

/** The options of a source by name, each with the schema of its setting. One that accepts no value left out is required. */
export type OptionTable = {
  readonly [name: string]: Omit<FetchOption, 'name' | 'required'> & { readonly schema: z.ZodType }
}

/** The options as the command line and the form show them. */
export function optionsOf(table: OptionTable): readonly FetchOption[] {
  return Object.entries(table).map(([name, { schema, ...option }]) => ({
    ...option,
    name,
    required: !schema.safeParse(undefined).success,
  }))
}

/** The shape of the settings, for `z.object`: the schema of each option by its name. */
export function shapeOf<T extends OptionTable>(table: T): { readonly [K in keyof T]: T[K]['schema'] } {
  return Object.fromEntries(Object.entries(table).map(([name, { schema }]) => [name, schema])) as {
    readonly [K in keyof T]: T[K]['schema']
  }
}

export const requiredText = z.string().trim().min(1)

/** A text that may be left out or left empty: null. */
export const optionalText = z
  .string()
  .trim()
  .optional()
  .transform((text) => (text === undefined || text === '' ? null : text))

export const checkbox = z.boolean().default(false)

/**
 * Encryption of a connection to a server. `ca`: the only trusted certificates; null: those that the runtime trusts by
 * default.
 */
export type Encryption =
  | { readonly kind: 'plain' }
  | { readonly kind: 'tls'; readonly servername: string; readonly ca: readonly string[] | null }

type EncryptionSettings = {
  readonly host: string
  readonly tls: boolean
  readonly allowPlainText: boolean
  readonly caFile: string | null
}

/** For servers that a company runs itself. */
export const caFileOption: FetchOption = {
  name: 'ca-file',
  label: 'Certificate authority',
  hint: 'Trust a private certificate authority (PEM or DER file)',
  required: false,
  example: 'company-root.pem',
  kind: 'file',
}

/** The same as an entry of an option table. */
export const caFile = { 'ca-file': { ...caFileOption, schema: optionalText } } as const satisfies OptionTable

/** The settings of `encryptionFor`, for sources that connect to a server by name. */
export const encryptionOptions = {
  ...caFile,
  tls: { schema: checkbox, label: 'Use TLS', hint: 'Use TLS on this machine too', kind: 'checkbox' },
  'allow-plain-text': {
    schema: checkbox,
    label: 'Allow plain text',
    hint: 'Connect without TLS; the password and the hashes can be read on the network',
    kind: 'checkbox',
  },
} as const satisfies OptionTable

/** Is this server reached without TLS? A path is a socket of this machine. */
export function isPlain({ host, tls, allowPlainText }: Omit<EncryptionSettings, 'caFile'>): boolean {
  return !tls && (allowPlainText || isLoopback(host) || host.startsWith('/'))
}

/** The whole address of a server, and how it is reached, for people. */
export function serverAddress(scheme: string, port: number, settings: Omit<EncryptionSettings, 'caFile'>): string {
  const { host } = settings
  if (host.startsWith('/')) return `${scheme} socket ${host}`
  const name = host.includes(':') ? `[${host}]` : host
  return `${scheme}://${name}:${port} (${isPlain(settings) ? 'not encrypted' : 'TLS'})`
}

/** TLS with a verified certificate, except on this machine or where the operator allows plain text. */
export function encryptionFor({ host, tls, allowPlainText, caFile }: EncryptionSettings): Result<Encryption> {
  if (tls && allowPlainText) return problem('bad-settings', 'Choose --tls or --allow-plain-text, not both.')
  if (isPlain({ host, tls, allowPlainText })) return ok({ kind: 'plain' })
  const authority = caFile === null ? ok(null) : readAuthorityOption(caFile)
  if (!authority.ok) return authority
  return ok({ kind: 'tls', servername: host, ca: trustedCertificates({ ca: authority.value }) })
}

/** The certificates of `--ca-file` as PEM. */
export function readAuthorityOption(path: string): Result<string> {
  const authority = readAuthorityFile(path, '--ca-file')
  return authority.ok ? ok(authority.value.pem) : authority
}
