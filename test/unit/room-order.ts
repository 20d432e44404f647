/** A place in the order of a folder's rooms: a folder or files, and what it holds. */
export type Room = { readonly names: readonly string[]; readonly holds: string }

/** Rooms of one folder of the tree; each imports only those above it. */
export type Order = { readonly folder: string; readonly readme: string; readonly rooms: readonly Room[] }

function room(names: string, holds: string): Room {
  return { names: names.split(' '), holds }
}

export const orders: readonly Order[] = [
  {
    folder: 'shared',
    readme: 'shared/README.md',
    rooms: [
      room(
        'platform.d.ts app.ts coalesce.ts in-turn.ts offers.ts places.ts result.ts json.ts json-text.ts computed-value.ts remembered.ts text-digest.ts format.ts',
        'globals of every world; name and version; work at most once in a while, or one after the other; parts of a file to choose from; places of records in words; errors as values (`Result`); JSON texts and objects; values that only a database computes; answers about names, kept; digests of texts; numbers as text',
      ),
      room('hashes', 'one file per family: recognise, rewrite, refuse; the detector'),
      room('users', 'a user and its login methods; normalising emails, phones, provider names'),
      room('mapping', 'suggest and apply a mapping for a custom table; what a record becomes'),
      room('exports', 'one entry per provider: recognise its records, turn one into a user'),
      room('core-api', 'the operations of the core, the dialects, what a reply means'),
      room('planning', 'users -> calls and findings; decisions, corrections, duplicates'),
      room('follow', 'a source that is followed: what a pass does with each change, its settings'),
      room('chart', 'the chart of a run'),
      room('ipc', 'the contract between renderer and main'),
      room('report', 'sums, headline, CSV'),
      room('glossary.ts', 'words of our own'),
    ],
  },
  {
    folder: 'electron/engine',
    readme: 'electron/engine/README.md',
    rooms: [
      room(
        'process-alive.ts sqlite-driver.ts worker-protocol.ts',
        'other processes; the driver of SQLite; messages of a worker',
      ),
      room('files', 'the one door to files beside a file: judged, through no link, whole or not at all'),
      room('reading', 'files -> records'),
      room('import-pipeline', 'records -> users with plans, in batches'),
      room('document', 'the migration document: one SQLite file'),
      room('trust', 'what this machine confirmed about migrations: addresses of cores, paths of files'),
      room('queries', 'answers from a read-only connection'),
      room('core-client', 'HTTP to one core'),
      room('runner', 'sends users: claims, journal, retries, limits'),
      room('fetching', 'users of an old system -> an export file'),
      room('post-run', 'looks migrated users up, lets one sign in, removes them'),
      room('reporting', 'report files'),
      room('password-check', 'does this known password fit this hash?'),
      room('rehearsal', 'the rehearsal core, its dialects, its faults'),
      room('sample', 'the built-in sample export, and a sample source that changes'),
      room('session', 'one open migration: its document, its keys, its rehearsal core, its run'),
      room('follow', 'passes over a source until the cut-over'),
      room('engine-api.ts', 'what hosts ask an engine'),
      room('channels', 'what each channel of the contract does; `open-migration.ts` says when it may be asked'),
      room('engine.ts', '`createEngine`: one open migration, asked by channel'),
      room(
        'engine-worker.ts fetch-worker.ts import-worker.ts password-check-worker.ts query-worker.ts rehearsal-worker.ts',
        'where the threads begin',
      ),
    ],
  },
  {
    folder: 'renderer',
    readme: 'renderer/README.md',
    rooms: [
      room('styles app.module.css workspace.module.css', 'tokens, elements, form controls'),
      room('no-webrtc.ts', 'takes WebRTC away before anything else runs'),
      room('api', 'hooks between screens and main, and the pure pieces below them'),
      room('navigation', 'the steps, which one is on screen, what each remembers'),
      room('components', 'what several screens use, in rooms with an order of their own'),
      room('steps', 'the screens, one folder each'),
      room('workspace.tsx', 'the open document: bar, rail, step, foot'),
      room('app.tsx', 'start screen or open document'),
      room('main.tsx', 'finds the bridge'),
    ],
  },
  {
    folder: 'renderer/components',
    readme: 'renderer/components/README.md',
    rooms: [
      room('texts', 'numbers, times and actions in words'),
      room('display', 'cards, tags, bars, icons: shown, not pressed'),
      room('controls', 'buttons, fields, tabs, and the keys that press or focus them'),
      room('notices', 'what happened, what is missing, what is under way'),
      room('overlays', 'dialogs, menus, popovers, tooltips: above the page'),
      room('theme', 'light, dark, or as the system'),
      room('help', 'the help of a step, with its pictures'),
      room('shell', 'what is around each step: bar, frame, focus'),
      room('users', 'the table of users, its filters and actions; `user/` is the drawer of one'),
    ],
  },
]

/** The place of a file in an order, from 0; -1: it lies in no room. */
export function placeOf({ folder, rooms }: Order, file: string): number {
  if (!file.startsWith(`${folder}/`)) return -1
  const [name = ''] = file.slice(folder.length + 1).split('/')
  return rooms.findIndex(({ names }) => names.includes(name))
}

/** The order as a picture, as the README of the folder has it. */
export function picture({ rooms }: Order): string {
  const lines = rooms.flatMap(({ names, holds }) => {
    const shown = names.map((name) => (name.includes('.') ? name : `${name}/`))
    return shown.map((name, index) => `${name.padEnd(width)}  ${index === 0 ? holds : '"'}`)
  })
  return lines.map((line, index) => `${index === lines.length - 1 ? 'v' : '|'}  ${line}`).join('\n')
}

const width = 24
