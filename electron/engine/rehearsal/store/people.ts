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
}

export function createPeople(): People {
  return { metadata: new Map(), roles: new Set(), rolesOf: new Map(), totp: new Map(), onChange: () => undefined }
}

/** Replaces the metadata of a user. */
export function putMetadata(people: People, userId: string, metadata: JsonObject): void {
  people.metadata.set(userId, metadata)
  people.onChange({ kind: 'metadata', userId, metadata })
}

/** Answers whether the role is new. */
export function addRole(people: People, role: string): boolean {
  if (people.roles.has(role)) return false
  people.roles.add(role)
  people.onChange({ kind: 'role', role })
  return true
}

/** Removes a role, from all users too. Answers whether there was one. */
export function removeRole(people: People, role: string): boolean {
  if (!people.roles.delete(role)) return false
  for (const users of people.rolesOf.values()) for (const roles of users.values()) roles.delete(role)
  people.onChange({ kind: 'role-removed', role })
  return true
}

export function rolesOf(people: People, tenant: string, userId: string): readonly string[] {
  return [...(people.rolesOf.get(tenant)?.get(userId) ?? [])]
}

/** Answers whether the user did not have the role. */
export function giveRole(people: People, tenant: string, userId: string, role: string): boolean {
  const users = people.rolesOf.get(tenant) ?? new Map<string, Set<string>>()
  const roles = users.get(userId) ?? new Set<string>()
  if (roles.has(role)) return false
  people.rolesOf.set(tenant, users.set(userId, roles.add(role)))
  people.onChange({ kind: 'user-role', tenant, userId, role })
  return true
}

export function totpOf(people: People, userId: string): readonly TotpDevice[] {
  return people.totp.get(userId) ?? []
}

export function addTotp(people: People, userId: string, device: TotpDevice): void {
  people.totp.set(userId, [...totpOf(people, userId).filter(({ name }) => name !== device.name), device])
  people.onChange({ kind: 'totp', userId, device })
}

/** Forgets everything that lies under an id. */
export function forgetPerson(people: People, userId: string): void {
  const known = [people.metadata.delete(userId), people.totp.delete(userId)]
  for (const users of people.rolesOf.values()) known.push(users.delete(userId))
  if (known.includes(true)) people.onChange({ kind: 'forgotten', userId })
}
