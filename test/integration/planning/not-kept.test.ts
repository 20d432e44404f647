import { expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { must } from '../../support/documents.ts'
import { engineWith } from '../../support/engine.ts'
import { madeUpBcrypt, folderWith } from '../../support/made-up-csv.ts'
import { startCore } from '../../support/rehearsal.ts'

const users = [1, 2, 3, 4].map((n) => ({
  id: `u${n}`,
  email: `user${n}@example.com`,
  email_verified: n === 4 ? 'false' : 'true',
  password_hash: madeUpBcrypt(n),
}))

test('login methods of users who wait or are excluded are those of the export, counted and filtered as the table shows them', async () => {
  const engine = await engineWith([
    { id: 'planned', email: 'planned@example.com', password_hash: madeUpBcrypt(1) },
    { id: 'twice', email: 'planned@example.com', password_hash: madeUpBcrypt(2) },
    { id: 'unmapped', email: 'unmapped@example.com', provider: 'samlp', provider_user_id: 's-1' },
    { id: 'old', email: 'old@example.com', password_hash: '5f4dcc3b5aa765d61d8327deb882cf99' },
    { id: 'none' },
  ])
  const page = (method?: string) => {
    const filter = method === undefined ? {} : { method: [method] }
    return engine.query('users:page', { filter, sort: { by: 'place', descending: false }, from: 0, limit: 500 })
  }
  const counts = engine.query('preview:get', {}).methods.map(({ key, users }) => [key, users, page(key).total])
  const rows = page().rows.map(({ sourceId, methods }) => [sourceId, methods.join()])
  expect([Object.fromEntries(rows), new Set(counts)]).toEqual([
    { planned: 'password', twice: 'password', unmapped: 'third-party', old: 'password', none: '' },
    new Set([
      ['none', 1, 1],
      ['password', 3, 3],
      ['third-party', 1, 1],
    ]),
  ])
})

test('verified emails and old IDs that do not arrive are counted findings, which a decision takes away', async () => {
  const core = await startCore({ dialect: 'supertokens' })
  const engine = await engineWith(users)
  const found = () =>
    engine
      .query('preview:get', {})
      .findings.map(({ code, group, users, choices, chosen }) => [code, group, users, choices.length, chosen])
  const documented = found()
  await engine.connect(core.baseUrl)
  const supertokens = found()
  const listed = engine.query('preview:get', {}).findings.map(({ code, group }) => {
    const filter = { finding: [{ code, group }] }
    const page = { filter, sort: { by: 'place', descending: false }, from: 0, limit: 500 } as const
    return engine.query('users:page', page).rows.length
  })
  must(await engine.ask('decisions:update', { choices: { verifyEmails: true, keepUserIds: true } }))
  await engine.settled()
  expect([documented, supertokens, listed, found()]).toEqual([
    [
      ['verification-not-kept', 'documented', 3, 2, null],
      ['new-id', 'documented', 4, 2, null],
    ],
    [
      ['verification-not-kept', '', 3, 2, null],
      ['new-id', '', 4, 2, null],
    ],
    [3, 4],
    [],
  ])
})

test('the command line counts them, and takes the decisions', async () => {
  const folder = folderWith(users)
  const inspected = await cli(['inspect', 'users.csv'], { cwd: folder })
  expect(inspected.out).toMatch(/3\s+Verified email: kept by some cores only/)
  const { json } = await cli(['inspect', 'users.csv', '--json'], { cwd: folder })
  expect(json).toMatchObject({
    findings: [
      { code: 'verification-not-kept', users: 3, blocks: false, decide: 'verification-not-kept=mark|skip' },
      { code: 'new-id', users: 4, blocks: false, decide: 'new-id=keep|new' },
    ],
  })
  expect(inspected.out).toMatch(/4\s+Old ID: kept by some cores only/)
})
