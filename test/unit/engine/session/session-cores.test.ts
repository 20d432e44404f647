import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { directRoute } from '../../../../electron/engine/core-client/route.ts'
import { coreFactsTable } from '../../../../electron/engine/document/core-facts.ts'
import { getSetting, setSetting } from '../../../../electron/engine/document/settings.ts'
import { sql } from '../../../../electron/engine/document/sqlite.ts'
import { targetTable } from '../../../../electron/engine/document/targets.ts'
import type { RunningRehearsal, StartRehearsal } from '../../../../electron/engine/session/rehearsal-host.ts'
import { createSessionCores } from '../../../../electron/engine/session/session-cores.ts'
import { createTrustStore } from '../../../../electron/engine/trust/trust-store.ts'
import { trustIn } from '../../../../electron/engine/trust/trust.ts'
import { noChoices } from '../../../../shared/planning/choices.ts'
import { ok, problem } from '../../../../shared/result.ts'
import { codeOf, emptyDocument, must } from '../../../support/documents.ts'
import { startCore } from '../../../support/rehearsal.ts'
import { liveTarget, socials, plannedDocument } from '../../../support/rounds.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { virtualClock } from '../../../support/virtual-clock.ts'

/** The cores of a migration, with a rehearsal core that is none. */
function coresOf({ database } = emptyDocument()) {
  const appFolder = temporaryFolder()
  const trust = trustIn(createTrustStore(appFolder), database)
  const seen = {
    started: [] as Parameters<StartRehearsal>[0][],
    stopped: 0,
    tenants: [] as (readonly string[])[],
    fails: false,
  }
  const core: RunningRehearsal = {
    baseUrl: 'http://127.0.0.1:9',
    stop: async () => void (seen.stopped += 1),
    users: () => Promise.reject(new Error('not asked')),
    count: () => Promise.resolve(0),
    setFaults: () => Promise.resolve(),
    addTenants: async (tenants) => void seen.tenants.push(tenants),
    signIn: () => Promise.reject(new Error('not asked')),
  }
  const cores = createSessionCores(database, {
    appFolder,
    trust,
    clock: virtualClock(),
    startRehearsal: async (options) => {
      seen.started.push(options)
      return seen.fails ? problem('port-taken', 'No port.') : ok(core)
    },
    onTarget: (target, facts) => {
      const used = targetTable.use(database, target)
      coreFactsTable.save(database, used.id, facts)
      return used
    },
  })
  return { cores, database, trust, appFolder, seen }
}

describe('the rehearsal core', () => {
  test('is started with a key of its own and a file of this migration, and is the target from then on', async () => {
    const { cores, database, appFolder, seen } = coresOf()
    expect([cores.rehearsal(), codeOf(cores.connection())]).toEqual([null, 'no-core'])
    expect(must(await cores.rehearse('documented', false, 'signer'))).toEqual({ cleared: false })
    const file = join(appFolder, 'Rehearsals', `${getSetting(database, 'document-id')}.json`)
    expect(seen.started).toEqual([
      {
        dialect: 'documented',
        apiKey: expect.stringMatching(/^[\da-f]{48}$/),
        signerKey: 'signer',
        file,
        bulk: { intervalMs: 5000 },
      },
    ])
    const target = targetTable.current(database)
    expect(target).toMatchObject({
      kind: 'rehearsal',
      dialect: 'documented',
      cdi_version: null,
      name: 'Rehearsal core',
    })
    expect([
      target !== undefined && cores.isConnected(target),
      cores.connection().ok,
      cores.rehearsal()?.baseUrl,
    ]).toEqual([true, true, 'http://127.0.0.1:9'])
    await cores.stop()
    expect([target !== undefined && cores.isConnected(target), codeOf(cores.connection()), seen.stopped]).toEqual([
      false,
      'rehearsal-not-running',
      1,
    ])
  })

  test('keeps what was sent to it, unless it is started afresh or speaks another interface', async () => {
    const { cores, database, appFolder, seen } = coresOf(plannedDocument(socials(1)).document)
    const rehearse = async (afresh: boolean) => {
      const { id } = targetTable.use(database, { ...liveTarget, kind: 'rehearsal', base_url: 'http://127.0.0.1:9' })
      sql(
        database,
        "INSERT OR REPLACE INTO progress (target_id, user_id, state, changed_at) VALUES (?, 1, 'migrated', 1)",
      ).run(id)
      const { cleared } = must(await cores.rehearse('documented', afresh, null))
      return [cleared, sql(database, 'SELECT 1 FROM progress').all().length]
    }
    expect([await rehearse(false), await rehearse(true)]).toEqual([
      [false, 1],
      [true, 0],
    ])
    const [file = ''] = seen.started.map((options) => options.file)
    writeFileSync(file, '{}')
    await cores.rehearse('documented', false, null)
    expect([existsSync(file), file.startsWith(appFolder), seen.stopped]).toEqual([true, true, 2])
    await cores.rehearse('documented', true, null)
    expect(existsSync(file)).toBe(false)
    targetTable.use(database, {
      ...liveTarget,
      kind: 'rehearsal',
      dialect: 'supertokens',
      base_url: 'http://127.0.0.1:9',
    })
    expect(must(await cores.rehearse('documented', false, null)).cleared).toBe(true)
  })

  test('has a stand-in for the signer key that the operator set in the core', async () => {
    const { cores, database, seen } = coresOf()
    await cores.rehearse('documented', false, null)
    setSetting(database, 'choices', { ...noChoices, signerKeySet: true })
    await cores.rehearse('documented', false, null)
    await cores.rehearse('documented', false, 'own')
    expect(
      seen.started.map(({ signerKey }) => (signerKey === null ? null : signerKey.length > 80 || signerKey)),
    ).toEqual([null, true, 'own'])
  })

  test('that cannot be started is no target', async () => {
    const { cores, database, seen } = coresOf()
    seen.fails = true
    expect([
      codeOf(await cores.rehearse('documented', false, null)),
      targetTable.current(database),
      cores.rehearsal(),
    ]).toEqual(['port-taken', undefined, null])
  })
})

describe('a live core', () => {
  const input = { apiKey: null, dialect: 'auto', allowHttp: true } as const

  test('is connected once it was checked, and its key is kept in memory for its origin', async () => {
    const core = await startCore({ apiKey: 'k1' })
    const { cores, database, trust } = coresOf()
    const refused = await cores.connect({ ...input, baseUrl: core.baseUrl, dialect: 'documented', apiKey: 'bad\nkey' })
    expect([refused.kind, targetTable.current(database), refused.facts, refused.steps]).toEqual([
      'refused',
      undefined,
      [],
      [],
    ])
    cores.access(core.baseUrl, directRoute, 'k1')
    const found = await cores.connect({ ...input, baseUrl: core.baseUrl })
    expect([found.kind, found.dialect, trust.knowsCore(core.baseUrl)]).toEqual(['ready', 'documented', true])
    const target = targetTable.current(database)
    expect([target?.kind, target !== undefined && cores.isConnected(target), cores.connection().ok]).toEqual([
      'live',
      true,
      true,
    ])
  })

  test('that only the document names is asked about before anything is sent there', async () => {
    const core = await startCore()
    const { cores, database } = coresOf()
    targetTable.use(database, { ...liveTarget, base_url: core.baseUrl })
    expect(codeOf(cores.connection())).toBe('not-connected')
    const asked = await cores.connect({ ...input, baseUrl: core.baseUrl })
    expect(asked).toEqual({
      kind: 'confirm-live',
      message: expect.stringContaining('Nothing was sent to it yet.'),
      dialect: null,
      latencyMs: null,
      facts: [],
      steps: [],
    })
    expect((await cores.connect({ ...input, baseUrl: core.baseUrl, confirmed: true })).kind).toBe('ready')
  })

  test('is only checked where its address is to be confirmed first', async () => {
    const core = await startCore()
    const { cores, database } = coresOf()
    const checked = await cores.connect({ ...input, baseUrl: core.baseUrl, confirmed: false })
    expect([checked.kind, checked.dialect, targetTable.current(database)]).toEqual([
      'confirm-live',
      'documented',
      undefined,
    ])
    expect((await cores.connect({ ...input, baseUrl: core.baseUrl })).kind).toBe('ready')
    expect((await cores.connect({ ...input, baseUrl: core.baseUrl, confirmed: false })).kind).toBe('ready')
  })

  test('keeps its states under a new address, unless that one is known as another core', async () => {
    const [one, other] = [await startCore(), await startCore()]
    const { cores, database } = coresOf()
    await cores.connect({ ...input, baseUrl: one.baseUrl })
    const { id } = targetTable.current(database) ?? {}
    expect((await cores.connect({ ...input, baseUrl: other.baseUrl, coreMoved: true })).kind).toBe('ready')
    expect([targetTable.current(database)?.id, targetTable.current(database)?.base_url]).toEqual([id, other.baseUrl])
    await cores.connect({ ...input, baseUrl: one.baseUrl })
    expect(targetTable.current(database)?.id).not.toBe(id)
    const refused = await cores.connect({ ...input, baseUrl: other.baseUrl, coreMoved: true })
    expect([refused.kind, refused.message]).toEqual(['refused', expect.stringContaining('as another core')])
    expect(targetTable.current(database)?.base_url).toBe(one.baseUrl)
  })

  test('that moved is the one before, never a rehearsal, and stays where it is said to be already', async () => {
    const core = await startCore()
    const { cores, database } = coresOf()
    await cores.rehearse('documented', false, null)
    const connect = () => cores.connect({ ...input, baseUrl: core.baseUrl, coreMoved: true })
    expect([(await connect()).kind, (await connect()).kind]).toEqual(['ready', 'ready'])
    expect(targetTable.list(database).map(({ kind, base_url: url }) => [kind, url])).toEqual([
      ['rehearsal', 'http://127.0.0.1:9'],
      ['live', core.baseUrl],
    ])
  })

  test('is asked anew how many users it has, where it says so and is connected', async () => {
    const core = await startCore({ dialect: 'supertokens' })
    const { cores, database } = coresOf()
    await cores.connect({ ...input, baseUrl: core.baseUrl })
    const target = targetTable.current(database)
    if (target === undefined) throw new Error('no target')
    sql(database, "DELETE FROM setting WHERE key = 'core-users'").run()
    const { signal } = new AbortController()
    await cores.countUsers({ ...target, kind: 'rehearsal' }, signal)
    await cores.countUsers({ ...target, base_url: 'https://never.example.com' }, signal)
    expect(getSetting(database, 'core-users')).toBeUndefined()
    await cores.countUsers(target, signal)
    expect(getSetting(database, 'core-users')).toEqual([{ target: target.id, before: 0, now: null }])
  })

  test('is not taken where the operator stopped waiting for it', async () => {
    const core = await startCore({ dialect: 'supertokens' })
    const { cores, database } = coresOf()
    const stopping = new AbortController()
    const connecting = cores.connect({ ...input, baseUrl: core.baseUrl, signal: stopping.signal })
    stopping.abort()
    expect([(await connecting).kind, targetTable.current(database)]).toEqual(['unreachable', undefined])
  })
})
