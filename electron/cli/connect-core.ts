import { parseBaseUrl } from '../../shared/core-api/base-url.ts'
import type { ConnectInput, Session } from '../engine/session/session.ts'
import type { StopReason } from '../../shared/report/stop-reason.ts'
import { unreachable } from '../../shared/result.ts'
import type { Io } from './io.ts'

export type Connected =
  | { readonly kind: 'ready' }
  /** The address or the way it was asked for cannot be right, as the sentence says. */
  | { readonly kind: 'bad-input'; readonly message: string }
  /** The core cannot be used now, as the sentence says. */
  | { readonly kind: 'stopped'; readonly why: StopReason; readonly message: string }

/** Connects the core of a migration and prints its whole address and its facts; the caller prints a problem. */
export async function connectCore(session: Session, input: ConnectInput, io: Io): Promise<Connected> {
  const address = parseBaseUrl(input.baseUrl)
  if (address.ok) io.err(`Core: ${address.value.url}\n`)
  const { kind, message } = await session.connect({ ...input, confirmed: true, signal: io.signal })
  if (kind === 'unreachable' && io.signal.aborted) return { kind: 'stopped', why: 'cancelled', message: cancelled }
  switch (kind) {
    // Asked for on screen only: here the address was typed as the order itself.
    case 'confirm-live':
    case 'ready':
      io.err(`${message}\n`)
      return { kind: 'ready' }
    case 'key-refused':
      return { kind: 'stopped', why: 'api-key-rejected', message }
    case 'unreachable':
      return { kind: 'stopped', why: 'core-unreachable', message }
    case 'ask':
      return { kind: 'stopped', why: 'wrong-address', message: `${message} ${chooseDialect}` }
    case 'needs-confirmation':
      return { kind: 'bad-input', message: `${message} On the command line the confirmation is --allow-http.` }
    case 'refused':
      return { kind: 'bad-input', message }
    default:
      return unreachable(kind)
  }
}

const cancelled = 'Stopped before the core answered. No users were sent.'
const chooseDialect = 'On the command line that is --dialect documented or --dialect supertokens.'
