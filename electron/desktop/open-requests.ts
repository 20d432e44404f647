import { resolve } from 'node:path'
import type { App } from 'electron'

/** The migration named on a command line, absolute; null when there is none. Switches are passed over. */
export function migrationIn(argv: readonly string[], folder: string): string | null {
  const named = argv.slice(1).find((argument) => !argument.startsWith('-') && /\.migration$/i.test(argument))
  return named === undefined ? null : resolve(folder, named)
}

type OpenRequests = {
  /** Delivers the requests received so far and all later ones; null: only bring the window to the front. */
  readonly serve: (open: (path: string | null) => void) => void
}

/** Migrations to open: from the command line, the file manager, or a second start of the app. */
export function openRequests(app: App, first: string | null): OpenRequests {
  let waiting = first
  let open = (path: string | null): void => {
    waiting = path ?? waiting
  }
  app.on('open-file', (event, path) => {
    event.preventDefault()
    open(path)
  })
  app.on('second-instance', (_event, argv, folder) => open(migrationIn(argv, folder)))
  return {
    serve: (serving) => {
      open = serving
      if (waiting !== null) serving(waiting)
    },
  }
}
