import { expect, test } from 'vitest'
import { must } from '../../support/documents.ts'
import { startEngine } from '../../support/engine.ts'
import { madeUpArgon2, madeUpCsv, usersWithHashes } from '../../support/made-up-csv.ts'
import { paths, startScriptedCore } from '../../support/scripted-core.ts'
import { fileIn } from '../../support/temporary-folder.ts'

test('users of whom a refused key left nothing follow every decision, and lock no file', async () => {
  let isRefused = true
  const core = await startScriptedCore(({ path }) =>
    isRefused && path.endsWith(paths.import) ? { status: 401 } : null,
  )
  const engine = await startEngine()
  const argon2 = { id: 'a1', email: 'argon@example.com', password_hash: madeUpArgon2(1) }
  fileIn(engine.folder, 'users.csv', madeUpCsv([argon2, ...usersWithHashes(3)]))
  await engine.add('users.csv')
  await engine.connect(core.url)
  await engine.start(1)
  const refused = await engine.runEnded()
  expect([refused.stopped, refused.counts.ready]).toEqual(['api-key-rejected', 4])

  isRefused = false
  must(await engine.ask('decisions:update', { choices: { families: { argon2: 'exclude' } } }))
  await engine.settled()
  const before = core.requests.length
  must(await engine.ask('run:resume', {}))
  const ended = await engine.runEnded()
  const sent = core.requests.slice(before).map(({ body }) => body['email'])
  expect([ended.counts.migrated, ended.counts.excluded, sent.includes('argon@example.com')]).toEqual([3, 1, false])
})

test('a file can be removed after a refused key, and not after a user was created', async () => {
  let isRefused = true
  const core = await startScriptedCore(({ path }) =>
    isRefused && path.endsWith(paths.import) ? { status: 401 } : null,
  )
  const engine = await startEngine()
  fileIn(engine.folder, 'users.csv', madeUpCsv(usersWithHashes(3)))
  fileIn(
    engine.folder,
    'more.csv',
    madeUpCsv([{ id: 'm1', email: 'more@example.com', password_hash: madeUpArgon2(2) }]),
  )
  await engine.add('users.csv')
  const { files } = await engine.add('more.csv')
  await engine.connect(core.url)
  await engine.start(1)
  await engine.runEnded()
  const removed = await engine.ask('export:remove', { fileId: files[1]?.id ?? 0 })
  isRefused = false
  await engine.settled()
  must(await engine.ask('run:resume', {}))
  await engine.runEnded()
  const locked = await engine.ask('export:remove', { fileId: files[0]?.id ?? 0 })
  expect([removed.ok, locked.ok]).toEqual([true, false])
})

const refusal = { status: 400, body: 'Password hash is in invalid Argon2 format' }

test.each([
  { replies: [refusal], named: 'nothing can be in the core', states: { a1: 'excluded', sent: false } },
  {
    replies: [{ status: 500, body: 'java.io.IOException' }, refusal],
    named: 'an earlier request may have had its effect',
    states: { a1: 'migrated', sent: true },
  },
])('of a refused user $named: whether a later decision reaches it', async ({ replies, states }) => {
  const answers = [...replies]
  const core = await startScriptedCore(({ path, body }) =>
    path.endsWith(paths.import) && body['email'] === 'argon@example.com' ? (answers.shift() ?? null) : null,
  )
  const engine = await startEngine()
  const argon2 = { id: 'a1', email: 'argon@example.com', password_hash: madeUpArgon2(1) }
  fileIn(engine.folder, 'users.csv', madeUpCsv([argon2, ...usersWithHashes(3)]))
  await engine.add('users.csv')
  await engine.connect(core.url)
  await engine.start(1)
  const { counts } = await engine.runEnded()
  expect([counts.migrated, counts.failed]).toEqual([3, 1])

  must(await engine.ask('decisions:update', { choices: { families: { argon2: 'exclude' } } }))
  await engine.settled()
  const before = core.requests.length
  await engine.retry({ kind: 'failed' })
  const sent = core.requests.slice(before).some(({ body }) => body['email'] === 'argon@example.com')
  expect({ a1: engine.states()['a1'], sent }).toEqual(states)
})
