import { exportFormats } from '../../../shared/exports/index.ts'

/** What a file can be said to be: every provider whose exports are read, by name, and a table of one's own. */
export const fileProviders: readonly { readonly id: string; readonly title: string }[] = [
  ...exportFormats
    .map(({ provider, title }) => ({ id: provider, title }))
    .sort((a, b) => a.title.localeCompare(b.title, 'en')),
  { id: 'generic', title: 'Another table: I map its columns' },
]

/** The providers in a phrase: the first few in the order they are tried, and how many more. */
export function knownProviders(shown: number): string {
  const titles = exportFormats.map(({ title }) => title)
  const rest = titles.length - shown
  return rest > 0 ? `${titles.slice(0, shown).join(', ')} and ${rest} more` : titles.join(', ')
}
