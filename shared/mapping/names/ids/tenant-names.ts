import { lastName } from '../column-words.ts'
import { isCalled } from '../name-fit.ts'

/** Whether a column has the tenant of a row: each tenant may count its users on its own. */
export function namesTenant(column: string): boolean {
  return isCalled('tenant', column) || ofTenants.test(lastName(column))
}

const ofTenants =
  /^(?:tenant|org|organi[sz]ation|realm|company|site|shop|store|mandant|workspace|instance)(?:id|key|code|no|nr|uuid|name)?$/
