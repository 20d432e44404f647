import { createsUser, methodOf } from '../../../shared/planning/call.ts'
import { writeCalls } from '../../../shared/planning/call-key.ts'
import { callsTemplate } from '../../../shared/planning/calls-template.ts'
import type { Choices } from '../../../shared/planning/choices.ts'
import type { Correction } from '../../../shared/planning/correction.ts'
import { type Place, withDuplicates } from '../../../shared/planning/other-users/duplicates.ts'
import { withFollowUps } from '../../../shared/planning/follow-ups.ts'
import { keptOutStatuses, withKeptOut } from '../../../shared/planning/other-users/kept-out.ts'
import type { PlanContext } from '../../../shared/planning/judge-for-plan.ts'
import { linkingIn, withLinks } from '../../../shared/planning/plan-methods.ts'
import { planUser, withVerification } from '../../../shared/planning/plan-user.ts'
import { type Finding, mainFinding, type Plan } from '../../../shared/planning/plan.ts'
import { withProfile } from '../../../shared/planning/profile.ts'
import { providerKey } from '../../../shared/users/known-provider.ts'
import { tenantKey } from '../../../shared/users/tenant.ts'
import { kindOf } from '../../../shared/planning/user-kind.ts'
import { implausibleTimeGroup, profileParts, type User } from '../../../shared/users/user.ts'
import type { UserClaims } from './compute-claims.ts'

/**
 * The part that plans of many users share, which they are filtered and counted by. `accounts`: calls for accounts at
 * providers; `profile`: see `profileParts`. `blockingCode`: of the finding that blocks; empty: none does. `findings`:
 * findings about no user alone, as JSON. `summary`: the detail of the first of them that blocks, else of the first one.
 * Empty: there are none. `calls`: see `callsTemplate`. `passwordClaim`: see `UserClaims`. `kind`: of the user as its source has it, see `kindOf`.
 */
export type Facet = readonly [
  planState: Plan['state'],
  bucket: string,
  methods: string,
  providers: string,
  accounts: number,
  profile: string,
  tenants: string,
  blockingCode: string,
  summary: string,
  findings: string,
  calls: string,
  passwordClaim: UserClaims['passwordClaim'],
  kind: string,
]

/** The columns that a facet is kept in, in its order. */
export const facetColumns = [
  'plan_state',
  'bucket',
  'methods',
  'providers',
  'accounts',
  'profile',
  'tenants',
  'blocking_code',
  'summary',
  'findings',
  'calls',
  'password_claim',
  'kind',
] as const

/** A facet with another password claim. */
export function withPasswordClaim(facet: Facet, claim: UserClaims['passwordClaim']): Facet {
  const [state, bucket, methods, providers, accounts, profile, tenants, code, summary, findings, calls, , kind] = facet
  return [state, bucket, methods, providers, accounts, profile, tenants, code, summary, findings, calls, claim, kind]
}

/** Whether the users of two facets have the same of the statuses that keep them out, decided or not. */
export function hasSameStatus(one: Facet | undefined, other: Facet): boolean {
  return keptOutStatuses.every((status) => hasStatus(one, status) === hasStatus(other, status))
}

/** Whether the source keeps the users of a facet out, if not by choice. */
export function mayBeKeptOut(facet: Facet): boolean {
  return keptOutStatuses.some((status) => hasStatus(facet, status))
}

/** A text within the findings has its quotes escaped. */
function hasStatus(facet: Facet | undefined, status: string): boolean {
  return facet?.[9].includes(`["${status}",`) ?? false
}

/** Undefined: a facet that the document lacks. */
export function passwordClaimOf(facet: Facet | undefined): UserClaims['passwordClaim'] {
  return facet?.[11] ?? 0
}

/** The code of the finding that blocks the users of a facet; empty: none does. */
export function blockingCodeOf(facet: Facet): string {
  return facet[7]
}

/** Empty: it has none, as a facet that the document lacks. */
export function kindOfFacet(facet: Facet | undefined): string {
  return facet?.[12] ?? ''
}

/** There are few facets, and they are the same again and again: to compare them, in the last of which most differ, is cheaper than any key. */
export function isSameFacet(one: Facet | undefined, other: Facet): boolean {
  for (let at = other.length - 1; at >= 0; at -= 1) if (one?.[at] !== other[at]) return false
  return true
}

/** The columns of a plan in the document, for the screen's tables and filters. */
export type PlanColumns = {
  readonly email: string | null
  readonly phone: string | null
  /** Null: it is that of the facet. */
  readonly summary: string | null
  readonly facet: Facet
  /** Findings of this user alone. */
  readonly ownFindings: readonly Finding[]
  /** Its calls as JSON; empty: the facet has the calls. */
  readonly calls: string
}

/** A user with a plan, as the document has it. */
export type Planned = { readonly columns: PlanColumns; readonly userClaims: UserClaims }

/** Plan columns of a user before planning. */
export const unplanned: PlanColumns = {
  email: null,
  phone: null,
  summary: null,
  ownFindings: [],
  calls: '',
  facet: ['blocked', 'none', '', '', 0, '', '', '', '', '', '[]', 0, ''],
}

/** `mayBeJoined`: parts of other files may belong to the user, so that its source does not have all of it. */
export function planColumns(
  user: User,
  plan: Plan,
  { passwordClaim }: Pick<UserClaims, 'passwordClaim'>,
  mayBeJoined: boolean,
): PlanColumns {
  const shown = mainFinding(plan)
  const { own, summary, text } = split(plan.findings, shown)
  const calls = callsTemplate(plan, mayBeJoined ? null : user)
  return {
    email: plan.email,
    phone: plan.phone,
    summary: shown !== undefined && own.includes(shown) ? shown.detail : null,
    ownFindings: own,
    calls: calls === '' ? writeCalls(plan.calls) : '',
    facet: [
      plan.state,
      bucketName(plan.bucket),
      methodsOf(plan),
      providersOf(user, plan),
      accountsIn(plan),
      profileParts(
        user,
        plan.findings.some(({ group }) => group === implausibleTimeGroup),
      ),
      tenantsOf(user),
      plan.state === 'blocked' ? (shown?.code ?? '') : '',
      summary,
      text,
      calls,
      passwordClaim,
      mayBeJoined ? '' : kindOf(user),
    ],
  }
}

/** Findings of one user alone, and of the others what a facet has. */
type SplitFindings = { readonly own: readonly Finding[]; readonly summary: string; readonly text: string }

const noFindings: SplitFindings = { own: [], summary: '', text: '' }

function split(findings: readonly Finding[], main: Finding | undefined): SplitFindings {
  const [only] = findings
  if (only === undefined) return noFindings
  if (findings.length === 1) return shared(only)?.alone ?? { own: findings, summary: '', text: '' }
  const own = findings.filter((finding) => shared(finding) === null)
  const others = own.length === 0 ? findings : findings.filter((finding) => shared(finding) !== null)
  const texts = others.map((finding) => shared(finding)?.text ?? '')
  const first = main !== undefined && others.includes(main) ? main : (others.find(({ blocks }) => blocks) ?? others[0])
  return { own, summary: first?.detail ?? '', text: texts.length === 0 ? '' : `[${texts.join(',')}]` }
}

/** Names another user, or a role of this one. */
const ofOneUser: ReadonlySet<string> = new Set([
  'duplicate',
  'shared-phone',
  'same-email-out-elsewhere',
  'role-missing',
])

/** The detail says what kind of hash it is, its cost or length at most; no verdict repeats a hash. */
const ofHashes: ReadonlySet<string> = new Set([
  'hash-rewritten',
  'hash-warning',
  'unsupported-hash',
  'malformed-hash',
  'redacted-hash',
  'hash-parameters-missing',
])

/** A finding that many users have, as a facet has it; `alone`: of users who have no other. */
type SharedFinding = { readonly text: string; readonly alone: SplitFindings }

/** By the detail of the finding: nearly all users have one of a few. */
let known = new Map<string, { readonly finding: Finding; readonly shared: SharedFinding }>()
const maxKnown = 1000

/** Null: the finding is about one user, as is any other detail that says a number, a name or an address. */
function shared(finding: Finding): SharedFinding | null {
  const { code, group, blocks: isBlocking, detail } = finding
  const before = known.get(detail)
  if (before?.finding.code === code && before.finding.group === group && before.finding.blocks === isBlocking)
    return before.shared
  if (ofOneUser.has(code) || (!ofHashes.has(code) && /[\d“@]/.test(detail))) return null
  const text = JSON.stringify([code, group, isBlocking ? 1 : 0, detail])
  const found = { text, alone: { own: [], summary: detail, text: `[${text}]` } }
  if (known.size >= maxKnown) known = new Map()
  known.set(detail, { finding, shared: found })
  return found
}

/** `password`, `third-party`, `passwordless`, with commas between them. */
function methodsOf({ calls }: Plan): string {
  const [first] = calls
  if (first === undefined) return ''
  if (calls.length === 1) return methodOf(first.kind) ?? ''
  return [...new Set(calls.filter(createsUser).map(({ kind }) => methodOf(kind)))].join(',')
}

function accountsIn({ calls }: Plan): number {
  let accounts = 0
  for (const { kind } of calls) if (kind === 'third-party') accounts += 1
  return accounts
}

function bucketName(bucket: Plan['bucket']): string {
  switch (bucket.kind) {
    case 'family':
      return bucket.family
    case 'unsupported':
      return `unsupported:${bucket.family}`
    default:
      return bucket.kind
  }
}

/** The names that choices about tenants are kept under, each between commas: `,acme,branch,`; empty: none. */
function tenantsOf({ tenants }: User): string {
  return tenants === undefined || tenants.length === 0 ? '' : `,${[...new Set(tenants.map(tenantKey))].join(',')},`
}

/** The names that choices about providers are kept under, each between commas: `,google-oauth2,github,`; empty: none. */
function providersOf({ identities }: User, { importedProviders = [] }: Plan): string {
  const [first] = identities
  if (first === undefined && importedProviders.length === 0) return ''
  if (first !== undefined && identities.length === 1 && importedProviders.length === 0)
    return `,${providerKey(first.provider)},`
  const named = [...identities.map(({ provider }) => provider), ...importedProviders]
  return `,${[...new Set(named.map(providerKey))].join(',')},`
}

/** The part of a planning that all users share. */
export type Planning = { readonly choices: Choices; readonly context: PlanContext }

/** `drafted`: as if the user were the only one; what it claims follows from it. */
export type Settled = { readonly drafted: Plan; readonly plan: Plan }

/** The whole plan of one user. `taken` answers with the place of the earlier user that holds a claim, or null. */
export function settlePlan(
  user: User,
  correction: Correction | null,
  { choices, context }: Planning,
  taken: (key: string) => Place | null,
): Settled {
  const drafted = planUser(user, correction, choices, context)
  const judged = taken === noOtherHolder ? drafted : judgedByOthers(drafted, user, correction, choices, taken)
  const { dialect } = context
  const emailCorrected = correction?.email !== undefined
  const linked = withLinks(judged, linkingIn(context, choices))
  const complete = dialect === 'supertokens' ? withFollowUps(linked, user, emailCorrected, choices) : linked
  const whole = withProfile(complete, user, choices, context)
  const plan = withVerification(whole, user, emailCorrected, choices, dialect)
  return { drafted, plan }
}

/** The plan as other users change it. A phone number may be left out unless the export calls it a login or the operator entered it. */
function judgedByOthers(
  drafted: Plan,
  { phoneIsLogin, phoneVerified }: User,
  correction: Correction | null,
  choices: Choices,
  taken: (key: string) => Place | null,
): Plan {
  const mayBeLeftOut = !phoneIsLogin && phoneVerified !== true && correction?.phone === undefined
  return withKeptOut(withDuplicates(drafted, taken, choices, mayBeLeftOut), taken, choices)
}

/** For plans that are made before the claims of all users are known: duplicates are judged afterwards. */
export function noOtherHolder(): null {
  return null
}
