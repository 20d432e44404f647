import type { CallState, UserState } from '../../../shared/planning/call.ts'

/** A call as far as the user's state is concerned. */
export type CallStatus = {
  readonly state: CallState
  readonly skippedExisting: boolean
  /** Waits for the operator, because the core has this user. */
  readonly waits?: boolean
}

/** The state of a user that was taken up for sending, from the states of all its calls. */
export function stateOfUser(calls: readonly CallStatus[]): UserState {
  const has = (state: CallState) => calls.some((call) => call.state === state)
  if (has('sending')) return 'sending'
  if (has('in-doubt')) return 'in-doubt'
  if (has('failed')) return 'failed'
  if (calls.some((call) => call.waits === true)) return 'blocked'
  if (has('todo')) return 'ready'
  return calls.length > 0 && calls.every((call) => call.skippedExisting) ? 'existing' : 'migrated'
}
