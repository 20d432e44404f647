/** The steps in their order. */
export const stepKeys = ['connect', 'export', 'mapping', 'review', 'run', 'report'] as const
export type StepKey = (typeof stepKeys)[number]

/** Their names in the rail, as headings and in the menu. */
export const stepTitles: Readonly<Record<StepKey, string>> = {
  connect: 'Connect',
  export: 'Export',
  mapping: 'Map columns',
  review: 'Review',
  run: 'Run',
  report: 'Report',
}

/** Commands of a menu of the desktop app to the page: go to a step, or open a panel. */
export const commands = [...stepKeys, 'help', 'keys', 'diagnostics'] as const
export type Command = (typeof commands)[number]

/** A key with what it does. `Mod` is Ctrl, on a Mac Command. */
type Shortcut = {
  readonly keys: string
  readonly meaning: string
  /** `menu`: by the menu of the desktop app; `page`: by the page, in every host. */
  readonly by: 'menu' | 'page'
}

/** Every key there is, in the order in which they are listed. Menus and the list in the help take them from here. */
export const shortcuts = {
  next: { keys: 'Mod+Enter', meaning: 'Go to the next step (the primary button)', by: 'page' },
  connect: { keys: 'Mod+1', meaning: 'Go to Connect', by: 'menu' },
  export: { keys: 'Mod+2', meaning: 'Go to Export', by: 'menu' },
  mapping: { keys: 'Mod+3', meaning: 'Go to Map columns', by: 'menu' },
  review: { keys: 'Mod+4', meaning: 'Go to Review', by: 'menu' },
  run: { keys: 'Mod+5', meaning: 'Go to Run', by: 'menu' },
  report: { keys: 'Mod+6', meaning: 'Go to Report', by: 'menu' },
  search: { keys: '/', meaning: 'Search users', by: 'page' },
  move: { keys: '↑ ↓', meaning: 'Move to the previous or next user', by: 'page' },
  ends: { keys: 'Home End', meaning: 'Move to the first or last user', by: 'page' },
  screens: { keys: 'Page↑ Page↓', meaning: 'Move one page up or down', by: 'page' },
  select: { keys: 'Space', meaning: 'Select the user', by: 'page' },
  selectTo: { keys: 'Shift+Space', meaning: 'Extend the selection to this user', by: 'page' },
  stretch: { keys: 'Shift+↑ ↓', meaning: 'Extend the selection by one user', by: 'page' },
  show: { keys: 'Enter', meaning: 'Open the user', by: 'page' },
  sizeColumn: { keys: 'Shift+← →', meaning: 'Resize the column whose name has the focus', by: 'page' },
  moveColumn: { keys: 'Ctrl+← →', meaning: 'Move the column whose name has the focus', by: 'page' },
  close: { keys: 'Esc', meaning: 'Close the open menu, dialog, or panel', by: 'page' },
  newMigration: { keys: 'Mod+N', meaning: 'New migration', by: 'menu' },
  openMigration: { keys: 'Mod+O', meaning: 'Open a migration', by: 'menu' },
  saveCopy: { keys: 'Mod+Shift+S', meaning: 'Save a copy', by: 'menu' },
  closeMigration: { keys: 'Mod+Shift+W', meaning: 'Close the migration', by: 'menu' },
  help: { keys: 'F1', meaning: 'How it works', by: 'page' },
  keys: { keys: '?', meaning: 'Keyboard shortcuts', by: 'page' },
} as const satisfies Readonly<Record<StepKey, Shortcut> & Record<string, Shortcut>>

/** A shortcut as it is written on this platform: `Ctrl + Shift + S`, on a Mac `⇧⌘S`. */
export function shortcutText({ keys }: Pick<Shortcut, 'keys'>, platform: string): string {
  const parts = keys.split('+')
  if (platform !== 'darwin') return parts.map((part) => (part === 'Mod' ? 'Ctrl' : part)).join(' + ')
  const signs: Readonly<Record<string, string>> = { Shift: '⇧', Mod: '⌘', Enter: '↩' }
  const order = ['Shift', 'Mod']
  const sorted = [...order.filter((part) => parts.includes(part)), ...parts.filter((part) => !order.includes(part))]
  return sorted.map((part) => signs[part] ?? part).join(sorted[0] === 'Shift' && !parts.includes('Mod') ? ' ' : '')
}
