import { failedReply, type FailedReply, type FailureMeaning } from '../../failure-meaning.ts'
import { networkFailure } from '../../network-failure.ts'
import { isCode } from '../../../files/private-file.ts'
import { overLimit } from '../../message-limit.ts'
import { notAnAttribute } from './ldif-format.ts'
import { notLdap } from './own-sockets.ts'

/** What a result code means (RFC 4511). A server's own text may name entries, so it is not repeated. */
const meanings: Readonly<Record<number, FailureMeaning>> = {
  3: [
    'size-limit',
    'The directory stopped at its time limit. Fetch with a narrower --filter, or raise the limit there.',
  ],
  4: [
    'size-limit',
    'The directory stopped at its size limit, so users would be missing. Raise the limit for this account, or fetch parts with --filter.',
  ],
  8: ['unauthorized', 'The directory wants a signed-in and encrypted connection. Use --bind-dn and TLS.'],
  11: ['size-limit', 'The directory stopped at an administrative limit. Raise it for this account.'],
  13: ['not-encrypted', 'The directory wants encryption. Use TLS, or --start-tls.'],
  32: ['not-found', 'There is no entry at --base, or this account may not see it.'],
  34: ['bad-settings', 'The directory does not understand --base or --bind-dn. Write them as a DN.'],
  48: ['unauthorized', 'The directory does not let anybody in this way. Use --bind-dn.'],
  49: ['unauthorized', 'The directory refuses the account or the password. Check --bind-dn and the password.'],
  50: ['forbidden', 'This account may not read what was asked for. Grant it read access.'],
  51: ['unreachable', 'The directory is busy.', true],
  52: ['unreachable', 'The directory is not available.', true],
  53: ['forbidden', 'The directory is unwilling to do this. Look into its log.'],
}

const tooMuch =
  'The directory sends more in one entry or page than is read (64 MB, 512 MB). Leave large attributes out with --attributes, or check that this is the right server.'

/** An error of the client or of the directory as a reply. */
export function ldapFailure(error: unknown): FailedReply {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : null
  const known = code === null ? undefined : meanings[code]
  if (known !== undefined) return failedReply(known)
  if (isCode(error, overLimit)) return failedReply(['size-limit', tooMuch])
  const network = networkFailure(error)
  if (network !== null) return { kind: 'failed', ...network }
  const text = error instanceof Error ? error.message : ''
  if (text === notLdap) {
    const sentence = 'The server does not answer as a directory. Check --host and --port.'
    return { kind: 'failed', code: 'unreachable', sentence, again: false }
  }
  if (text === notAnAttribute) {
    const sentence =
      'The directory sent an attribute whose name no attribute can have. Nothing of it was written. Look into it there.'
    return { kind: 'failed', code: 'bad-reply', sentence, again: false }
  }
  if (/filter|paren|expression/i.test(text) && code === null)
    return {
      kind: 'failed',
      code: 'bad-settings',
      sentence: 'The --filter cannot be read. Check its brackets.',
      again: false,
    }
  if (/clos|connect|timeout|socket/i.test(text))
    return { kind: 'failed', code: 'unreachable', sentence: 'The connection to the directory was lost.', again: true }
  const named = code === null ? '' : ` (code ${code})`
  return {
    kind: 'failed',
    code: 'source-error',
    sentence: `The directory failed${named}. Look into its log.`,
    again: false,
  }
}
