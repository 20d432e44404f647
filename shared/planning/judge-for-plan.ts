import type { CoreFacts } from '../core-api/check-result.ts'
import { judgeHash } from '../hashes/judge-hash.ts'
import { type HashInput, type HashVerdict, type ScryptParameters, unsupported } from '../hashes/verdict.ts'
import type { Choices } from './choices.ts'
import { type DependentPlans, ofMappedHash, ofTenants } from './decisions/dependents.ts'

/** The name of the fact that users of the source are in different tenants. */
export const severalTenants = 'several-tenants'
/** The name of the fact that other parameters of Firebase scrypt were given. */
export const scryptParameters = 'scrypt-parameters'
/** The name of the fact that the core has another interface. */
const coreInterface = 'core.interface'

/** No clock that plans are made by is before this time, in milliseconds since 1970: this version was made later. */
export const earliestNow = Date.UTC(2026, 0, 1)

/** The input of planning besides the user and the operator's decisions. */
export type PlanContext = {
  readonly scrypt: ScryptParameters | null
  readonly dialect: 'documented' | 'supertokens'
  /** Facts about the core; nothing: it was not asked. */
  readonly core?: CoreFacts | null
  /** No user of the source is in another tenant than the others. */
  readonly isOnlyTenant?: boolean
  /** Not before `earliestNow`. Nothing: whatever is in the future is not seen. */
  readonly now?: number
}

const ofProfile: DependentPlans = { facet: ({ profile }) => profile !== '' }

/** A hash that looks like no other family may be Firebase scrypt, once its parameters are known. */
const ofScrypt = ofMappedHash(({ bucket }) => !otherHashes.has(bucket))
const otherHashes: ReadonlySet<string> = new Set(['bcrypt', 'argon2', 'redacted', 'none'])

/** Users with a call, with a tenant or profile, or with a hash of which interfaces say different things: an interface gives no user a first call. */
const ofInterface = ofMappedHash(
  ({ bucket, methods, tenants, profile }) =>
    methods !== '' || tenants !== '' || profile !== '' || bucket.includes('argon2'),
  ['several-methods'],
)

/** The users whose plans a fact about the core, or about the source as a whole, can change; see `Dependents`. */
const coreDependents: { readonly [F in keyof CoreFacts]: DependentPlans } = {
  // A user in several tenants has a login in each of them.
  accountLinking: { findings: ['several-methods'], ...ofTenants },
  totp: ofProfile,
  roles: ofProfile,
  tenants: ofTenants,
  ownTenant: ofTenants,
}
const factDependents: ReadonlyMap<string, DependentPlans> = new Map([
  ...Object.entries(coreDependents).map(([fact, dependents]) => [`core.${fact}`, dependents] as const),
  [severalTenants, ofTenants],
  [scryptParameters, ofScrypt],
  [coreInterface, ofInterface],
])

/** The users that depend on a fact by its name; undefined: there is no such fact. */
export function dependentsOfFact(name: string): DependentPlans | undefined {
  return factDependents.get(name)
}

/** The names of the facts in which two cores differ. */
export function changedFacts(before: CoreContext, next: CoreContext): readonly string[] {
  const [was, is] = [known(before.core), known(next.core)]
  const changed = was.flatMap(([name, fact], at) => (fact === is[at]?.[1] ? [] : [name]))
  return before.dialect === next.dialect ? changed : [coreInterface, ...changed]
}

type CoreContext = Pick<PlanContext, 'dialect' | 'core'>

/** Each fact as a text. A core that was not asked is as one that says nothing. */
function known(core: PlanContext['core']): readonly (readonly [name: string, fact: string])[] {
  const facts: Readonly<Record<string, unknown>> = core ?? {}
  return Object.keys(coreDependents).map((fact) => [`core.${fact}`, JSON.stringify(facts[fact] ?? null)])
}

/**
 * The verdict on a hash, with the operator's word about its family: a pepper cannot be seen in a hash, so it has to be
 * told.
 */
export function judgeForPlan(hash: HashInput, choices: Pick<Choices, 'families'>, context: PlanContext): HashVerdict {
  const verdict = judgeHash(hash, context.scrypt, context.dialect)
  if (!('send' in verdict) || familyChoice(choices, verdict.family) !== 'peppered') return verdict
  return unsupported(`${verdict.family}_peppered`, peppered)
}

const peppered = 'You said it was made with a pepper, a secret that the core does not have.'

/** The operator's choice for a family that could be sent; null: it is sent. */
export function familyChoice({ families }: Pick<Choices, 'families'>, family: string) {
  return Object.hasOwn(families, family) ? (families[family] ?? null) : null
}
