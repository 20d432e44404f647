import { anySource } from '../any-source.ts'
import type { AnyFetchSource } from '../source.ts'
import { auth0 } from './auth0.ts'
import { clerk } from './clerk.ts'
import { cognito } from './cognito.ts'
import { firebase } from './firebase.ts'
import { keycloak } from './keycloak.ts'
import { kratos } from './kratos.ts'
import { ldap } from './ldap/ldap.ts'
import { mysql } from './mysql/mysql.ts'
import { okta } from './okta.ts'
import { postgresql } from './postgresql/postgresql.ts'

/** Every source that users are fetched from, in the order of the help. */
export const fetchSources: readonly AnyFetchSource[] = [
  anySource(auth0),
  anySource(clerk),
  anySource(cognito),
  anySource(firebase),
  anySource(keycloak),
  anySource(kratos),
  anySource(ldap),
  anySource(mysql),
  anySource(okta),
  anySource(postgresql),
]
