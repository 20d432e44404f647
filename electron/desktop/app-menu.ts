import { app, Menu, type MenuItemConstructorOptions, shell } from 'electron'
import { acceleratorOf, type Command, type ShortcutName } from '../../shared/ipc/commands.ts'
import type { Channel, Input } from '../../shared/ipc/contract.ts'
import type { ProgressView } from '../../shared/ipc/views.ts'
import type { Engine } from '../engine/engine-api.ts'
import type { Documents } from '../ipc/services/documents.ts'
import type { RecentDocument, RecentDocuments } from '../ipc/services/recent-documents.ts'

type AppMenu = {
  readonly engine: Engine
  readonly documents: Documents
  readonly recent: RecentDocuments
  readonly ask: <C extends Channel>(channel: C, input: Input<C>) => void
  readonly tell: (command: Command) => void
  /** The file of the log. */
  readonly log: string
}

/** The menu of the app: made anew when another migration is open, its entries enabled as the run stands. */
export function showMenu({ engine, documents, recent, ask, tell, log }: AppMenu): void {
  let shown: string | null | undefined
  let run: ProgressView['state'] = 'idle'

  const enable = (): void => {
    const menu = Menu.getApplicationMenu()
    for (const [id, enabled] of Object.entries(menuState(shown !== null && shown !== undefined, run))) {
      const item = menu?.getMenuItemById(id)
      if (item) item.enabled = enabled
    }
  }
  const show = async (): Promise<void> => {
    const path = await documents.path()
    if (path === shown) return
    shown = path
    // It is added once it is open, which may be a moment from now.
    if (path !== null) await recent.add(path)
    const template = menuTemplate({
      platform: process.platform,
      appName: app.name,
      tools: !app.isPackaged,
      recent: await recent.list(),
      ask,
      tell,
      showLog: () => shell.showItemInFolder(log),
    })
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
    enable()
  }

  engine.on('document-changed', () => void show())
  engine.on('progress', ({ state }) => {
    if (state === run) return
    run = state
    enable()
  })
  void show()
}

type MenuOptions = {
  readonly platform: string
  readonly appName: string
  /** Developer tools are for unpackaged apps. */
  readonly tools: boolean
  readonly recent: readonly RecentDocument[]
  readonly ask: <C extends Channel>(channel: C, input: Input<C>) => void
  /** Tells the page. */
  readonly tell: (command: Command) => void
  readonly showLog: () => void
}

type Item = MenuItemConstructorOptions
const line: Item = { type: 'separator' }

/** The usual menu; what it does to migrations passes the same gate as the page. */
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
        telling('connect', 'Connect', 'connect'),
        telling('export', 'Export', 'export'),
        telling('mapping', 'Map columns', 'mapping'),
        telling('review', 'Review', 'review'),
        telling('run', 'Run', 'run'),
        telling('report', 'Report', 'report'),
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

const steps: readonly Command[] = ['connect', 'export', 'mapping', 'review', 'run', 'report']

/** Which entries can be chosen, by their id. */
export function menuState(isOpen: boolean, run: ProgressView['state']): MenuState {
  const isSending = run === 'running' || run === 'waiting'
  return {
    ...Object.fromEntries(['document:save-copy', 'document:close', ...steps].map((id) => [id, isOpen])),
    'run:pause': isOpen && isSending,
    'run:resume': isOpen && (run === 'paused' || run === 'stopped'),
  }
}
