import { app, Menu, shell } from 'electron'
import type { Command } from '../../shared/ipc/commands.ts'
import type { Channel, Input } from '../../shared/ipc/contract.ts'
import type { ProgressView } from '../../shared/ipc/views.ts'
import type { Documents } from '../ipc/services/documents.ts'
import type { RecentDocuments } from '../ipc/services/recent-documents.ts'
import type { Engine } from '../engine/engine-api.ts'
import { menuState, menuTemplate } from './menu.ts'

type AppMenu = {
  readonly engine: Engine
  readonly documents: Documents
  readonly recent: RecentDocuments
  readonly ask: <C extends Channel>(channel: C, input: Input<C>) => void
  readonly tell: (command: Command) => void
  /** The file of the log. */
  readonly log: string
}

/** Shows the menu of the app: rebuilds it when another migration opens and enables its entries by the state of the run. */
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
    // The migration enters the list once it is open, which can take a moment.
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
