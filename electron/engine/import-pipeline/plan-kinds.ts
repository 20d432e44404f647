import { partsOfKey } from '../../../shared/planning/call-key.ts'
import { kindWithPhone } from '../../../shared/planning/user-kind.ts'
import { normaliseEmail } from '../../../shared/users/normalise-email.ts'
import type { User } from '../../../shared/users/user.ts'
import type { UserClaims } from './compute-claims.ts'
import type { Facet, Planned } from './plan-columns.ts'

/** The plan that all users of a kind have, but for values of their own that their claims repeat. */
type KindPlan = {
  readonly facet: Facet
  readonly hasPhone: boolean
  readonly passwordClaim: UserClaims['passwordClaim']
  readonly claims: readonly { readonly prefix: string; readonly value: 'email' | 'phone' | 'userId' }[]
}

/** More kinds than an export has, unless each of its users names a provider of its own. */
const maxKinds = 1000

/** Plans one user of each kind and gives all others of it the same plan. `plan`: plans one user. */
export function planKinds(plan: (user: User) => Planned): (user: User) => Planned {
  const kinds = new Map<string, KindPlan | null>()
  return (user) => {
    const kind = kindWithPhone(user)
    if (kind === '') return plan(user)
    const alike = kinds.get(kind)
    if (alike !== undefined && alike !== null) return planAs(alike, user)
    const planned = plan(user)
    if (alike === undefined && kinds.size < maxKinds) kinds.set(kind, kindPlanOf(user, planned))
    return planned
  }
}

/** An empty list that all users share: a list for each of them takes time. */
const none: readonly never[] = []

function planAs({ facet, hasPhone, passwordClaim, claims }: KindPlan, user: User): Planned {
  const values = valuesOf(user)
  return {
    columns: {
      email: values.email,
      phone: hasPhone ? values.phone : null,
      summary: null,
      ownFindings: none,
      calls: '',
      facet,
    },
    userClaims: {
      passwordClaim,
      claims:
        claims.length === 0
          ? none
          : claims.map(({ prefix, value }) => ({ key: `${prefix}${values[value]}`, isOwner: true })),
    },
  }
}

/** Null: the plan of this user shows that of no other one. */
function kindPlanOf(user: User, { columns, userClaims }: Planned): KindPlan | null {
  const values = valuesOf(user)
  const { email, phone, summary, ownFindings, calls, facet } = columns
  if (calls !== '' || summary !== null || ownFindings.length > 0 || email !== values.email) return null
  if (phone !== null && phone !== values.phone) return null
  const claims = userClaims.claims.map(({ key }) => {
    const { key: plain } = partsOfKey(key)
    const isPhone = plain.startsWith('passwordless:phone:')
    const value = plain.startsWith('third-party:') ? 'userId' : isPhone ? 'phone' : 'email'
    const own = values[value] ?? ''
    return key.endsWith(`:${own}`) ? ({ prefix: key.slice(0, key.length - own.length), value } as const) : null
  })
  const repeated = claims.filter((claim) => claim !== null)
  const { passwordClaim } = userClaims
  return repeated.length === claims.length ? { facet, hasPhone: phone !== null, passwordClaim, claims: repeated } : null
}

type Values = { readonly [V in 'email' | 'phone' | 'userId']: string | null }

function valuesOf({ email, phone, identities }: User): Values {
  const normal = email === null ? null : normaliseEmail(email)
  return { email: normal?.kind === 'ok' ? normal.email : null, phone, userId: identities[0]?.userId ?? null }
}
