import type { Profile, User } from '../users/user.ts'
import { createsUser, type Call } from './call.ts'
import type { Choices } from './choices.ts'
import { addFinding } from './finding-list.ts'
import type { PlanContext } from './judge-for-plan.ts'
import type { Finding, Plan } from './plan.ts'
import { readTotp } from './totp-secret.ts'

/** Characters of metadata as JSON: more does not belong to every login of a user. */
export const maxMetadata = 65_536
/** Real cores keep role names of this many characters. */
const maxRole = 255

/**
 * Adds what belongs to the user besides its login methods, after everything that makes the user what it is: metadata,
 * roles and TOTP secrets. The documented interface has no place for them; what stays behind is a finding.
 */
export function withProfile(
  plan: Plan,
  { profile }: Pick<User, 'profile'>,
  choices: Pick<Choices, 'roles'>,
  context: PlanContext,
): Plan {
  if (profile === undefined || plan.state === 'excluded' || !plan.calls.some(createsUser)) return plan
  const findings = [...plan.findings]
  if (context.dialect === 'documented') {
    staysBehind(findings, profile)
    return { ...plan, findings }
  }
  const calls: Call[] = [
    ...plan.calls,
    ...metadataCalls(findings, profile),
    ...roleCalls(findings, profile, choices, context),
    ...totpCalls(findings, profile, context),
  ]
  const isBlocked = findings.some(({ blocks }) => blocks)
  return { ...plan, state: isBlocked ? 'blocked' : plan.state, calls, findings }
}

function staysBehind(findings: Finding[], { metadata, roles = [], totp = [] }: Profile): void {
  const note = (group: string, what: string) =>
    addFinding(findings, 'profile-not-kept', group, `The documented interface cannot carry ${what}.`)
  if (metadata !== undefined) note('metadata', 'metadata')
  if (roles.length > 0) note('roles', 'roles')
  if (totp.length > 0) note('totp', 'TOTP secrets: the user has to set up the authenticator app again')
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
  return [...new Set(roles.map((role) => role.trim()))].flatMap((role): readonly Call[] => {
    if (role === '') return []
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

function totpCalls(findings: Finding[], { totp = [] }: Profile, { core }: PlanContext): readonly Call[] {
  if (totp.length === 0) return []
  if (core?.totp === false) {
    const detail = 'The license of the core does not cover TOTP: the user has to set up the authenticator app again.'
    addFinding(findings, 'profile-not-kept', 'totp-license', detail)
    return []
  }
  const secrets = totp.map(readTotp)
  if (secrets.includes(null)) {
    const detail = 'A TOTP secret is not Base32: the user has to set up that authenticator app again.'
    addFinding(findings, 'profile-not-kept', 'totp-broken', detail)
  }
  return [...new Set(secrets)]
    .filter((secretKey) => secretKey !== null)
    .map((secretKey, place) => ({
      kind: 'totp',
      secretKey,
      deviceName: place === 0 ? 'Imported' : `Imported ${place + 1}`,
    }))
}
