import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * All temporary files of a run of tests lie in one folder, which is removed at its end: a worker that is killed
 * cannot remove its own.
 */
export default function temporaryRoot(): () => void {
  const root = mkdtempSync(join(tmpdir(), 'user-migration-tests-'))
  // Servers of tests run as another account: they must be able to reach their folders, and MariaDB writes temporary files here.
  chmodSync(root, 0o1733)
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = root
  return () => rmSync(root, { recursive: true, force: true, maxRetries: 5 })
}
