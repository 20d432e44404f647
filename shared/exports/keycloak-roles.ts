import type { SourceRecord } from '../mapping/export-format.ts'
import { objectField } from './fields.ts'
import { rolesField } from './profile-fields.ts'

/** Roles of every user of a realm: they let Keycloak itself work, and mean nothing to another core. */
const ofKeycloak = /^(?:default-roles-.*|offline_access|uma_authorization)$/

const ofAccount = /^(?:account|account-console|realm-management|broker|security-admin-console|admin-cli):/

type Roles = { readonly roles?: readonly string[]; readonly systemRoles?: true }

/**
 * Roles of the realm by their names, roles of a client as `client:role`; `systemRoles`: some of Keycloak's own were
 * dropped.
 */
export function userRoles(all: readonly string[]): Roles {
  const roles = all.filter((role) => !ofKeycloak.test(role) && !ofAccount.test(role))
  return { ...(roles.length === 0 ? {} : { roles }), ...(roles.length < all.length ? { systemRoles: true } : {}) }
}

/** The roles of a user in the export of a realm. */
export function rolesOfRealm(row: SourceRecord): Roles {
  const ofClients = Object.entries(objectField(row, 'clientroles') ?? {}).flatMap(([client, roles]) =>
    Array.isArray(roles) ? roles.flatMap((role) => (typeof role === 'string' ? [`${client}:${role}`] : [])) : [],
  )
  return userRoles([...rolesField(row, 'realmroles'), ...ofClients])
}
