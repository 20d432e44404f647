import type { StopReason } from '../runner/call-result.ts'

const sentences: Readonly<Record<StopReason, string>> = {
  'api-key-rejected': 'The core refused the API key. Enter the correct key, then continue. No users were lost.',
  forbidden:
    'The core refuses requests from here, or this key may not do this. Check its IP rules and the tenant, then continue.',
  'licence-required': 'The core needs a licence for this. Settle that with the core, then continue.',
  'wrong-address': 'This address does not answer as the core does. Check the path of the base URL, then continue.',
  'core-unreachable': 'The core does not answer. When it is back, continue; what was sent is remembered.',
  'repeated-failure':
    'The core gave the same refusal for 20 users in a row, so the run stopped. See what it says, correct it, then continue.',
  'too-many-failures': 'The run paused by its stop rule. See the causes, correct or retry, then resume.',
  'existing-users':
    'The core already had some of these users. Decide whether their passwords may be replaced, then continue or stop here.',
  'disk-full': 'The migration could not be saved, so nothing more was sent. Free some disk space, then continue.',
  cancelled: 'Stopped by you. The calls in progress were finished; the other users are still ready.',
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
