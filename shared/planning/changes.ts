/** How a changed user differs from the one in the core: the group of its finding, and its title. */
export const changeTitles = {
  password: 'another password',
  contact: 'another email or phone',
  moved: 'another email, phone, or provider user ID that cannot be changed',
  'other-id': 'another ID for an existing email',
  added: 'another login method',
  profile: 'other metadata, roles, TOTP secrets, links, or verified mark',
  waits: 'waiting for another decision',
  gone: 'no longer to be migrated',
} as const satisfies Record<string, string>

export type Change = keyof typeof changeTitles

/** Those that could overwrite something newer in the core, or leave a user there twice: held for a choice. */
export const heldChanges: ReadonlySet<string> = new Set<Change>(['password', 'contact', 'moved', 'other-id'])

/** A change in words, to be used within a sentence. */
export function changeTitle(change: string): string {
  return Object.entries(changeTitles).find(([name]) => name === change)?.[1] ?? change
}
