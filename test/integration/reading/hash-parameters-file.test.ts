import { join } from 'node:path'
import { expect, test } from 'vitest'
import { must } from '../../support/documents.ts'
import { engineOf, startEngine } from '../../support/engine.ts'
import { fileIn } from '../../support/temporary-folder.ts'

const parameters = `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,
  base64_salt_separator: Bw==,
  rounds: 8,
  mem_cost: 14,
}
`

test('hash parameters that are dropped among the exports are taken as what they are', async () => {
  const engine = await engineOf({ 'hash-config.txt': parameters, 'users.csv': 'mail\na@example.com\n' })
  const view = engine.view
  expect([view.files.map(({ name, problem }) => [name, problem]), view.scrypt?.rounds]).toEqual([
    [['users.csv', null]],
    8,
  ])
})

test('hash parameters as fetching writes them are taken as what they are', async () => {
  const engine = await startEngine()
  const text = parameters.match(/\S+: \S+/g)?.map((line) => line.replace(/,$/, '').split(': ')) ?? []
  fileIn(engine.folder, 'users.parameters.json', JSON.stringify({ hash_config: Object.fromEntries(text) }, null, 2))
  fileIn(engine.folder, 'users.csv', 'mail\na@example.com\n')
  const view = await engine.add('users.parameters.json', 'users.csv')
  expect([view.files.map(({ name, problem }) => [name, problem]), view.scrypt?.rounds]).toEqual([
    [['users.csv', null]],
    8,
  ])
})

test('hash parameters alone are taken, too, and no file is added', async () => {
  const engine = await startEngine()
  fileIn(engine.folder, 'hash-config.txt', parameters)
  const path = join(engine.folder, 'hash-config.txt')
  must(await engine.internal('internal:add', { paths: [path], names: ['hash-config.txt'] }))
  const view = must(await engine.ask('document:state', {}))
  expect([view?.files, view?.scrypt?.memoryCost, view?.scrypt?.signerKeyHeld]).toEqual([[], 14, true])
})
