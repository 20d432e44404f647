import { count } from '../format.ts'
import { implausibleTimeGroup, type Profile, type User } from '../users/user.ts'
import { createsUser, sentTo, type Call } from './call.ts'
import type { Choices } from './choices.ts'
import { tenantsOfCalls } from './tenants.ts'
import type { PlanContext } from './judge-for-plan.ts'
import { addFinding, settled, type Finding, type Plan } from './plan.ts'
import { isOfEitherOrder, readTimeJoined } from '../users/time-joined.ts'
import { readTotp, usualPeriod, type TotpDevice } from '../users/totp-secret.ts'

/** Characters of metadata as JSON: more does not belong to every login of a user. */
export const maxMetadata = 65_536
/** Real cores keep role names of this many characters. */
const maxRole = 255
/** More roles of one user are taken for a mistake in the export: each is a request. */
const maxRoles = 1000

/**
 * Adds what belongs to the user besides its login methods, after everything that makes the user what it is: metadata,
 * roles and TOTP secrets. Whole parts that have no place in the core, or that the operator leaves behind, are counted in the
 * document and not with each user; what is wrong with a part is a finding of the user. The time joined is no call of its own:
 * bulk import takes it with the user.
 */
export function withProfile(
  plan: Plan,
  { profile }: Pick<User, 'profile'>,
  choices: Pick<Choices, 'roles' | 'profile' | 'factors'>,
  context: PlanContext,
): Plan {
  if (profile === undefined || plan.state === 'excluded' || !plan.calls.some(createsUser)) return plan
  if (context.dialect === 'documented') return withOpenFactors(plan, keptParts(profile, choices), choices)
  const findings = [...plan.findings]
  const kept = keptParts(profile, choices)
  judgeTimeJoined(findings, kept, context)
  const calls: Call[] = [
    ...plan.calls,
    ...metadataCalls(findings, kept),
    ...inTenantsOf(plan.calls, roleCalls(findings, kept, choices, context)),
    ...totpCalls(findings, kept, choices, context),
  ]
  if (calls.length > plan.calls.length) judgeSeparateUsers(findings, plan.calls)
  const isBlocked = findings.some(({ blocks }) => blocks)
  return { ...plan, state: isBlocked ? 'blocked' : plan.state, calls, findings }
}

/** Without links, each login method is a user of its own, and what belongs to the person goes to the first. */
function judgeSeparateUsers(findings: Finding[], calls: readonly Call[]): void {
  const users = calls.filter(createsUser).length
  if (users < 2 || calls.some(({ kind }) => kind === 'make-primary')) return
  const detail = `${users} login methods become ${users} users in the core. Only the first of them gets the metadata, roles, and TOTP secrets of this person.`
  addFinding(findings, 'profile-not-kept', 'separate-users', detail)
}

function keptParts(profile: Profile, { profile: choices }: Pick<Choices, 'profile'>): Profile {
  const { metadata, roles, totp, joined } = profile
  return {
    ...(metadata === undefined || choices.metadata === 'exclude' ? {} : { metadata }),
    ...(roles === undefined || choices.roles === 'exclude' ? {} : { roles }),
    ...(totp === undefined || choices.totp === 'exclude' ? {} : { totp }),
    ...(joined === undefined || choices.joined === 'exclude' ? {} : { joined }),
  }
}

function judgeTimeJoined(
  findings: Finding[],
  { joined }: Profile,
  { now = Number.MAX_SAFE_INTEGER }: PlanContext,
): void {
  if (joined === undefined || readTimeJoined(joined, now) !== null) return
  const detail = isOfEitherOrder(joined)
    ? 'Day and month of the time joined may be either way round, so it is not kept. Write the dates with the year first.'
    : 'The time joined is not a readable date between 1995 and today, so it is not kept.'
  addFinding(findings, 'profile-not-kept', implausibleTimeGroup, detail)
}

function metadataCalls(findings: Finding[], { metadata }: Profile): readonly Call[] {
  if (metadata === undefined || Object.keys(metadata).length === 0) return []
  if (JSON.stringify(metadata).length <= maxMetadata) return [{ kind: 'metadata', metadata }]
  const detail = `The metadata of this user has more than ${maxMetadata / 1024} KiB as JSON. Map fewer columns to it.`
  addFinding(findings, 'profile-not-kept', 'metadata-size', detail)
  return []
}

function roleCalls(
  findings: Finding[],
  { roles = [] }: Profile,
  choices: Pick<Choices, 'roles'>,
  { core }: PlanContext,
): readonly Call[] {
  const names = [...new Set(roles.map((role) => role.trim()))].filter((role) => role !== '')
  if (names.length > maxRoles) {
    const detail = `The export has ${count(names.length)} roles of this user. The first ${count(maxRoles)} are given.`
    addFinding(findings, 'profile-not-kept', 'role-count', detail)
  }
  return names.slice(0, maxRoles).flatMap((role): readonly Call[] => {
    if (role.length > maxRole) {
      addFinding(findings, 'profile-not-kept', 'role-name', `A role name has more than ${maxRole} characters.`)
      return []
    }
    const known = core?.roles ?? null
    if (known === null || known.includes(role)) return [{ kind: 'role', role, create: false }]
    const choice = Object.hasOwn(choices.roles, role) ? choices.roles[role] : undefined
    const detail = `The core does not have the role ${role}.`
    addFinding(findings, 'role-missing', role, detail, choice === undefined ? 'open' : 'decided')
    return choice === 'exclude' ? [] : [{ kind: 'role', role, create: choice === 'create' }]
  })
}

/** Real cores keep the roles of a user for each tenant. */
function inTenantsOf(logins: readonly Call[], roles: readonly Call[]): readonly Call[] {
  if (roles.length === 0) return roles
  return tenantsOfCalls(logins.filter(createsUser)).flatMap((tenant) =>
    tenant === null ? roles : roles.map((call) => sentTo(call, tenant)),
  )
}

/** Secrets that no core takes are counted in the document (`profileParts`). */
function totpCalls(
  findings: Finding[],
  { totp = [] }: Profile,
  { factors: choices }: Pick<Choices, 'factors'>,
  { core }: PlanContext,
): readonly Call[] {
  const all = totp.map(readTotp).filter((read) => read.kind === 'device' || read.kind === 'doubtful')
  if (all.length > 0 && core?.totp === false) {
    const detail = 'The license of the core does not cover TOTP: the user has to set up the authenticator app again.'
    addFinding(findings, 'profile-not-kept', 'totp-license', detail)
    return []
  }
  const devices = new Map<string, TotpDevice>()
  for (const read of all) {
    const isKept = read.kind === 'device' || decideFactor(findings, read.state, choices) !== 'ignore'
    if (isKept) devices.set(read.secretKey, read)
  }
  return [...devices.values()].map(({ secretKey, period }, place) => ({
    kind: 'totp',
    secretKey,
    deviceName: place === 0 ? 'Imported' : `Imported ${place + 1}`,
    ...(period === usualPeriod ? {} : { period }),
  }))
}

/** The plan with questions about secrets that hold no user back: plans speak of the documented interface until a core is chosen. */
function withOpenFactors(plan: Plan, { totp }: Profile, { factors }: Pick<Choices, 'factors'>): Plan {
  if (totp === undefined) return plan
  const findings: Finding[] = []
  for (const read of totp.map(readTotp)) if (read.kind === 'doubtful') decideFactor(findings, read.state, factors)
  return findings.length === 0 ? plan : { ...plan, findings: [...plan.findings, ...findings.map(settled)] }
}

function decideFactor(findings: Finding[], state: string, choices: Choices['factors']): 'keep' | 'ignore' | undefined {
  const choice = Object.hasOwn(choices, state) ? choices[state] : undefined
  const detail = `${state} does not say whether the authenticator app of this user is in use.`
  addFinding(findings, 'totp-doubtful', state, detail, choice === undefined ? 'open' : 'decided')
  return choice
}
