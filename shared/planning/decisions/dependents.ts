/** The parts of the plans of many users that decisions depend on; lists between commas. */
type PlanFacet = {
  readonly state: string
  readonly bucket: string
  readonly methods: string
  readonly providers: string
  readonly tenants: string
  readonly profile: string
}

/**
 * The users whose plans a decision can change, by what their plans show whatever else is decided: one of the findings, the facet, or a phone
 * number. `findings` alone: those that the decision has, each of which stays with the user once it is decided. `all`: no plan shows it.
 */
export type Dependents = 'all' | 'findings' | DependentPlans
export type DependentPlans = {
  readonly findings?: readonly string[]
  readonly facet?: (facet: PlanFacet) => boolean
  readonly hasPhone?: true
}

/** Users in a tenant. */
export const ofTenants: DependentPlans = { facet: ({ tenants }) => tenants !== '' }

/**
 * The users whose plans the verdict on their mapped hash can change. The plan shows that hash (`shows`), or another one
 * in its place: then it has a finding about the other one, unless the user is excluded.
 */
export function ofMappedHash(shows: (facet: PlanFacet) => boolean, findings: readonly string[] = []): DependentPlans {
  return {
    facet: (facet) => facet.state === 'excluded' || shows(facet),
    findings: [...findings, 'unmapped-hash', 'second-hash'],
  }
}
