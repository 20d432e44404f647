import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Everything temporary of a run of tests lies in one folder, removed at its end: a worker that is ended from outside cannot
 * remove its own.
 */
export default function temporaryRoot(): () => void {
  const root = mkdtempSync(join(tmpdir(), 'user-migration-tests-'))
  // Servers of tests run as another account: they have to get through to their folders, and MariaDB writes temporary files here.
  chmodSync(root, 0o1733)
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = root
  return () => rmSync(root, { recursive: true, force: true, maxRetries: 5 })
}
