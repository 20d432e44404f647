import { exportFormats } from '../../../shared/exports/index.ts'

/** What a file can be said to be: every provider whose exports are read, by name, and a table of one's own. */
export const fileProviders: readonly { readonly id: string; readonly title: string }[] = [
  ...exportFormats
    .map(({ provider, title }) => ({ id: provider, title }))
    .sort((a, b) => a.title.localeCompare(b.title, 'en')),
  { id: 'generic', title: 'Another table: I map its columns' },
]
