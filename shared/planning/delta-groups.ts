import { counted } from '../format.ts'

/** Changes between a user and the one in the core: the group of the finding, and its title. */
const changeTitles = {
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

/** Every kind of change. */
export const changes: readonly string[] = Object.keys(changeTitles)

/** Changes that could overwrite newer data in the core or create a second user: held until decided. */
export const heldChanges: ReadonlySet<string> = new Set<Change>(['password', 'contact', 'moved', 'other-id'])

/** A change in words, to be used within a sentence. */
export function changeTitle(change: string): string {
  return Object.entries(changeTitles).find(([name]) => name === change)?.[1] ?? change
}

/** A user of a later export compared with the earlier migration; `open`: known there, but not sent. */
const deltaGroups = ['new', 'changed', 'unchanged', 'open'] as const
type DeltaGroup = (typeof deltaGroups)[number]

/** The filter code for a group in tables of users; no finding has it. */
export const deltaGroupCode = 'since'

type Key = { readonly code: string; readonly group: string }

const groupFindings: Readonly<Record<Exclude<DeltaGroup, 'new'>, readonly Key[]>> = {
  changed: changes.map((group) => ({ code: 'changed-since', group })),
  unchanged: [{ code: 'unchanged-since', group: '' }],
  open: [{ code: 'open-since', group: '' }],
}

/** The findings that users of a group have; for new users, the findings that they lack. */
export function deltaGroupFindings(group: string): readonly Key[] {
  const all = Object.entries(groupFindings)
  return all.flatMap(([name, findings]) => (name === group || group === 'new' ? findings : []))
}

/** Says how many users have no source ID and are compared by email or phone; empty for none. */
export function comparedByContactText(users: number): string {
  if (users === 0) return ''
  const subject = `${counted(users, 'user')} without a source ID ${users === 1 ? 'was' : 'were'}`
  return `${subject} compared by email or phone: if one of these changed, the user counts as new and as no longer in the export. Map a source ID to compare by that.`
}

const shortTitles: Readonly<Record<Change, string>> = {
  password: 'Password',
  contact: 'Email or phone',
  moved: 'Login',
  'other-id': 'ID',
  added: 'Login methods',
  profile: 'Profile',
  waits: 'Needs another decision',
  gone: 'No longer to be migrated',
}

/** The changed part of a user, in one or two words, for a column or a filter. */
export function shortChangeTitle(change: string): string {
  return Object.entries(shortTitles).find(([name]) => name === change)?.[1] ?? change
}
