import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { beginRemovingHashes } from '../../../electron/engine/document/removed-hashes.ts'
import { forgetStatements, sqliteDriver } from '../../../electron/engine/document/sqlite.ts'
import { cli } from '../../support/cli.ts'
import { codeOf, must } from '../../support/documents.ts'
import { engineWith, type TestEngine } from '../../support/engine.ts'
import { madeUpArgon2, madeUpBcrypt, madeUpCsv, usersWithHashes, folderWith } from '../../support/made-up-csv.ts'
import { startCore } from '../../support/rehearsal.ts'
import { startScriptedCore } from '../../support/scripted-core.ts'
import { fileIn, temporaryFolder } from '../../support/temporary-folder.ts'

const users = [
  ...usersWithHashes(3),
  { id: 'a', email: 'a@example.com', password_hash: madeUpArgon2(7) },
  { id: 'late', email: 'late@example.com', password_hash: 'not a hash' },
]
const hashes = [1, 2, 3].map(madeUpBcrypt).concat(madeUpArgon2(7))

async function migrated(): Promise<TestEngine> {
  const core = await startScriptedCore()
  const engine = await engineWith(users, core.url)
  await engine.run()
  return engine
}

/** Another program that reads a snapshot of the migration, until the returned function is called. */
function readByAnotherProgram(path: string): () => void {
  const database = sqliteDriver().open(path, true)
  database.exec('BEGIN; SELECT count(*) FROM user')
  return () => {
    database.exec('COMMIT')
    database.close()
  }
}

/** The hashes that any file beside the migration still has, the export aside. */
function hashesOnDisk(folder: string): readonly string[] {
  const files = readdirSync(folder).filter((name) => name.includes('.migration'))
  const bytes = files.map((name) => readFileSync(join(folder, name)).toString('latin1')).join('')
  return hashes.filter((hash) => bytes.includes(hash))
}

describe('the hashes of a finished migration', () => {
  test('are gone together with the secrets of authenticator apps, and those of users without a hash', async () => {
    const secrets = ['JBSWY3DPEHPK3PXP', 'KRSXG5CTMVRXEZLU']
    const core = await startCore({ dialect: 'supertokens' })
    const folder = temporaryFolder()
    const rows = [`u1,u1@example.com,${madeUpBcrypt(1)},${secrets[0]}`, `u2,u2@example.com,,${secrets[1]}`]
    fileIn(folder, 'users.csv', `key,mail,pw,app\n${rows.join('\n')}\n`)
    const columns = Object.entries({ key: 'source-id', mail: 'email', pw: 'password-hash', app: 'totp-secret' })
    const mapping = { version: 1, columns: columns.map(([path, target]) => ({ path, target })), fixedProvider: null }
    fileIn(folder, 'mapping.json', JSON.stringify(mapping))
    const args = ['--mapping', 'mapping.json', '--core', core.baseUrl, '--document', 'm.migration', '--yes']
    expect((await cli(['run', 'users.csv', ...args], { cwd: folder })).code).toBe(0)
    const kept = () => {
      const bytes = readFileSync(join(folder, 'm.migration')).toString('latin1')
      return secrets.filter((secret) => bytes.includes(secret))
    }
    const before = kept()
    const removed = await cli(['remove-hashes', 'm.migration', '--yes'], { cwd: folder })
    expect([before, removed.code, removed.out, kept()]).toEqual([
      secrets,
      0,
      'The hashes and TOTP secrets of 2 users were removed.\n',
      [],
    ])
  })

  test('are gone from its file once they are removed, and what became of each user is still there', async () => {
    const engine = await migrated()
    const states = engine.states()
    const before = engine.query('hashes:state', {})
    expect([before, hashesOnDisk(engine.folder)]).toEqual([
      { kept: 5, totp: false, why: null, removedAt: null },
      hashes,
    ])
    must(await engine.ask('hashes:remove', { confirm: 5 }))
    expect([engine.states(), engine.query('hashes:state', {})]).toEqual([
      states,
      { kept: 0, totp: false, why: 'They were already removed.', removedAt: expect.any(Number) },
    ])
    must(await engine.internal('internal:close', {}))
    expect(hashesOnDisk(engine.folder)).toEqual([])
  })

  test('are removed to the last one when the app was killed in the middle of it', async () => {
    const engine = await migrated()
    must(await engine.internal('internal:close', {}))
    const database = sqliteDriver().open(engine.path, false)
    beginRemovingHashes(database, Date.now())
    forgetStatements(database)
    database.close()
    must(await engine.internal('internal:open', { path: engine.path }))
    await engine.settled()
    const refused = codeOf(await engine.ask('decisions:update', { choices: { severalMethods: 'first' } }))
    expect([refused, engine.query('hashes:state', {})]).toEqual([
      'hashes-removed',
      { kept: 5, totp: false, why: null, removedAt: null },
    ])
    must(await engine.ask('hashes:remove', { confirm: 5 }))
    must(await engine.internal('internal:close', {}))
    expect(hashesOnDisk(engine.folder)).toEqual([])
  })

  test('take with them every way to send, plan or correct anybody', async () => {
    const engine = await migrated()
    must(await engine.ask('hashes:remove', { confirm: 5 }))
    fileIn(engine.folder, 'more.csv', madeUpCsv(usersWithHashes(1, 9)))
    const tried = [
      await engine.ask('run:start', { scope: { kind: 'all' }, concurrency: 4, confirmations: ['live', 'overwrite'] }),
      await engine.ask('run:retry', { scope: { kind: 'failed' } }),
      await engine.ask('run:resume', {}),
      await engine.ask('decisions:update', { choices: { severalMethods: 'first' } }),
      await engine.internal('internal:add', { paths: [join(engine.folder, 'more.csv')], names: ['more.csv'] }),
      await engine.correct('late', { email: 'later@example.com' }),
    ]
    expect(tried.map(codeOf)).toEqual(tried.map(() => 'hashes-removed'))
  })

  test('stay while somebody is to be sent, in a rehearsal, and when the number shown is no longer right', async () => {
    const engine = await engineWith(users)
    must(await engine.ask('rehearsal:start', { dialect: 'supertokens', afresh: true }))
    await engine.settled()
    const rehearsed = engine.query('hashes:state', {}).why
    const core = await startCore({ dialect: 'supertokens' })
    await engine.connect(core.baseUrl)
    await engine.run({ kind: 'first', users: 2 })
    const half = engine.query('hashes:state', {}).why
    const refused = codeOf(await engine.ask('hashes:remove', { confirm: 5 }))
    await engine.run()
    const miscounted = codeOf(await engine.ask('hashes:remove', { confirm: 4 }))
    expect([rehearsed, half, refused, miscounted]).toEqual([
      'No users were sent to a live core yet.',
      expect.stringMatching(/^2 users are not sent yet/),
      'hashes-required',
      'not-confirmed',
    ])
  })

  test('are removed on the command line after the number was confirmed', async () => {
    const core = await startCore({ dialect: 'supertokens' })
    const folder = folderWith(usersWithHashes(3))
    const run = await cli(['run', 'users.csv', '--core', core.baseUrl, '--yes', '--document', 'm.migration'], {
      cwd: folder,
    })
    const unasked = await cli(['remove-hashes', 'm.migration'], { cwd: folder })
    const removed = await cli(['remove-hashes', 'm.migration', '--yes'], { cwd: folder })
    const again = await cli(['remove-hashes', 'm.migration', '--yes'], { cwd: folder })
    expect([run.code, unasked.code, removed.code, removed.out, again.code, hashesOnDisk(folder)]).toEqual([
      0,
      2,
      0,
      'The hashes of 3 users were removed.\n',
      2,
      [],
    ])
  })

  test('are not said to be removed while somebody else reads the migration, and are on the next try', async () => {
    const engine = await migrated()
    const end = readByAnotherProgram(engine.path)
    const refused = codeOf(await engine.ask('hashes:remove', { confirm: 5 }))
    const meanwhile = [engine.query('hashes:state', {}).removedAt, hashesOnDisk(engine.folder).length]
    end()
    must(await engine.ask('hashes:remove', { confirm: 5 }))
    expect([refused, meanwhile, hashesOnDisk(engine.folder)]).toEqual(['hashes-read', [null, hashes.length], []])
  })

  test('are not said to be removed on the command line while somebody reads the migration', async () => {
    const engine = await migrated()
    must(await engine.internal('internal:close', {}))
    const database = sqliteDriver().open(engine.path, false)
    database.exec('PRAGMA journal_mode = WAL')
    database.close()
    const end = readByAnotherProgram(engine.path)
    const refused = await cli(['remove-hashes', 'm.migration', '--yes'], { cwd: engine.folder })
    const kept = hashesOnDisk(engine.folder).length
    end()
    const removed = await cli(['remove-hashes', 'm.migration', '--yes'], { cwd: engine.folder })
    expect([refused.code, refused.out, refused.err, kept, removed.code, hashesOnDisk(engine.folder)]).toEqual([
      4,
      '',
      expect.stringContaining('Another program is reading the migration'),
      hashes.length,
      0,
      [],
    ])
  })

  test('wait for a report that is being saved, and are gone behind it', async () => {
    const engine = await migrated()
    const saved = engine.internal('internal:report', {
      format: 'json',
      masked: true,
      path: join(engine.folder, 'report.json'),
    })
    const removed = engine.ask('hashes:remove', { confirm: 5 })
    expect([(await saved).ok, (await removed).ok, hashesOnDisk(engine.folder)]).toEqual([true, true, []])
  })

  test('are not said to be removed while the file holds one in another place', async () => {
    const core = await startScriptedCore()
    const engine = await engineWith(
      [{ id: madeUpBcrypt(1), email: 'u@example.com', password_hash: madeUpBcrypt(1) }],
      core.url,
    )
    await engine.run()
    const answer = await engine.ask('hashes:remove', { confirm: 1 })
    expect([codeOf(answer), engine.query('hashes:state', {}).removedAt]).toEqual(['hashes-left', null])
  })
})
