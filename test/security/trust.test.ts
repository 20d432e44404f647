import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { createQueries } from '../../electron/engine/queries/queries.ts'
import { createEngine } from '../../electron/engine/engine.ts'
import { sqliteDriver } from '../../electron/engine/document/sqlite.ts'
import { tryPassword } from '../../electron/engine/password-check/try-password.ts'
import { startRehearsalHere } from '../support/rehearsal-here.ts'
import { createTrustStore } from '../../electron/engine/trust/trust-store.ts'
import type { Input } from '../../shared/ipc/contract.ts'
import type { CheckView, DocumentView, UserDetail } from '../../shared/ipc/views.ts'
import type { Result } from '../../shared/result.ts'
import { cli } from '../support/cli.ts'
import { must } from '../support/documents.ts'
import { madeUpCsv, usersWithHashes } from '../support/made-up-csv.ts'
import { runUsers } from '../support/run-users.ts'
import { startScriptedCore } from '../support/scripted-core.ts'
import { fileIn, temporaryFolder } from '../support/temporary-folder.ts'

const tried = { H2: 0, H3: 0, H4: 0, M8: 0 }
afterAll(() =>
  console.log(
    `H2 keys asked for in the name of another core: ${tried.H2} tried, 0 got through\n` +
      `H3 commands at an address that only the document names: ${tried.H3} tried, 0 got through\n` +
      `H4 files opened because a document names them: ${tried.H4} tried, 0 got through\n` +
      `M8 http without its own word: ${tried.M8} tried, 0 got through`,
  ),
)

/** The app on a machine: `folder` keeps its confirmations. */
function appOn(folder: string) {
  const engine = createEngine({ appFolder: folder, startRehearsal: startRehearsalHere, tryPassword })
  const query = createQueries(createTrustStore(folder))
  onTestFinished(async () => {
    query.open(null)
    await engine.ask('internal:close', {})
  })
  const ask = async <T>(channel: string, input: unknown = {}) => (await engine.ask(channel, input)) as Result<T>
  const settled = async (): Promise<DocumentView> => {
    for (;;) {
      const view = must(await ask<DocumentView>('document:state'))
      if (view.work.kind === 'idle') return view
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return {
    ask,
    settled,
    open: async (path: string) => {
      must(await ask('internal:open', { path }))
      must(query.open(path))
      return settled()
    },
    connect: (input: Partial<Input<'core:connect'>> & { baseUrl: string }) =>
      ask<CheckView>('core:connect', { apiKey: '', dialect: 'auto', allowHttp: false, ...input }),
    close: async () => {
      query.open(null)
      must(await ask('internal:close'))
    },
    source: (id: number) => query.answer('users:source', { id }),
    detail: (id: number) => query.ask('users:detail', { id }) as Result<UserDetail>,
  }
}

function change(path: string, sql: string): void {
  const database = sqliteDriver().open(path, false)
  database.exec(sql)
  database.close()
}

/** A migration of three users that were sent to `core` on some machine, from there. */
async function handedOver(coreUrl: string, sql = '') {
  const machine = temporaryFolder()
  const run = await runUsers(usersWithHashes(3), coreUrl, ['--limit', '1'], { machine })
  expect(run.code).toBe(0)
  if (sql !== '') change(run.document, sql)
  return { path: run.document, folder: run.folder, machine, run }
}

describe('a migration that names another core than its address says', () => {
  test('is shown by its address alone, and gets no key before the address was confirmed here', async () => {
    const [own, thief] = [await startScriptedCore(), await startScriptedCore()]
    const lie = `UPDATE target SET name = 'core.victim.example', check_message = 'verified', base_url = '${thief.url}', app_url = '${thief.url}'`
    const { path, machine } = await handedOver(own.url, lie)
    // The same machine knows the migration, but not with this address.
    for (const folder of [temporaryFolder(), machine]) {
      const app = appOn(folder)
      const view = await app.open(path)
      expect([view.target?.name, view.target?.baseUrl, view.target?.confirmed]).toEqual([
        new URL(thief.url).host,
        thief.url,
        false,
      ])
      expect(JSON.stringify(view)).not.toContain('victim.example')
      must(
        await app.ask('internal:core-connection', {
          origin: thief.url,
          way: { proxy: null, ca: null },
          apiKey: 'kept-key-1234',
        }),
      )
      const words = [{}, { confirmed: false }, { allowHttp: true }, { dialect: 'documented' as const }]
      const spellings = [thief.url, `${thief.url}/`, thief.url.replace('http:', 'HTTP:')]
      for (const baseUrl of spellings) {
        for (const apiKey of ['typed-production-key-123', null]) {
          for (const word of words) {
            tried.H2 += 1
            const answer = must(await app.connect({ baseUrl, apiKey, ...word }))
            expect([answer.kind, answer.facts]).toEqual(['confirm-live', []])
          }
        }
      }
      expect(thief.requests).toEqual([])
      await app.close()
    }
  })

  test('is connected without another question once its address was confirmed, and a copy of it, too', async () => {
    const core = await startScriptedCore()
    const { path, folder } = await handedOver(core.url)
    const machine = temporaryFolder()
    const app = appOn(machine)
    expect((await app.open(path)).target?.confirmed).toBe(false)
    expect((await app.ask('core:confirm', { baseUrl: 'http://127.0.0.1:9' })).ok).toBe(false)
    const before = core.requests.length
    expect(must(await app.ask<DocumentView>('core:confirm', { baseUrl: core.url })).target?.confirmed).toBe(true)
    expect(core.requests.length).toBe(before)
    expect(must(await app.connect({ baseUrl: core.url, confirmed: false })).kind).toBe('ready')
    await app.close()
    copyFileSync(path, join(folder, 'copy.migration'))
    expect((await appOn(machine).open(join(folder, 'copy.migration'))).target?.confirmed).toBe(true)
    expect((await appOn(temporaryFolder()).open(path)).target?.confirmed).toBe(false)
  })
})

describe('a command at a migration that was handed over', () => {
  const env = { USER_MIGRATION_API_KEY: 'my-production-core-key' }
  const commands = [
    ['resume'],
    ['retry'],
    ['verify'],
    ['undo', '--yes'],
    ['resume', '--all', '--on-existing', 'overwrite'],
  ]

  test.each(commands)('%s sends nothing before the address was repeated, and names it', async (name, ...more) => {
    const [own, thief] = [await startScriptedCore(), await startScriptedCore()]
    const { path, machine } = await handedOver(
      own.url,
      `UPDATE target SET base_url = '${thief.url}', name = 'core.victim.example';
       UPDATE setting SET value = '"${hostname()}"' WHERE key = 'machine';
       UPDATE setting SET value = json_set(value, '$.baseUrl', '${thief.url}') WHERE key = 'intended-core'`,
    )
    for (const folder of [temporaryFolder(), machine]) {
      const surroundings = { cwd: temporaryFolder(), env, machine: folder }
      for (const words of [[], ['--core', own.url], ['--json']]) {
        tried.H3 += 1
        const { code, err } = await cli([name ?? '', path, ...more, ...words], surroundings)
        expect([code, words.length === 2 || err.includes(thief.url), err.includes('victim.example')]).toEqual([
          2,
          true,
          false,
        ])
      }
      tried.H3 += 1
      const run = await cli([name ?? '', path, ...more], { ...surroundings, answer: () => own.url })
      expect(run.code).toBe(2)
    }
    expect(thief.requests).toEqual([])
  })

  test('goes on where it was repeated, says the whole address first, and does not ask again', async () => {
    const core = await startScriptedCore()
    const { path } = await handedOver(core.url)
    const surroundings = { cwd: temporaryFolder(), env, machine: temporaryFolder() }
    const repeated = await cli(['resume', path, '--core', core.url], surroundings)
    const again = await cli(['verify', path], surroundings)
    expect([
      repeated.code,
      repeated.err.includes(`Core: ${core.url}\n`),
      again.err.includes(`Core: ${core.url}\n`),
    ]).toEqual([0, true, true])
  })

  test('prints no escape sequence of an address', async () => {
    const core = await startScriptedCore()
    const { path } = await handedOver(
      core.url,
      `UPDATE target SET base_url = 'http://127.0.0.1:1/' || char(27) || ']0;PWNED' || char(7)`,
    )
    const { err, out } = await cli(['resume', path, '--core', core.url], {
      cwd: temporaryFolder(),
      machine: temporaryFolder(),
    })
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    expect(`${out}${err}`).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
  })
})

describe('a migration that names files', () => {
  const secret = 'ceo@victim.example'

  async function naming(path: string) {
    const core = await startScriptedCore()
    const quoted = path.replaceAll("'", "''")
    const handed = await handedOver(
      core.url,
      `INSERT INTO file (path, name) VALUES ('${quoted}', 'users.csv'); INSERT INTO setting VALUES ('joined', 'false') ON CONFLICT DO NOTHING;
       UPDATE setting SET value = 'false' WHERE key IN ('plans-current', 'joined')`,
    )
    return { ...handed, core }
  }
  const holds = (path: string) => readFileSync(path).includes(secret)

  test('opens none of them in the window before its path was seen and confirmed', async () => {
    tried.H4 += 1
    const crm = fileIn(temporaryFolder(), 'internal-crm.csv', madeUpCsv([{ id: 'c1', email: secret }]))
    const { path, core } = await naming(crm)
    const app = appOn(temporaryFolder())
    const view = await app.open(path)
    const named = view.files.find((file) => file.unconfirmedPath !== null)
    expect([named?.unconfirmedPath, named?.records, named?.problem]).toEqual([crm, 0, null])
    must(await app.connect({ baseUrl: core.url, confirmed: true }))
    const start = await app.ask('run:start', {
      scope: { kind: 'all' },
      concurrency: 1,
      confirmations: ['live', 'overwrite'],
    })
    const columns = await app.ask('mapping:get', { fileId: named?.id })
    expect([start, columns]).toEqual(
      Array(2).fill(
        expect.objectContaining({ ok: false, error: expect.objectContaining({ code: 'file-unconfirmed' }) }),
      ),
    )
    await app.close()
    expect(holds(path)).toBe(false)
    const again = appOn(temporaryFolder())
    await again.open(path)
    must(await again.ask('export:confirm', { fileId: named?.id }))
    expect((await again.settled()).files.find(({ id }) => id === named?.id)).toMatchObject({
      complete: true,
      records: 1,
      unconfirmedPath: null,
    })
  })

  test.each([
    String.raw`\\attacker\share\users.csv`,
    '//attacker/share/users.csv',
    String.raw`\\?\C:\users.csv`,
    String.raw`\\.\pipe\x`,
    String.raw`\??\C:\x`,
    '/dev/zero',
    '/dev/stdin',
    '/proc/kmsg',
    '/proc/self/environ',
    '//proc/self/environ',
    '/./proc/self/environ',
    '/sys/kernel/notes',
    'users.csv',
    '../users.csv',
    '',
  ])('never opens %s, not even when it is confirmed', async (named) => {
    tried.H4 += 1
    const { path } = await naming(named)
    const app = appOn(temporaryFolder())
    const file = (await app.open(path)).files.at(-1)
    expect(await app.ask('export:confirm', { fileId: file?.id })).toMatchObject({
      ok: false,
      error: { code: 'file-refused' },
    })
    expect((await app.settled()).files.at(-1)).toMatchObject({ complete: false, records: 0 })
    const { code } = await cli(['resume', path, named, '--core', 'http://127.0.0.1:9'], {
      cwd: '/',
      machine: temporaryFolder(),
    })
    expect(code).toBe(2)
  })

  test('neither waits for a pipe nor follows a link to a file of the system', async () => {
    const folder = temporaryFolder()
    execFileSync('mkfifo', [join(folder, 'pipe.csv')])
    execFileSync('ln', ['-s', '/proc/self/environ', join(folder, 'link.csv')])
    for (const name of ['pipe.csv', 'link.csv']) {
      tried.H4 += 1
      const { path } = await naming(join(folder, name))
      const app = appOn(temporaryFolder())
      const file = (await app.open(path)).files.at(-1)
      await app.ask('export:confirm', { fileId: file?.id })
      expect((await app.settled()).files.at(-1)).toMatchObject({ complete: false, records: 0 })
    }
  })

  test('opens none of them to show the record of a user', async () => {
    tried.H4 += 1
    const crm = fileIn(temporaryFolder(), 'internal-crm.csv', madeUpCsv([{ id: 'c1', email: secret }]))
    const digest = execFileSync('sha256sum', [crm]).toString().slice(0, 64)
    const core = await startScriptedCore()
    const { path } = await handedOver(
      core.url,
      `UPDATE file SET path = '${crm}', digest = '${digest}', size = ${readFileSync(crm).length}`,
    )
    const app = appOn(temporaryFolder())
    await app.open(path)
    const shown = JSON.stringify([await app.source(1), app.detail(1)])
    expect(shown).not.toContain(secret)
    expect(shown).toContain('not read on this machine')
  })

  test('opens none of them on the command line before it was repeated or confirmed', async () => {
    const crm = fileIn(temporaryFolder(), 'internal-crm.csv', madeUpCsv([{ id: 'c1', email: secret }]))
    const { path, core } = await naming(crm)
    const machine = temporaryFolder()
    const surroundings = { cwd: temporaryFolder(), machine }
    for (const name of ['resume', 'retry', 'verify', 'undo']) {
      tried.H4 += 1
      const yes = name === 'undo' ? ['--yes'] : []
      const silent = await cli([name, path, '--core', core.url, ...yes], surroundings)
      const no = await cli([name, path, '--core', core.url, ...yes], { ...surroundings, answer: () => 'no' })
      expect([silent.code, silent.err.includes(crm), no.code, no.err.includes(crm), holds(path)]).toEqual([
        2,
        true,
        2,
        true,
        false,
      ])
    }
    const other = await cli(['resume', path, '/etc/hostname', '--core', core.url], surroundings)
    expect([other.code, holds(path)]).toEqual([2, false])
    const repeated = await cli(['resume', path, crm, '--core', core.url, '--json'], surroundings)
    expect([repeated.json?.['users'], holds(path)]).toEqual([4, true])
  })

  test('does not open the earlier migration that it names', async () => {
    tried.H4 += 1
    const core = await startScriptedCore()
    const baseline = await handedOver(core.url)
    const { path } = await handedOver(
      core.url,
      `DELETE FROM progress; DELETE FROM call; DELETE FROM attempt;
      INSERT INTO setting VALUES ('baseline-pending', json_object('path', '${baseline.path}', 'name', 'first'))`,
    )
    const { code, err } = await cli(['resume', path, '--core', core.url], {
      cwd: temporaryFolder(),
      machine: temporaryFolder(),
    })
    expect([code, err.includes(baseline.path)]).toEqual([2, true])
  })
})

describe('http: to another machine', () => {
  test.each(['resume', 'retry', 'verify', 'undo'])(
    'needs its own word for %s, whatever the document says',
    async (name) => {
      const core = await startScriptedCore()
      const yes = name === 'undo' ? ['--yes'] : []
      const { path } = await handedOver(core.url)
      const surroundings = { cwd: temporaryFolder(), machine: temporaryFolder() }
      for (const sql of [
        '',
        `UPDATE setting SET value = json_set(value, '$.allowHttp', json('true')) WHERE key = 'intended-core'`,
        `DELETE FROM setting WHERE key = 'intended-core'`,
        `UPDATE target SET base_url = 'http://192.0.2.1:8099'`,
      ]) {
        if (sql !== '') change(path, sql)
        tried.M8 += 1
        const { code, err } = await cli(
          [name, path, '--core', 'http://192.0.2.1:8099', '--core-moved', ...yes],
          surroundings,
        )
        expect([code, err.includes('--allow-http')]).toEqual([2, true])
      }
      const before = core.requests.length
      // Closed at once by this machine, instead of waiting for one that is not there.
      const allowed = await cli([name, path, '--core', 'http://evil.localhost:9', '--core-moved', ...yes], surroundings)
      expect([allowed.code, allowed.err.includes('--allow-http'), core.requests.length]).toEqual([2, true, before])
    },
  )
})
