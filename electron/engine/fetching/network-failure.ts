import type { FetchErrorCode } from './source.ts'

/** A failure of the network or of TLS as a reply; null: the error is of another kind. Its own text is not repeated. */
export function networkFailure(
  error: unknown,
): { readonly code: FetchErrorCode; readonly sentence: string; readonly again: boolean } | null {
  const code = codeOf(error)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    const sentence = 'There is no server of that name. Check --host, and your network.'
    return { code: 'unreachable', sentence, again: code === 'EAI_AGAIN' }
  }
  if (code === 'ECONNREFUSED')
    return { code: 'unreachable', sentence: 'The server refuses connections. Check --host and --port.', again: true }
  if (code === 'ENOENT')
    return { code: 'unreachable', sentence: 'There is no socket at that path. Check --host.', again: false }
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

function codeOf(error: unknown): string {
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
const lost = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'])
