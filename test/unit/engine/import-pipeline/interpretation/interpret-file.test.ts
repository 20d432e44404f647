import { join } from 'node:path'
import { expect, test } from 'vitest'
import { interpretFile } from '../../../../../electron/engine/import-pipeline/interpretation/interpret-file.ts'
import { openExport } from '../../../../../electron/engine/reading/open-export.ts'
import { must } from '../../../../support/documents.ts'
import { sampleExports } from '../../../../support/data/sample-exports.ts'

async function interpreted(name: string) {
  return must(
    interpretFile({ provider_override: null, mapping: null }, must(await openExport(join(sampleExports, name)))),
  )
}

const hash = '$2b$10$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01232'

test('rows of a table of names are read for their names; rows of a table that is not read may be logins left behind', async () => {
  const { read, names, wants } = await interpreted('keycloak/tables.sql')
  const row = { id: '1', description: 'ann@example.com', secret: hash }
  expect(names?.tables.has('public.client')).toBe(true)
  expect(read(row, 'public.client')).toEqual({ kind: 'aside', what: 'public.client' })
  expect(read(row, 'public.archive')).toMatchObject({
    kind: 'aside',
    logins: [{ kind: 'email' }, { kind: 'password-hash' }],
  })
  expect([wants('public.user_entity'), wants('public.archive')]).toEqual([true, 'count'])
})

test('a file without tables is read whole', async () => {
  const { wants, names, offers } = await interpreted('frontegg/users.json')
  expect([wants('anything'), names, offers]).toEqual([true, null, null])
})
