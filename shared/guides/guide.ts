/** One step of a guide; a command can be copied as it is, with its variables set before. */
export type GuideStep = { readonly title: string; readonly text: string; readonly command?: string }

/** What the export has or lacks. `partly`: only under the condition that the note names. */
export type GuideFact = {
  readonly what: 'Password hashes' | 'Social IDs' | 'Verified flags' | 'Disabled users' | 'MFA'
  readonly has: 'yes' | 'partly' | 'no'
  readonly note: string
}

/** What happens to users of whatever source. */
export const usersWithoutHashes =
  'Users without a hash that the core accepts log in with a code. Review says how many there are, and asks where you can choose.'

/** How to get the export of one provider, in at most three steps, checked against the provider's documentation. */
export type Guide = {
  /** As the export format is called. */
  readonly provider: string
  readonly title: string
  /** Two letters for its tile. */
  readonly mark: string
  /** How many files there will be. */
  readonly files: string
  readonly steps: readonly GuideStep[]
  readonly facts: readonly GuideFact[]
  readonly time: string
  readonly sources: readonly string[]
  /** The day on which the sources were read, `YYYY-MM-DD`. */
  readonly checked: string
  /** What could not be confirmed that day, in one or two sentences. */
  readonly unconfirmed?: string
}
