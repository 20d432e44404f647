import { speaks } from '../../shared/core-api/dialects.ts'
import { ok, problem, type Result } from '../../shared/result.ts'
import type { AskOptions } from '../engine/afterwards/ask-core.ts'
import type { Target } from '../engine/document/targets.ts'
import { systemClock } from '../engine/running/clock.ts'
import type { Session } from '../engine/session/session.ts'
import type { Io } from './io.ts'
import type { CliParts } from './cli-parts.ts'

const connections = 8

export type Asking = { readonly target: Target; readonly options: AskOptions; readonly close: () => Promise<void> }

/** A way to ask the connected core about its users; a problem where its interface does not know how. */
export function askingAt(session: Session, parts: CliParts, io: Io): Result<Asking> {
  const connection = session.connection()
  if (!connection.ok) return connection
  const { target, open } = connection.value
  if (!speaks(target.dialect, 'find-user') || !speaks(target.dialect, 'remove-user')) {
    return problem(
      'not-spoken',
      'The documented interface can neither look users up nor remove them; only a supertokens core can.',
    )
  }
  const { send, close } = open(connections)
  const clock = parts.clock ?? systemClock
  const random = parts.random ?? Math.random
  return ok({ target, options: { send, clock, random, signal: io.signal }, close })
}
