import type { MenuItemConstructorOptions } from 'electron'
import { type Command, shortcuts, stepKeys, stepTitles } from '../../shared/ipc/commands.ts'
import type { Channel, Input } from '../../shared/ipc/contract.ts'
import type { ProgressView, RecentMigration } from '../../shared/ipc/views.ts'

type MenuOptions = {
  readonly platform: string
  readonly appName: string
  /** Developer tools are for unpackaged apps. */
  readonly tools: boolean
  readonly recent: readonly RecentMigration[]
  readonly ask: <C extends Channel>(channel: C, input: Input<C>) => void
  /** Sends a command to the page. */
  readonly tell: (command: Command) => void
  readonly showLog: () => void
}

type Item = MenuItemConstructorOptions
const line: Item = { type: 'separator' }

/** The template of the menu; its requests pass the same router as requests of the page. */
export function menuTemplate(options: MenuOptions): Item[] {
  const { platform, appName, tools, ask, tell } = options
  const mac = platform === 'darwin'
  const asking = (channel: 'document:new' | 'document:open' | 'document:save-copy', label: string, key: ShortcutName) =>
    ({ id: channel, label, accelerator: acceleratorOf(key), click: () => ask(channel, {}) }) satisfies Item
  const plain = (channel: 'run:pause' | 'run:resume', label: string) =>
    ({ id: channel, label, click: () => ask(channel, {}) }) satisfies Item
  const telling = (command: Command, label: string, key?: ShortcutName): Item => ({
    id: command,
    label,
    ...(key === undefined ? {} : { accelerator: acceleratorOf(key) }),
    click: () => tell(command),
  })
  return [
    ...(mac ? [{ label: appName, role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [
        asking('document:new', 'New migration', 'newMigration'),
        asking('document:open', 'Open…', 'openMigration'),
        { id: 'recent', label: 'Open recent', submenu: recentItems(options) },
        line,
        asking('document:save-copy', 'Save a copy…', 'saveCopy'),
        {
          id: 'document:close',
          label: 'Close migration',
          accelerator: acceleratorOf('closeMigration'),
          click: () => ask('document:close', {}),
        },
        line,
        mac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&Migration',
      submenu: [
        ...stepKeys.map((step) => telling(step, stepTitles[step], step)),
        line,
        plain('run:pause', 'Pause the run'),
        plain('run:resume', 'Continue the run'),
      ],
    },
    {
      label: '&View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        line,
        { role: 'togglefullscreen' },
        ...(tools ? [line, { role: 'toggleDevTools' } as const] : []),
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        // The page listens for this key itself, in every host.
        { ...telling('help', 'How it works', 'help'), registerAccelerator: false },
        telling('keys', 'Keyboard shortcuts'),
        line,
        telling('diagnostics', 'Save diagnostics…'),
        { id: 'log', label: 'Show the log', click: options.showLog },
        ...(mac ? [] : [line, { role: 'about' } as const]),
      ],
    },
  ]
}

type ShortcutName = keyof typeof shortcuts

/** A shortcut as Electron's menus want it. */
export function acceleratorOf(name: ShortcutName): string {
  return shortcuts[name].keys.replace('Mod', 'CommandOrControl')
}

function recentItems({ recent, ask }: MenuOptions): Item[] {
  if (recent.length === 0) return [{ label: 'None yet', enabled: false }]
  return recent.map(({ id, name, location }) => ({
    // An ampersand would underline what follows it.
    label: `${name}  (${location})`.replaceAll('&', '&&'),
    click: () => ask('document:open-recent', { id }),
  }))
}

/** Entries of the menu that need a migration, and those that need a run. */
type MenuState = Readonly<Record<string, boolean>>

/** Which entries can be chosen, by their id. */
export function menuState(isOpen: boolean, run: ProgressView['state']): MenuState {
  const isSending = run === 'running' || run === 'waiting'
  return {
    ...Object.fromEntries(['document:save-copy', 'document:close', ...stepKeys].map((id) => [id, isOpen])),
    'run:pause': isOpen && isSending,
    'run:resume': isOpen && (run === 'paused' || run === 'stopped'),
  }
}
