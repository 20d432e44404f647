import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { stemOf } from '../../electron/engine/files/atomic-file.ts'

const root = resolve(import.meta.dirname, '../..')
const sources = ['electron', 'shared', 'renderer'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name).replaceAll('\\', '/')),
)

/** The one module of each name, and what a second table of such names looks like. */
const tables = [
  ['shared/users/method-titles.ts', /'Third party'/],
  ['shared/report/state-titles.ts', /: 'In doubt'|\['In doubt'/],
  ['shared/hashes/family-title.ts', /'Firebase scrypt'/],
  ['electron/engine/files/atomic-file.ts', /\$\{number === 1|\$\{n === 1 \? ''/],
] as const

test.each(tables)('names are in %s alone', (home, twin) => {
  const places = sources.filter((name) => twin.test(readFileSync(join(root, name), 'utf8')))
  // A call of a user has states of its own.
  expect(places.filter((name) => name !== home && name !== 'renderer/components/users/user/call-list.tsx')).toEqual([])
  expect(sources).toContain(home)
})

test('a migration is called after its export, without any extension', () => {
  expect(['users.csv', 'a/users.sql.gz', 'export.ndjson', 'Users', '.users', 'shop.2026.bson'].map(stemOf)).toEqual([
    'users',
    'users',
    'export',
    'Users',
    '.users',
    'shop.2026',
  ])
})
