import type { ConnectInput, Session } from '../engine/session/session.ts'
import type { StopReason } from '../engine/running/call-result.ts'
import { unreachable } from '../../shared/result.ts'
import type { Io } from './io.ts'

export type Connected =
  | { readonly kind: 'ready' }
  /** The address or the way it was asked for cannot be right; the sentence was printed. */
  | { readonly kind: 'bad-input' }
  /** The core cannot be used now; the sentence was printed. */
  | { readonly kind: 'stopped'; readonly why: StopReason }

/** Connects the core of a migration and prints what was found. */
export async function connectCore(session: Session, input: ConnectInput, io: Io): Promise<Connected> {
  const found = await session.connect(input)
  io.err(`${found.message}\n`)
  switch (found.kind) {
    case 'ready':
      return { kind: 'ready' }
    case 'key-refused':
      return { kind: 'stopped', why: 'key' }
    case 'away':
      return { kind: 'stopped', why: 'away' }
    case 'ask':
      io.err('Say which interface it speaks with --dialect documented or --dialect supertokens.\n')
      return { kind: 'stopped', why: 'address' }
    case 'needs-confirmation':
      io.err('On the command line the confirmation is --allow-http.\n')
      return { kind: 'bad-input' }
    case 'refused':
      return { kind: 'bad-input' }
    default:
      return unreachable(found.kind)
  }
}
