import { dummyEmail } from '../../users/dummy-contacts.ts'
import { tenantOf, type Call } from '../call.ts'
import { importKey, inTenant, partsOfKey } from '../call-key.ts'
import type { Choices } from '../choices.ts'
import { ofMadeUpEmails } from '../decisions/login-decisions.ts'
import type { FindingCode } from '../findings.ts'
import { addFinding, settled, type Finding, type Plan } from '../plan.ts'

/** The claim of one call of a plan to a key in the core; another user with the same key is a duplicate. */
export type Claim = {
  /**
   * `import:<email>`, `passwordless:email:<email>`, `passwordless:phone:<phone>`, `third-party:<provider>:<id>`; in another
   * tenant than that of the address with its name before it: `<tenant>/import:<email>`.
   */
  readonly key: string
  /** Index into the plan's calls. */
  readonly call: number
}

/**
 * The claims of a plan, each key once. An update claims both contacts; the one that its user was created by is
 * already claimed by the call before it.
 */
export function claimKeys(plan: Pick<Plan, 'calls'>): readonly Claim[] {
  const claims: Claim[] = []
  for (const [index, call] of plan.calls.entries()) addClaims(claims, call, index)
  return claims
}

function addClaims(claims: Claim[], call: Call, index: number): void {
  const claim = (key: string) => add(claims, inTenant(tenantOf(call), key), index)
  switch (call.kind) {
    case 'import':
      return claim(importKey(call.email))
    case 'third-party':
      return claim(`third-party:${call.thirdPartyId}:${call.thirdPartyUserId}`)
    case 'passwordless':
      return claim(call.contact.kind === 'email' ? emailKey(call.contact.email) : phoneKey(call.contact.phoneNumber))
    case 'update':
      claim(emailKey(call.email))
      return claim(phoneKey(call.phoneNumber))
    case 'change-contact':
    case 'verify-email':
    case 'map-id':
    case 'make-primary':
    case 'link':
    case 'metadata':
    case 'role':
    case 'totp':
      return
  }
}

function emailKey(email: string): string {
  return `passwordless:email:${email}`
}

function phoneKey(phone: string): string {
  return `passwordless:phone:${phone}`
}

function add(claims: Claim[], key: string, call: number): void {
  for (const claim of claims) if (claim.key === key) return
  claims.push({ key, call })
}

/** Where a user stands in the export: `place` in the words of its file, such as `sheet Staff, row 5`. */
export type Place = { readonly file: string; readonly place: string }

/**
 * Judges a plan against the claims of earlier users. `taken` returns the place of the earlier user that holds a key, or
 * null. Duplicates block, or where the operator chose so their calls are dropped; a user without any call left is
 * excluded. `phoneMayBeLeftOut`: the user does not log in by a phone number beside the email.
 */
export function withDuplicates(
  plan: Plan,
  taken: (key: string) => Place | null,
  choices: Pick<Choices, 'duplicates'>,
  phoneMayBeLeftOut = false,
): Plan {
  const dropped = new Set<number>()
  const findings: Finding[] = [...plan.findings]
  const exclude = choices.duplicates === 'exclude'
  const found: (Shared & { readonly call: number })[] = []
  for (const { key, call } of claimKeys(plan)) {
    const first = taken(key)
    if (first === null) continue
    dropped.add(call)
    found.push({ key, first, call })
  }
  if (dropped.size === 0) return plan
  const shared = found.filter((one) => !phoneMayBeLeftOut || !isPhoneBesideEmail(plan, one, dropped))
  if (shared.length < found.length) {
    const phones = found.filter((one) => !shared.includes(one))
    addFinding(findings, 'shared-phone', '', `${sentence(phones)} ${phoneLeftOut}`)
    const without = new Set(phones.map(({ call }) => call))
    if (shared.length === 0) return withoutCalls(plan, without, findings)
  }
  const detail = `${sentence(shared)} ${exclude ? leftOut : toDecide}`
  const group = shared.every(({ key }) => isMadeUp(key)) ? ofMadeUpEmails : ''
  addFinding(findings, 'duplicate', group, detail, exclude ? 'decided' : 'open')
  if (!exclude) return { ...plan, state: 'blocked', findings }
  const rest = withoutCalls(plan, dropped, findings)
  return rest.state === 'excluded' ? { ...rest, findings: [...rest.findings, excludedDuplicate] } : rest
}

/** Whether a claim is that of an email which people type who give none: its users are most likely not one person. */
function isMadeUp(claim: string): boolean {
  const email = /^(?:import|passwordless:email):(.+)$/.exec(partsOfKey(claim).key)?.[1]
  return email !== undefined && dummyEmail(email) === 'made-up'
}

/** Whether a claim is that of a phone number which a call adds to a user created by an email of its own. */
function isPhoneBesideEmail(
  { calls }: Plan,
  { key, call }: Shared & { readonly call: number },
  dropped: ReadonlySet<number>,
) {
  const isPhone = partsOfKey(key).key.startsWith(phoneKey(''))
  return isPhone && calls[call]?.kind === 'update' && !dropped.has(call - 1)
}

const phoneLeftOut = 'The number is left out, and the user keeps the login by email.'
const leftOut = 'This login of the later one is left out by your decision.'
const toDecide = 'Correct one of the two, or exclude the later one.'

/** A user with another login is not excluded: it only has none of those that an earlier user has. */
const excludedDuplicate: Finding = {
  code: 'excluded',
  group: 'duplicate',
  detail: 'This duplicate is excluded by your decision.',
  blocks: false,
}

function withoutCalls(plan: Plan, dropped: ReadonlySet<number>, findings: readonly Finding[]): Plan {
  const calls = plan.calls.filter((call, i) => {
    // An update attaches to the user that the passwordless call before it creates: without that call, neither.
    return !dropped.has(i) && !(call.kind === 'update' && dropped.has(i - 1))
  })
  if (calls.length > 0 || findings.some(awaitsAnotherCall)) return { ...plan, calls, findings }
  return { ...plan, state: 'excluded', calls, findings: findings.map(settled) }
}

/** Blocking findings about calls that could be built: they have nothing to block once the calls are gone. */
const aboutBuiltCalls: ReadonlySet<FindingCode> = new Set([
  'signer-key-not-confirmed',
  'unverified-email',
  'unverified-phone',
  'disabled',
])

function awaitsAnotherCall(finding: Finding): boolean {
  return finding.blocks && !aboutBuiltCalls.has(finding.code)
}

/** The key of a login that an earlier user has. */
type Shared = { readonly key: string; readonly first: Place }

/** Names all that is shared, and with which users. */
function sentence(shared: readonly Shared[]): string {
  const names = new Map<string, readonly string[]>()
  for (const { key, first } of shared) {
    const place = `${first.file}, ${first.place}`
    names.set(place, [...(names.get(place) ?? []), nameOf(key)])
  }
  const each = [...names].map(([place, all]) => `same ${together(all)} as an earlier user (${place})`)
  return `S${each.join(', and ').slice(1)}.`
}

/** The same in a few words, for a cell of a table: `Same email as users.csv, line 3`; null: the detail is another one. */
export function shortDuplicate(detail: string): string | null {
  const [, shared, place] =
    /^(Same (?:email and phone number|email|phone number|provider user ID)).*? as an earlier user \((.+?)\)(?:\. (?:Correct one|This login) |, and same )/.exec(
      detail,
    ) ?? []
  return shared === undefined || place === undefined ? null : `${shared} as ${place}`
}

/** Email and phone number of one user, each with a code, are one phrase. */
function together(names: readonly string[]): string {
  const [email, phone] = [`email${byCode}`, `phone number${byCode}`]
  if (!names.includes(email) || !names.includes(phone)) return names.join(' and ')
  return [`email and phone number${byCode}`, ...names.filter((name) => name !== email && name !== phone)].join(' and ')
}

const byCode = ' for login by code'

function nameOf(claim: string): string {
  const { tenant, key } = partsOfKey(claim)
  return tenant === null ? nameInTenant(key) : `${nameInTenant(key)} in the tenant ${tenant}`
}

function nameInTenant(key: string): string {
  if (key.startsWith('import:')) return 'email with a password'
  if (key.startsWith('third-party:')) return 'provider user ID'
  return `${key.startsWith('passwordless:phone:') ? 'phone number' : 'email'}${byCode}`
}
