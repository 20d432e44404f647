import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { madeUpBcrypt, usersWithHashes } from '../../support/made-up-csv.ts'
import { startCore } from '../../support/rehearsal.ts'
import { paths, startScriptedCore } from '../../support/scripted-core.ts'
import { runUsers } from '../../support/run-users.ts'
import { folderOf } from '../../support/temporary-folder.ts'
import { mappingOf } from '../../support/made-up-mapping.ts'

const users = `key,mail,pw,groups\nold-ann,ann@example.com,${madeUpBcrypt(1)},guest\n`
const mapping = mappingOf({ key: 'source-id', mail: 'email', pw: 'password-hash', groups: 'role' })

type Listed = {
  readonly code: string
  readonly group: string
  readonly blocks: boolean
  readonly option: string | null
}

async function inspected(more: readonly string[]) {
  const folder = folderOf({ 'users.csv': users, 'mapping.json': JSON.stringify(mapping) })
  const ran = await cli(['inspect', 'users.csv', '--mapping', 'mapping.json', '--json', ...more], { cwd: folder })
  const findings = (ran.json?.['findings'] ?? []) as readonly Listed[]
  return { ...ran, roles: findings.filter(({ code }) => code === 'role-missing') }
}

test('inspect asks a core what it lacks, and names each decision that a run would need', async () => {
  const core = await startCore({ dialect: 'supertokens' })
  const atCore = await inspected(['--core', core.baseUrl])
  expect([atCore.code, atCore.json?.['ready'], atCore.roles]).toEqual([
    0,
    0,
    [expect.objectContaining({ group: 'guest', blocks: true, option: '--decide role-missing:guest=create|exclude' })],
  ])
  expect(atCore.err).toContain('Decide each: --decide role-missing:ROLE=create|exclude; on screen: Review, Decisions.')
  const decided = await inspected(['--core', core.baseUrl, '--decide', 'role-missing:guest=exclude'])
  expect([decided.json?.['ready'], core.count()]).toEqual([1, 0])
})

test('inspect without a core asks none, and one that cannot be reached stops it', async () => {
  const alone = await inspected([])
  const away = await inspected(['--core', 'http://127.0.0.1:9'])
  expect([alone.code, alone.roles, away.code, away.out]).toEqual([0, [], 4, ''])
})

test('resume and retry take decisions, and plan with them', async () => {
  let isRefused = true
  const core = await startScriptedCore(({ path, body }) =>
    isRefused && path.endsWith(paths.import) && body['email'] === 'user1@example.com'
      ? { status: 400, text: 'No.' }
      : null,
  )
  const disabled = { id: 'd', email: 'disabled@example.com', password_hash: madeUpBcrypt(9), disabled: 'true' }
  const run = await runUsers([...usersWithHashes(2), disabled], core.url, ['--on-existing', 'overwrite'])
  expect([run.code, run.json]).toEqual([3, expect.objectContaining({ migrated: 1, failed: 1, blocked: 1 })])
  expect(run.err).toContain('Disabled in the source (1 user)')
  expect(run.err).toContain('Option: --decide disabled=migrate|exclude; on screen: Review, Decisions.')
  isRefused = false
  const retried = await run.next(['retry', 'm.migration', '--json', '--decide', 'disabled=migrate'])
  expect(retried.json).toMatchObject({ migrated: 2, failed: 0, blocked: 0, ready: 1 })
  const resumed = await run.next(['resume', 'm.migration', '--json', '--decide', 'disabled=exclude'])
  expect([resumed.code, resumed.json]).toEqual([0, expect.objectContaining({ migrated: 2, excluded: 1 })])
})

test('the list of blocked users names for each how it is decided, and that it can be corrected', async () => {
  const core = await startCore({ dialect: 'supertokens' })
  const [met] = usersWithHashes(1)
  await runUsers(usersWithHashes(1), core.baseUrl)
  const disabled = { id: 'd', email: 'disabled@example.com', password_hash: madeUpBcrypt(9), disabled: 'true' }
  const cut = { id: 'c', email: 'no-at-sign', password_hash: madeUpBcrypt(8) }
  const run = await runUsers([...(met === undefined ? [] : [met]), disabled, cut], core.baseUrl, [
    '--on-existing',
    'hold',
  ])
  await run.next(['report', 'm.migration', '--format', 'blocked', '--out', 'blocked.csv'])
  const advice = readFileSync(join(run.folder, 'blocked.csv'), 'utf8')
  expect(advice).toContain('Decide this for all affected users (--decide existing-user=skip|overwrite; on screen:')
  expect(advice).toContain('(--decide disabled=migrate|exclude; on screen: Review, Decisions), or correct this user')
  expect(advice).toContain('(--decide email-invalid=exclude; on screen: Review, Decisions), or correct this user')
})
