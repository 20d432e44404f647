import { expect, test } from 'vitest'
import { must } from '../../support/documents.ts'
import { engineOf, startEngine } from '../../support/engine.ts'
import { accountsCsv, knownAccounts } from '../../support/data/known-accounts.ts'
import { fileIn } from '../../support/temporary-folder.ts'

const only = (...names: readonly string[]) =>
  accountsCsv(Object.fromEntries(Object.entries(knownAccounts).filter(([name]) => names.includes(name))))

test.each([
  ['bare, without the parameters of their project', 'scrypt-raw', true],
  ['whole, with parameters of their own', 'scrypt-whole', true],
  ['of another family', '2b', false],
])('a table whose hashes are %s says whether the core needs a signer key', async (_, account, needed) => {
  const engine = await startEngine()
  fileIn(engine.folder, 'members.csv', only(account))
  expect(await engine.add('members.csv')).toMatchObject({ scrypt: null, scryptHashes: needed })
})

test('that it is needed holds while users are planned again, and no longer when the file is removed', async () => {
  const engine = await engineOf({ 'members.csv': only('scrypt-raw', '2b') })
  const { files } = engine.view
  expect(must(await engine.ask('decisions:update', { choices: { signerKeySet: true } }))).toMatchObject({
    work: { kind: 'planning' },
    scryptHashes: true,
  })
  await engine.settled()
  must(await engine.ask('export:remove', { fileId: files[0]?.id ?? 0 }))
  expect(await engine.settled()).toMatchObject({ scryptHashes: false })
})
