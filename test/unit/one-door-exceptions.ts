/** Files outside of `electron/engine/files` that open files or connect, and why each may. None is added without a reason. */
export const outsideTheDoor: readonly { readonly reason: string; readonly files: readonly string[] }[] = [
  {
    reason: 'Connects to the core and to APIs over HTTP: certificates verified, no redirect followed, replies bounded.',
    files: [
      'electron/engine/core-client/pool.ts',
      'electron/engine/core-client/exchange.ts',
      'electron/engine/core-client/pool.ts',
      'electron/engine/core-client/route.ts',
      'electron/engine/fetching/web/line-download.ts',
    ],
  },
  {
    reason: 'Asks only whether a text is an IP address.',
    files: ['electron/engine/core-client/route.ts'],
  },
  {
    reason:
      'Connects to a directory or a database whose address the operator gave: TLS or a word of its own, rows bounded.',
    files: [
      'electron/engine/fetching/sources/ldap/open-ldap.ts',
      'electron/engine/fetching/sources/ldap/own-sockets.ts',
      'electron/engine/fetching/sources/ldap/open-ldap.ts',
      'electron/engine/fetching/sources/mysql/connect.ts',
      'electron/engine/fetching/sources/postgresql/connect.ts',
      'electron/engine/fetching/sources/postgresql/driver.ts',
    ],
  },
  {
    reason: 'Listens on this machine alone; requests are checked and bounded before they are read.',
    files: ['electron/browser/loopback-server.ts', 'electron/engine/rehearsal/http/server.ts'],
  },
  {
    reason: 'Reads the lines of a file or pipe that the operator named; ends with the signal, and a line is bounded.',
    files: ['electron/cli/commands/hashes.ts'],
  },
  {
    reason:
      'Reads the built page, also where it lies in an archive, which only Electron’s own reading of whole files opens.',
    files: ['electron/ipc/services/page-files.ts'],
  },
  {
    reason: 'Appends to the state of a rehearsal core, in a file that the operator named.',
    files: ['electron/engine/rehearsal/http/state-file.ts'],
  },
  {
    reason: 'Asks questions at the terminal of this process; opens nothing.',
    files: ['electron/cli/terminal.ts'],
  },
  {
    reason: 'The driver of SQLite, loaded by whichever name this runtime has; only the room of files opens with it.',
    files: ['electron/engine/sqlite-driver.ts'],
  },
  {
    reason:
      'Reads the directory of an archive that the operator chose and that was judged; entries and sizes are bounded.',
    files: ['electron/engine/reading/container.ts', 'electron/engine/reading/xlsx/workbook.ts'],
  },
]
