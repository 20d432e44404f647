import type { JsonObject } from '../../../../shared/json.ts'

type TotpDevice = {
  readonly name: string
  readonly secretKey: string
  readonly period: number
  readonly skew: number
}

/** Events about the data of people, for the store that keeps it (the state file). */
export type PeopleChange =
  | { readonly kind: 'metadata'; readonly userId: string; readonly metadata: JsonObject }
  | { readonly kind: 'role' | 'role-removed'; readonly role: string }
  | { readonly kind: 'user-role'; readonly tenant: string; readonly userId: string; readonly role: string }
  | { readonly kind: 'totp'; readonly userId: string; readonly device: TotpDevice }
  | { readonly kind: 'forgotten'; readonly userId: string }

/**
 * Data that a core keeps of people besides their logins. As in real cores, each entry lies under the ID that it was
 * written with, the core's own or the external one; no ID is translated, and a user need not exist.
 */
export type People = {
  readonly metadata: Map<string, JsonObject>
  readonly roles: Set<string>
  /** Tenant, then user id. */
  readonly rolesOf: Map<string, Map<string, Set<string>>>
  readonly totp: Map<string, readonly TotpDevice[]>
  onChange: (change: PeopleChange) => void
  /** Replaces the metadata of a user. */
  readonly putMetadata: (userId: string, metadata: JsonObject) => void
  /** Answers whether the role is new. */
  readonly addRole: (role: string) => boolean
  /** Removes a role, from all users too. Answers whether there was one. */
  readonly removeRole: (role: string) => boolean
  readonly listRoles: (tenant: string, userId: string) => readonly string[]
  /** Answers whether the user did not have the role. */
  readonly giveRole: (tenant: string, userId: string, role: string) => boolean
  readonly listTotp: (userId: string) => readonly TotpDevice[]
  readonly addTotp: (userId: string, device: TotpDevice) => void
  /** Forgets everything that lies under an id. */
  readonly forget: (userId: string) => void
}

export function createPeople(): People {
  const people: People = {
    metadata: new Map(),
    roles: new Set(),
    rolesOf: new Map(),
    totp: new Map(),
    onChange: () => undefined,
    putMetadata: (userId, metadata) => {
      people.metadata.set(userId, metadata)
      people.onChange({ kind: 'metadata', userId, metadata })
    },
    addRole: (role) => {
      if (people.roles.has(role)) return false
      people.roles.add(role)
      people.onChange({ kind: 'role', role })
      return true
    },
    removeRole: (role) => {
      if (!people.roles.delete(role)) return false
      for (const users of people.rolesOf.values()) for (const roles of users.values()) roles.delete(role)
      people.onChange({ kind: 'role-removed', role })
      return true
    },
    listRoles: (tenant, userId) => [...(people.rolesOf.get(tenant)?.get(userId) ?? [])],
    giveRole: (tenant, userId, role) => {
      const users = people.rolesOf.get(tenant) ?? new Map<string, Set<string>>()
      const roles = users.get(userId) ?? new Set<string>()
      if (roles.has(role)) return false
      people.rolesOf.set(tenant, users.set(userId, roles.add(role)))
      people.onChange({ kind: 'user-role', tenant, userId, role })
      return true
    },
    listTotp: (userId) => people.totp.get(userId) ?? [],
    addTotp: (userId, device) => {
      people.totp.set(userId, [...people.listTotp(userId).filter(({ name }) => name !== device.name), device])
      people.onChange({ kind: 'totp', userId, device })
    },
    forget: (userId) => {
      const known = [people.metadata.delete(userId), people.totp.delete(userId)]
      for (const users of people.rolesOf.values()) known.push(users.delete(userId))
      if (known.includes(true)) people.onChange({ kind: 'forgotten', userId })
    },
  }
  return people
}
