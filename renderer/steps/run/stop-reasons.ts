/** What stopped a run, in words, and what to do about it. `way` says which control belongs to it. Cancelling is no such reason. */
export type StopReason = {
  readonly title: string
  readonly advice: string
  readonly way: 'key' | 'connect' | 'existing' | 'resume'
}

const reasons: Readonly<Record<string, StopReason>> = {
  'api-key-rejected': {
    title: 'The core refused the API key',
    advice: 'Give the right key, then resume. Nobody was lost: users without an answer stay ready.',
    way: 'key',
  },
  forbidden: {
    title: 'The core refused access',
    advice:
      'Something in front of the core, or its list of allowed addresses, turned this machine away. Have it allowed, then resume.',
    way: 'resume',
  },
  'licence-required': {
    title: 'The core requires a license',
    advice: 'A feature this migration needs is not part of the core’s license. Have it added, then resume.',
    way: 'resume',
  },
  'wrong-address': {
    title: 'The address is not that of a core',
    advice:
      'The operations of the interface are not found there, or it sends elsewhere. Check the address, path included, and connect again.',
    way: 'connect',
  },
  'core-unreachable': {
    title: 'The core cannot be reached',
    advice: 'See whether it runs and whether this machine may reach it, then resume.',
    way: 'resume',
  },
  'repeated-failure': {
    title: 'The core gives the same error again and again',
    advice: 'Twenty users in a row failed in the same way. Look at the cause below, put it right, then resume.',
    way: 'resume',
  },
  'too-many-failures': {
    title: 'Too many users failed',
    advice: 'The run paused by its stop rule. See the causes below, correct or retry, then resume.',
    way: 'resume',
  },
  'existing-users': {
    title: 'Users are already in the core',
    advice:
      'Hash imports met users whom this migration did not create. Importing replaces their passwords. Say what shall happen to them.',
    way: 'existing',
  },
  'disk-full': {
    title: 'The disk is full or cannot be written',
    advice: 'Nothing is sent that cannot be noted down. Make room where the document lies, then resume.',
    way: 'resume',
  },
}

export function stopReason(code: string, note: string): StopReason {
  return (
    reasons[code] ?? {
      title: 'The run stopped',
      advice: note || 'Look at the failures below, then resume.',
      way: 'resume',
    }
  )
}
