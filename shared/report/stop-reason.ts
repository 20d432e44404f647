/** Which control of the screen belongs to a reason. */
type StopControl = 'key' | 'connect' | 'existing' | 'resume'

type StopText = {
  readonly title: string
  /** The next step; the one sentence of screen, command line and report. */
  readonly advice: string
  /** The same in a rehearsal, whose core refuses only what a simulated failure makes it refuse. */
  readonly rehearsalAdvice?: string
  readonly control: StopControl
  /** The core answered, so that what it said is quoted as its words. */
  readonly fromCore: boolean
}

/** Every reason for which a run stops, in words. */
const stopTexts = {
  'api-key-rejected': {
    title: 'The core refused the API key',
    advice: 'The core refused the API key. Enter the correct key, then continue. No users were lost.',
    rehearsalAdvice:
      'The core refused the API key. This failure is simulated: resume once it is turned off. No users were lost.',
    control: 'key',
    fromCore: true,
  },
  forbidden: {
    title: 'The core refused access',
    advice:
      'The core refuses requests from this address or with this key. Check its IP rules and the tenant, then continue.',
    control: 'resume',
    fromCore: true,
  },
  'licence-required': {
    title: 'The core requires a license',
    advice: 'The core’s license does not cover this. Update the license, then continue.',
    control: 'resume',
    fromCore: true,
  },
  'wrong-address': {
    title: 'No core at this address',
    advice: 'No core answers at this address. Check the path of the base URL, then continue.',
    control: 'connect',
    fromCore: true,
  },
  'core-unreachable': {
    title: 'The core cannot be reached',
    advice: 'The core does not answer. Continue when it is back; all progress is saved.',
    control: 'resume',
    fromCore: false,
  },
  'repeated-failure': {
    title: 'The core keeps returning the same error',
    advice: 'The core refused 20 users in a row for the same reason. Fix the cause, then continue.',
    control: 'resume',
    fromCore: true,
  },
  'too-many-failures': {
    title: 'Too many users failed',
    advice: 'The run paused by its stop rule. See the causes, correct or retry, then resume.',
    control: 'resume',
    fromCore: false,
  },
  'existing-users': {
    title: 'Users are already in the core',
    advice:
      'The core already had some of these users. Decide whether their passwords may be replaced, then continue or stop here.',
    control: 'existing',
    fromCore: false,
  },
  'disk-full': {
    title: 'The disk is full or cannot be written',
    advice: 'The migration could not be saved, so nothing more was sent. Free some disk space, then continue.',
    control: 'resume',
    fromCore: false,
  },
  cancelled: {
    title: 'Stopped by you',
    advice: 'Stopped by you. The requests in progress were finished.',
    control: 'resume',
    fromCore: false,
  },
} as const satisfies Readonly<Record<string, StopText>>

/** Why a run stops, or was stopped. */
export type StopReason = keyof typeof stopTexts

export const stopReasons = Object.keys(stopTexts)

/** Title and control of a reason; of one that a newer version wrote, a general one. */
export function stopText(reason: string): Pick<StopText, 'title' | 'control'> {
  return isStopReason(reason) ? stopTexts[reason] : { title: 'The run stopped', control: 'resume' }
}

/** Why a run at a core of this kind stopped, and what to do, with what the core said. */
export function stopReasonMessage(reason: StopReason, reply: string, core: 'rehearsal' | 'live'): string {
  const { advice, fromCore, rehearsalAdvice }: StopText = stopTexts[reason]
  if (core === 'rehearsal' && rehearsalAdvice !== undefined) return rehearsalAdvice
  if (reason === 'cancelled') return `${advice} ${reply.replace(/^Stopped by you\./, '')}`.trim()
  if (reply === '') return advice
  const plain = plainReply(reply)
  // The core's text, or our own observation.
  return fromCore && plain === reply ? `${advice} The core said: ${reply}` : `${advice} ${plain}`
}

export function isStopReason(reason: string): reason is StopReason {
  return Object.hasOwn(stopTexts, reason)
}

const page = 'A web page was returned instead of an answer.'

/** The text of a reply as people read it: of a web page only that one came. */
export function plainReply(text: string): string {
  return /^\s*</.test(text) ? page : text
}
