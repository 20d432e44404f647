import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSessionFolder } from '../../../electron/browser/browser-host.ts'

test('folders of a killed host are removed; folders of a running host stay', () => {
  const folder = mkdtempSync(join(tmpdir(), 'session-'))
  const living = String(process.ppid)
  for (const name of ['999999999', 'not-a-number', living]) {
    mkdirSync(join(folder, 'browser', name, 'uploads'), { recursive: true })
  }
  const own = createSessionFolder(folder)
  expect(readdirSync(join(folder, 'browser')).toSorted()).toEqual([living, String(process.pid)].toSorted())
  expect(statSync(own.path).mode & 0o777).toBe(0o700)
  own.remove()
  expect(readdirSync(join(folder, 'browser'))).toEqual([living])
  rmSync(folder, { recursive: true })
})
