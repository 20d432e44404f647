import type { HashBucket } from '../hashes/verdict.ts'
import { dummyEmail } from '../users/dummy-contacts.ts'
import { type NormalisedEmail, normaliseEmail } from '../users/normalise-email.ts'
import type { NormalisedPhone } from '../users/normalise-phone.ts'
import type { User } from '../users/user.ts'
import type { Call } from './call.ts'
import type { Choices } from './choices.ts'
import type { Correction } from './correction.ts'
import { emailNotInFile } from './decisions/login-decisions.ts'
import { type FindingCode, findingCodes } from './findings.ts'

/** Something wrong or of note about one user. */
export type Finding = {
  readonly code: FindingCode
  /** Forbids sending until it is decided or corrected. */
  readonly blocks: boolean
  /** Splits the code into groups with a choice each: a hash family, a provider name. Empty when there is one group. */
  readonly group: string
  /** One sentence about this user, without secrets. */
  readonly detail: string
}

/** The plan of one user. `excluded`: the operator's choice, or deleted in the source. */
export type Plan = {
  readonly state: 'ready' | 'blocked' | 'excluded'
  /** In the order they are sent. Of blocked users: those that can be built. */
  readonly calls: readonly Call[]
  readonly findings: readonly Finding[]
  readonly bucket: HashBucket
  /** Providers of login methods imported from columns that are not mapped; left out: there are none. */
  readonly importedProviders?: readonly string[]
  /** The contact shown for this user: normalised where possible. */
  readonly email: string | null
  readonly phone: string | null
}

/** One user while it is planned: corrected, its contacts normalised, findings collected on the way. */
export type Person = {
  readonly user: User
  readonly correction: Correction | null
  readonly choices: Choices
  /** Null: the export gives none. */
  readonly email: NormalisedEmail | null
  readonly phone: NormalisedPhone | null
  readonly findings: Finding[]
}

/**
 * Whether a code reaches a user, whose phone number may still lack its country. Without that, nothing is given up for a code. An email that has to
 * be corrected comes first.
 */
export function canGetCode({ email, phone, choices }: Pick<Person, 'email' | 'phone' | 'choices'>): boolean {
  if (email !== null) return email.kind === 'ok'
  return phone?.kind === 'ok' || lacksCountry({ phone, choices })
}

/** Whether a phone number waits for the country that completes it. */
export function lacksCountry({ phone, choices }: Pick<Person, 'phone' | 'choices'>): boolean {
  return phone?.kind === 'invalid' && phone.lacks === 'country' && choices.unusablePhones === null
}

/** Null for no email at all; exports write "none" as an empty text or as a dummy, too. */
export function emailOf(raw: string | null): NormalisedEmail | null {
  // A dash stands for no address.
  return raw === null || /^[\s\p{Pd}_]*$/u.test(raw) || dummyEmail(raw) === 'none' ? null : normaliseEmail(raw)
}

/**
 * Adds a finding, once per code and group. `decided`: the operator's choice settled it, so it blocks no longer but
 * stays counted, so that the choice can be seen and changed.
 */
export function addFinding(
  list: Finding[],
  code: FindingCode,
  group: string,
  detail: string,
  decided: 'decided' | 'open' = 'open',
): void {
  for (const finding of list) if (finding.code === code && finding.group === group) return
  list.push({ code, blocks: decided === 'open' && findingCodes[code].blocks, group, detail })
}

/** Adds the finding that says why an email cannot be sent. */
export function addInvalidEmail(
  list: Finding[],
  { reason, isVariable }: Extract<NormalisedEmail, { kind: 'invalid' }>,
): void {
  addFinding(list, 'email-invalid', isVariable === true ? emailNotInFile : '', `${reason} Correct it.`)
}

/** The codes of findings that say why a user is excluded. */
const excluding: ReadonlySet<FindingCode> = new Set(['excluded', 'deleted', 'unchanged-since', 'changed-since'])

/** The finding that says why a user is not sent: the first that blocks, or the one that excludes the user; else the first. */
export function mainFinding({ state, findings }: Pick<Plan, 'state' | 'findings'>): Finding | undefined {
  const open = findings.find(({ blocks }) => blocks)
  if (open !== undefined || state !== 'excluded') return open ?? findings[0]
  const cause = findings.find(({ code }) => excluding.has(code))
  // The decided finding says more than the decision: it names the other user of a duplicate, and the shared login.
  return findings.find(({ code }) => cause?.code === 'excluded' && code === cause.group) ?? cause ?? findings[0]
}

/** Turns a finding into a note, because its user is not sent and needs no decision. */
export function settled(finding: Finding): Finding {
  return finding.blocks ? { ...finding, blocks: false } : finding
}
