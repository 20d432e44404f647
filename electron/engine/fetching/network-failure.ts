import * as z from 'zod'
import type { FetchErrorCode, FetchReply } from './source.ts'

/** A failure of the network or of TLS as a reply; null: the error is of another kind. Its own text is not repeated. */
export function networkFailure(
  error: unknown,
): { readonly code: FetchErrorCode; readonly sentence: string; readonly again: boolean } | null {
  const code = errorCode(error)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    const sentence = 'There is no server of that name. Check --host, and your network.'
    return { code: 'unreachable', sentence, again: code === 'EAI_AGAIN' }
  }
  if (code === 'ECONNREFUSED')
    return { code: 'unreachable', sentence: 'The server refuses connections. Check --host and --port.', again: true }
  if (code === 'ENOENT')
    return { code: 'unreachable', sentence: 'There is no socket at that path. Check --host.', again: false }
  if (code === 'ETIMEDOUT') return { code: 'unreachable', sentence: silentServerText, again: true }
  if (untrusted.has(code)) {
    const sentence = 'The certificate of the server is not trusted. Name its authority with --ca-file.'
    return { code: 'not-encrypted', sentence, again: false }
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const sentence = 'The certificate belongs to another server name. Use the name that is in it as --host.'
    return { code: 'not-encrypted', sentence, again: false }
  }
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    const sentence = 'The certificate of the server is not valid today. Ask who runs it to renew it.'
    return { code: 'not-encrypted', sentence, again: false }
  }
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') {
    const sentence = 'The server does not speak TLS as it is needed. Turn TLS on there, or allow plain text.'
    return { code: 'not-encrypted', sentence, again: false }
  }
  if (lost.has(code)) return { code: 'unreachable', sentence: 'The connection to the server was lost.', again: true }
  return null
}

export const silentServerText =
  'The server does not answer. Check --host and --port, and whether it is overloaded or behind a firewall.'

/** The code of an error; empty: it has none. */
export function errorCode(error: unknown): string {
  const isObject = typeof error === 'object' && error !== null
  return isObject && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

const untrusted = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
])
const lost = new Set(['ECONNRESET', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'])

/** A failure as a reply of a source. */
export type FailedReply = Extract<FetchReply, { kind: 'failed' }>

/** The meaning of an error code of a server; `again`: worth a retry. */
export type FailureMeaning = readonly [code: FetchErrorCode, sentence: string, again?: boolean]

export function failedReply([code, sentence, again = false]: FailureMeaning): FailedReply {
  return { kind: 'failed', code, sentence, again }
}

/*
 * The server of a database or directory, as people write it: a name, an address, an IPv6 address with or without brackets, each
 * perhaps with a port behind it, or the path of a socket.
 */

export const hostSetting = z
  .string()
  .trim()
  .min(1)
  .refine((text) => !text.includes('://') && !text.includes('@'), {
    message: 'Give the name of the server alone, without a user and without what stands before ://.',
  })

export const portSetting = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((port) => port >= 1 && port <= 65_535, { message: 'A port is between 1 and 65535.' })
  .optional()

type Server = { readonly host: string; readonly port?: number | undefined }

/** Settings with the bare name of the server, and its port where that stands behind the name. */
export function splitServer<T extends Server>(settings: T, context: z.RefinementCtx): T {
  const { host, port } = partsOf(settings.host)
  if (port === undefined) return { ...settings, host }
  const parsed = portSetting.safeParse(port)
  if (!parsed.success) context.addIssue({ code: 'custom', path: ['host'], message: 'A port is between 1 and 65535.' })
  else if (settings.port !== undefined && settings.port !== parsed.data)
    context.addIssue({ code: 'custom', path: ['port'], message: 'The host names another port. Give it once.' })
  return { ...settings, host, port: parsed.data }
}

function partsOf(text: string): { readonly host: string; readonly port?: string | undefined } {
  if (text.startsWith('/')) return { host: text }
  const bracketed = /^\[([^\]]+)\](?::(\d+))?$/.exec(text)
  if (bracketed !== null) return { host: bracketed[1] ?? text, port: bracketed[2] }
  const named = /^([^:]+):(\d+)$/.exec(text)
  return named === null ? { host: text } : { host: named[1] ?? text, port: named[2] }
}
