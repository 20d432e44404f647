/** What stopped a run, in words, and what to do about it. `way` says which control belongs to it. Cancelling is no such reason. */
export type StopReason = {
  readonly title: string
  readonly advice: string
  readonly way: 'key' | 'connect' | 'existing' | 'resume'
}

const reasons: Readonly<Record<string, StopReason>> = {
  'api-key-rejected': {
    title: 'The core refused the API key',
    advice: 'Enter the correct key, then resume. No user was lost: users without an answer stay ready.',
    way: 'key',
  },
  forbidden: {
    title: 'The core refused access',
    advice: 'A proxy or the core’s IP allow list refused this machine. Allow its address, then resume.',
    way: 'resume',
  },
  'licence-required': {
    title: 'The core requires a license',
    advice: 'The core’s license does not cover a feature this migration needs. Update the license, then resume.',
    way: 'resume',
  },
  'wrong-address': {
    title: 'No core at this address',
    advice:
      'The server at this address does not have the core’s interface, or it redirects. Check the address and its path, then connect again.',
    way: 'connect',
  },
  'core-unreachable': {
    title: 'The core cannot be reached',
    advice: 'Check that the core is running and that this machine can reach it, then resume.',
    way: 'resume',
  },
  'repeated-failure': {
    title: 'The core keeps returning the same error',
    advice: 'Twenty users in a row failed for the same reason. Fix the cause below, then resume.',
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
      'Some users already existed in the core. Importing their hashes would replace their passwords. Decide what happens to them.',
    way: 'existing',
  },
  'disk-full': {
    title: 'The disk is full or cannot be written',
    advice: 'Nothing is sent that cannot be saved. Free some space on the disk of the migration, then resume.',
    way: 'resume',
  },
}

export function stopReason(code: string, note: string): StopReason {
  return (
    reasons[code] ?? {
      title: 'The run stopped',
      advice: note || 'See the failures below, then resume.',
      way: 'resume',
    }
  )
}
