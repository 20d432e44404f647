import { describe, expect, onTestFinished, test } from 'vitest'
import { closeDocument, type Document } from '../../../../electron/engine/document/open-document.ts'
import { coreFactsTable } from '../../../../electron/engine/document/core-facts.ts'
import { getSetting, setSetting } from '../../../../electron/engine/document/settings.ts'
import { sql } from '../../../../electron/engine/document/sqlite.ts'
import { targetTable } from '../../../../electron/engine/document/targets.ts'
import { createSession } from '../../../../electron/engine/session/session.ts'
import { noChoices } from '../../../../shared/planning/choices.ts'
import { plainSuccess } from '../../../../shared/core-api/outcome.ts'
import { ok } from '../../../../shared/result.ts'
import { codeOf, emptyDocument, must } from '../../../support/documents.ts'
import { planAs } from '../../../support/planned-users.ts'
import { liveTarget, plannedDocument, socials } from '../../../support/rounds.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { virtualClock } from '../../../support/virtual-clock.ts'

/** A session with a migration, and what it told. */
function sessionOf(document: Document = emptyDocument()) {
  const { database } = document
  setSetting(database, 'plans-current', true)
  setSetting(database, 'joined', true)
  const told = { versions: [] as number[], progress: 0, problems: [] as string[], faults: 0, stopped: 0 }
  const clock = virtualClock()
  const session = createSession(document, {
    appFolder: temporaryFolder(),
    startRehearsal: async () =>
      ok({
        baseUrl: 'http://127.0.0.1:9',
        stop: async () => void (told.stopped += 1),
        users: () => Promise.reject(new Error('not asked')),
        count: () => Promise.resolve(0),
        setFaults: async () => void (told.faults += 1),
        addTenants: () => Promise.resolve(),
        signIn: () => Promise.reject(new Error('not asked')),
      }),
    onProgress: () => void (told.progress += 1),
    onChange: (version) => void told.versions.push(version),
    onError: ({ code }) => void told.problems.push(code),
    clock,
    random: () => 0.5,
  })
  onTestFinished(() => session.work.stop())
  /** Counts the versions that some work tells the screen; the view then has the last of them. */
  const versionsOf = async (work: () => unknown) => {
    const before = told.versions.length
    await work()
    expect(session.view().version).toBe(told.versions.at(-1))
    return told.versions.length - before
  }
  return { session, database, told, versionsOf, clock }
}

const parameters = JSON.stringify({
  algorithm: 'SCRYPT',
  base64_signer_key: Buffer.alloc(64, 1).toString('base64'),
  base64_salt_separator: 'Bw==',
  rounds: 8,
  mem_cost: 14,
})

describe('every change of a migration is told, with its version, and the run is shown anew', () => {
  test('a decision', async () => {
    const { session, versionsOf, told, database } = sessionOf()
    expect(await versionsOf(() => must(session.choose({ country: 'DE', existing: undefined })))).toBeGreaterThan(0)
    expect([getSetting(database, 'choices')?.country, session.view().choices.country]).toEqual(['DE', 'DE'])
    expect(told.problems).toEqual([])
    const { progress } = told
    must(session.choose({ existing: 'skip' }))
    must(await session.work.settled())
    must(session.choose({ existing: 'hold' }))
    expect(told.progress > progress).toBe(true)
  })

  test('a core that is confirmed, if it is the one that is named', async () => {
    const { session, versionsOf, database } = sessionOf()
    expect(codeOf(session.confirmCore('https://core.example.com'))).toBe('core-unknown')
    targetTable.use(database, liveTarget)
    expect(codeOf(session.confirmCore('https://other.example.com'))).toBe('core-unknown')
    expect(await versionsOf(() => must(session.confirmCore('https://core.example.com')))).toBe(1)
    expect(session.view().target).toMatchObject({ confirmed: true, connected: false })
  })

  test('a rehearsal core, which is the target from then on', async () => {
    const { session, versionsOf, database, told } = sessionOf()
    expect(await versionsOf(async () => must(await session.rehearse('documented', false)))).toBeGreaterThan(1)
    expect([targetTable.current(database)?.kind, session.view().target?.connected]).toEqual(['rehearsal', true])
    expect(session.rehearsal()?.baseUrl).toBe('http://127.0.0.1:9')
    await session.close()
    expect([told.faults, told.stopped]).toEqual([1, 1])
  })

  test('parameters of Firebase scrypt, and a signer key that was kept for them', async () => {
    const { session, versionsOf } = sessionOf()
    session.holdSignerKey('kept')
    expect([session.signerKey(), codeOf(session.scrypt('no parameters')) === 'no problem']).toEqual([null, false])
    expect(await versionsOf(() => must(session.scrypt(parameters)))).toBeGreaterThan(0)
    expect(session.view().scrypt).toMatchObject({ rounds: 8, memoryCost: 14, signerKeyHeld: true })
    // The key may be another one, though the plans stay.
    expect(await versionsOf(() => must(session.scrypt(parameters)))).toBeGreaterThan(0)
    const key = session.signerKey()
    session.holdSignerKey('another')
    expect([key?.length, session.signerKey()]).toEqual([88, key])
    const again = sessionOf()
    setSetting(again.database, 'scrypt', { separator: 'Bw==', rounds: 8, memoryCost: 14, signerKeyLength: 64 })
    expect(again.session.view().scrypt?.signerKeyHeld).toBe(false)
    expect(await again.versionsOf(() => again.session.holdSignerKey('kept'))).toBe(1)
    expect([again.session.signerKey(), again.session.view().scrypt?.signerKeyHeld]).toEqual(['kept', true])
  })
})

test('another core has its plans made for its interface, and the same one keeps them', async () => {
  const { session, database } = sessionOf(plannedDocument(socials(1)).document)
  const { id } = targetTable.use(database, { ...liveTarget, kind: 'rehearsal', base_url: 'http://127.0.0.1:9' })
  coreFactsTable.save(database, id, null)
  must(await session.rehearse('documented', false))
  expect(getSetting(database, 'plans-stale')).toBeUndefined()
})

test('a rehearsal that begins afresh forgets the run before it, and one that continues keeps it', async () => {
  const { session, database, clock } = sessionOf(plannedDocument(socials(1)).document)
  must(await session.rehearse('documented', false))
  const target = targetTable.current(database)
  if (target === undefined) throw new Error('no target')
  const connect = () => ({
    send: () => Promise.resolve({ outcome: plainSuccess, httpStatus: 200, ms: 1 }),
    close: async () => undefined,
  })
  must(session.run.start(target, connect, { scope: { kind: 'all' }, concurrency: 1, retry: false }))
  while (session.run.view().state !== 'finished') await clock.advance(10)
  const stateAfter = async (afresh: boolean) => {
    must(await session.rehearse('documented', afresh))
    return session.run.view().state
  }
  expect([await stateAfter(false), await stateAfter(true)]).toEqual(['finished', 'idle'])
})

test('no file is read that the migration does not have', () => {
  const { session, told } = sessionOf()
  expect([codeOf(session.confirmFile(99)), told.versions]).toEqual(['file-unknown', []])
})

describe('decisions after the hashes were removed', () => {
  test('are refused where they plan users again, and taken where they only change how users are sent', () => {
    const { session, database } = sessionOf()
    setSetting(database, 'hashes-removing', 1)
    expect([codeOf(session.choose({ country: 'DE' })), codeOf(session.choose({ existing: 'skip' }))]).toEqual([
      'hashes-removed',
      'no problem',
    ])
    expect(getSetting(database, 'choices')).toMatchObject({ existing: 'skip', country: noChoices.country })
  })
})

test('users who wait at the core are ready again with a rule for them, and go on waiting where it is to hold them', () => {
  const { document, target } = plannedDocument(socials(1))
  const { session, database } = sessionOf(document)
  sql(database, "INSERT INTO progress (target_id, user_id, state, changed_at) VALUES (?, 1, 'blocked', 1)").run(
    target.id,
  )
  const state = () => session.view().counts
  must(session.choose({ existing: 'hold' }))
  expect(state()).toMatchObject({ blocked: 1, ready: 0 })
  must(session.choose({ existing: 'skip' }))
  expect(state()).toMatchObject({ blocked: 0, ready: 1 })
})

test.each(['excluding', 'including'] as const)(
  'users are counted anew with each step of %s them, so that they agree with how many are done',
  async (kind) => {
    const { document } = plannedDocument(socials(3))
    const { session, database } = sessionOf(document)
    const counts = () => session.view().counts
    const before = counts().excluded
    const during = await session.work.alone(kind, async ({ onProgress }) =>
      [1, 2].map((done) => {
        planAs(database, 'excluded', `user.id <= ${done}`)
        onProgress(done, 3)
        return counts().excluded
      }),
    )
    expect([before, during]).toEqual([0, [1, 2]])
  },
)

test('hashes stay while something is read', async () => {
  const { document, target } = plannedDocument(socials(1))
  const { session, database } = sessionOf(document)
  sql(database, "INSERT INTO progress (target_id, user_id, state, changed_at) VALUES (?, 1, 'migrated', 1)").run(
    target.id,
  )
  let end: () => void = () => undefined
  const comparing = session.work.alone('comparing', () => new Promise<void>((resolve) => (end = resolve)))
  await Promise.resolve()
  expect(codeOf(await session.removeHashes())).toBe('busy')
  await new Promise((resolve) => setImmediate(resolve))
  end()
  await comparing
})

test('nothing is connected, rehearsed or emptied in a run, which a close pauses', async () => {
  const { document, target } = plannedDocument(socials(3))
  const { session, clock, told } = sessionOf(document)
  const answers: (() => void)[] = []
  const connect = () => ({
    send: async () => {
      await new Promise<void>((resolve) => answers.push(resolve))
      return { outcome: plainSuccess, httpStatus: 200, ms: 1 }
    },
    close: async () => undefined,
  })
  must(session.run.start(target, connect, { scope: { kind: 'all' }, concurrency: 1, retry: false }))
  while (answers.length === 0) await clock.advance(1)
  const asked = await session.connect({
    baseUrl: 'https://x.example.com',
    apiKey: null,
    dialect: 'auto',
    allowHttp: false,
  })
  expect([asked.kind, asked.message]).toEqual(['refused', expect.stringContaining('before connecting another core')])
  expect(codeOf(await session.rehearse('documented', false))).toBe('run-under-way')
  expect(session.view().counts).toEqual(session.run.view().counts)
  const version = told.versions.length
  const closing = session.close()
  for (const answer of answers.splice(0)) answer()
  await clock.runUntil(closing)
  expect([session.run.running(), told.versions.length > version]).toEqual([false, true])
  expect(() => closeDocument(document)).toThrow()
})
