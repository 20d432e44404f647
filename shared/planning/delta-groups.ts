import { changeTitles, type Change } from './changes.ts'

/** How a user of a later export stands to the earlier migration; `open`: known to it, but not sent. */
export const deltaGroups = ['new', 'changed', 'unchanged', 'open'] as const
export type DeltaGroup = (typeof deltaGroups)[number]

/** The code under which tables of users are narrowed to a group; it stands in no finding. */
export const deltaGroupCode = 'since'

type Key = { readonly code: string; readonly group: string }

const groupFindings: Readonly<Record<Exclude<DeltaGroup, 'new'>, readonly Key[]>> = {
  changed: Object.keys(changeTitles).map((group) => ({ code: 'changed-since', group })),
  unchanged: [{ code: 'unchanged-since', group: '' }],
  open: [{ code: 'open-since', group: '' }],
}

/** The findings of the users of a group; of new ones those that they do not have. */
export function deltaGroupFindings(group: string): readonly Key[] {
  const all = Object.entries(groupFindings)
  return all.flatMap(([name, findings]) => (name === group || group === 'new' ? findings : []))
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

/** What changed of a user, in one or two words, for a column or a filter. */
export function shortChangeTitle(change: string): string {
  return Object.entries(shortTitles).find(([name]) => name === change)?.[1] ?? change
}
