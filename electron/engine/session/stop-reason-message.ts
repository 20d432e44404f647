import type { StopReason } from '../runner/call-result.ts'

const sentences: Readonly<Record<StopReason, string>> = {
  'api-key-rejected': 'The core refused the API key. Enter the correct key, then continue. No users were lost.',
  forbidden:
    'The core refuses requests from this address or with this key. Check its IP rules and the tenant, then continue.',
  'licence-required': 'The core’s license does not cover this. Update the license, then continue.',
  'wrong-address': 'No core answers at this address. Check the path of the base URL, then continue.',
  'core-unreachable': 'The core does not answer. Continue when it is back; all progress is saved.',
  'repeated-failure': 'The core refused 20 users in a row for the same reason. Fix the cause, then continue.',
  'too-many-failures': 'The run paused by its stop rule. See the causes, correct or retry, then resume.',
  'existing-users':
    'The core already had some of these users. Decide whether their passwords may be replaced, then continue or stop here.',
  'disk-full': 'The migration could not be saved, so nothing more was sent. Free some disk space, then continue.',
  cancelled: 'Stopped by you. The requests in progress were finished; the other users are still ready.',
}

const fromCore: ReadonlySet<StopReason> = new Set([
  'api-key-rejected',
  'forbidden',
  'licence-required',
  'wrong-address',
  'repeated-failure',
])

/** Why a run stopped, and what to do, with what the core said. */
export function stopReasonMessage(reason: StopReason, said: string): string {
  if (reason === 'cancelled') return `${sentences[reason]} ${said.replace(/^Stopped by you\./, '')}`.trim()
  if (said === '') return sentences[reason]
  // What the core said, or what we saw of it.
  return fromCore.has(reason) ? `${sentences[reason]} It said: ${said}` : `${sentences[reason]} ${said}`
}
