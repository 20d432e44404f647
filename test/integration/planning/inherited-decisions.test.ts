import { copyFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { noChoices } from '../../../shared/planning/choices.ts'
import { must } from '../../support/documents.ts'
import { engineOf, type TestEngine } from '../../support/engine.ts'
import { madeUpArgon2, madeUpBcrypt, madeUpCsv, usersWithHashes } from '../../support/made-up-csv.ts'
import { startCore } from '../../support/rehearsal.ts'
import { numbersOf, runAtCore } from '../../support/run-users.ts'
import { fileIn, folderOf } from '../../support/temporary-folder.ts'
import { mappingOf } from '../../support/made-up-mapping.ts'

/** Columns with meaningless names, which need a mapping. */
const mapping = mappingOf({
  c1: 'source-id',
  c2: 'email',
  c3: 'password-hash',
  c4: 'provider',
  c5: 'provider-user-id',
})

const table = (users: number, header = 'c1,c2,c3,c4,c5') => {
  const lines = Array.from({ length: users }, (_, n) => `${n},u${n}@example.com,${madeUpBcrypt(n)},,`)
  return `${[header, ...lines, 'x,x@example.com,,windowslive,w-1'].join('\n')}\n`
}

/** A migration of three such users that was sent, with decisions that were taken there. */
async function baseline() {
  const core = await startCore()
  const folder = folderOf({ 'members.csv': table(2), 'mapping.json': JSON.stringify(mapping) })
  const args = ['run', 'members.csv', '--mapping', 'mapping.json', '--core', core.baseUrl, '--yes']
  const decided = ['--provider', 'windowslive=active-directory', '--country', 'DE']
  const sent = await cli([...args, ...decided, '--document', 'first.migration'], { cwd: folder })
  expect(sent.code).toBe(0)
  return { core, folder, path: `${folder}/first.migration` }
}

/** An open migration of a later table that follows the earlier one. */
async function later(path: string, text: string, before: (engine: TestEngine) => Promise<unknown> = async () => {}) {
  const engine = await engineOf({ 'members.csv': text })
  await before(engine)
  must(await engine.internal('internal:set-baseline', { path, name: 'migration 2026-11-24 19.19' }))
  return { engine, view: await engine.settled() }
}

describe('a migration that follows another', () => {
  test('can name what the earlier one holds, which is only read', async () => {
    const { path } = await baseline()
    const before = statSync(path).mtimeMs
    const { engine } = await later(path, table(3))
    expect(must(await engine.internal('internal:facts', { path }))).toMatchObject({
      totals: { users: 3 },
      counts: { migrated: 3, ready: 0 },
      files: [{ name: 'members.csv', provider: 'generic' }],
      target: { kind: 'live' },
      started: true,
    })
    expect(statSync(path).mtimeMs).toBe(before)
    expect(await engine.internal('internal:facts', { path: `${path}.gone` })).toMatchObject({ ok: false })
  })

  test('takes over its mapping for the same columns, its provider names and its decisions, and says which', async () => {
    const { path } = await baseline()
    const { engine, view } = await later(path, table(3))
    const [file] = view.files
    expect(view).toMatchObject({
      needsMapping: [],
      unmappedFields: [],
      choices: { country: 'DE', providers: { windowslive: { kind: 'name', name: 'active-directory' } } },
      baseline: {
        // Without a name of its own it is called after what it holds.
        name: expect.stringMatching(/^members\.csv · 3 users · 127\.0\.0\.1:/),
        inherited: {
          files: [file?.id],
          choices: { ...noChoices, country: 'DE', providers: { windowslive: { name: 'active-directory' } } },
        },
        counts: { new: 1, changed: 0, unchanged: 3, open: 0, missing: 0 },
      },
    })
    expect(must(await engine.ask('mapping:get', { fileId: file?.id ?? 0 })).mapping).toEqual(mapping)
  })

  test('leaves what was decided here, and takes only what is open', async () => {
    const { path } = await baseline()
    const { view } = await later(path, table(3), async (engine) => {
      const providers = { other: { kind: 'exclude' } } as const
      must(await engine.ask('decisions:update', { choices: { country: 'FR', providers } }))
    })
    expect(view.choices).toMatchObject({
      country: 'FR',
      providers: { other: { kind: 'exclude' }, windowslive: { kind: 'name', name: 'active-directory' } },
    })
    expect(view.baseline?.inherited.choices.country).toBeNull()
  })

  test('maps a file of other columns, and one that was mapped by hand, as if there were no other', async () => {
    const { path } = await baseline()
    const other = await later(path, table(3, 'c1,c2,c3,c4,c6'))
    const own = { ...mapping, columns: mapping.columns.slice(0, 3) }
    const byHand = await later(path, table(3), async (engine) => {
      const { files } = await engine.settled()
      must(await engine.ask('mapping:set', { fileId: files[0]?.id ?? 0, mapping: own }))
      await engine.settled()
    })
    const kept = must(await byHand.engine.ask('mapping:get', { fileId: byHand.view.files[0]?.id ?? 0 }))
    expect([other.view.baseline?.inherited.files, byHand.view.baseline?.inherited.files, kept.mapping]).toEqual([
      [],
      [],
      own,
    ])
  })

  test('gives the mapping back, and says no longer that it was taken over', async () => {
    const { path } = await baseline()
    const { engine, view } = await later(path, table(3))
    const fileId = view.files[0]?.id ?? 0
    must(await engine.ask('mapping:set', { fileId, mapping: null }))
    const after = await engine.settled()
    const now = must(await engine.ask('mapping:get', { fileId }))
    expect([after.baseline?.inherited.files, now.mapping]).not.toContainEqual(mapping)
    expect(after.baseline?.inherited.files).toEqual([])
  })

  test('takes over what was mapped of a known product, for its files alone', async () => {
    const core = await startCore()
    const own = mappingOf({ handy: 'phone', 'app_metadata.left': 'disabled' })
    const record = (n: number, left: boolean) => ({
      user_id: `auth0|5e1f${100 + n}`,
      email: `u${n}@example.com`,
      email_verified: true,
      identities: [{ provider: 'auth0', user_id: `5e1f${100 + n}`, connection: 'db', isSocial: false }],
      custom_password_hash: { algorithm: 'bcrypt', hash: { value: madeUpBcrypt(n) } },
      handy: `+1415555010${n}`,
      app_metadata: { left },
    })
    const lines = (users: number) =>
      Array.from({ length: users }, (_, n) => `${JSON.stringify(record(n, n === 1))}\n`).join('')
    const folder = folderOf({ 'auth0.json': lines(2), 'mapping.json': JSON.stringify(own) })
    const args = ['run', 'auth0.json', '--mapping', 'mapping.json', '--core', core.baseUrl, '--yes']
    const sent = await cli([...args, '--document', 'first.migration', '--decide', 'disabled=exclude'], { cwd: folder })
    expect([sent.code, sent.err]).toEqual([0, expect.anything()])
    const path = `${folder}/first.migration`
    const of = async (name: string, text: string) => {
      const engine = await engineOf({ [name]: text })
      must(await engine.internal('internal:set-baseline', { path, name: 'first' }))
      const view = await engine.settled()
      const fileId = view.files[0]?.id ?? 0
      return {
        inherited: view.baseline?.inherited.files,
        mapping: must(await engine.ask('mapping:get', { fileId })).mapping,
      }
    }
    expect(await of('auth0.json', lines(3))).toMatchObject({ inherited: [expect.any(Number)], mapping: own })
    const custom = Array.from({ length: 3 }, (_, n) => {
      const { email, handy, app_metadata } = record(n, false)
      return `${JSON.stringify({ email, hash: madeUpBcrypt(n), handy, app_metadata })}\n`
    }).join('')
    expect(await of('custom.json', custom)).toMatchObject({ inherited: [] })
  })

  test('says on the command line what was taken over', async () => {
    const { core, folder } = await baseline()
    fileIn(folder, 'later.csv', table(3))
    const args = ['run', 'later.csv', '--core', core.baseUrl, '--yes', '--delta-of', 'first.migration']
    const sent = await cli(args, { cwd: folder })
    expect(sent.err).toContain('Taken over from first.migration: the mapping of later.csv; country of phone numbers')
    expect(sent.err).toContain('provider windowslive: active-directory')
    expect(sent.err).toContain('1 new, 0 changed, 3 unchanged')
  })
})

describe('an exclusion that was inherited', () => {
  const argon2 = (n: number) => ({ id: `a${n}`, email: `argon${n}@example.com`, password_hash: madeUpArgon2(n) })

  test('leaves out whom the earlier migration left out, and holds users who are new since until it is confirmed', async () => {
    const { core, run } = await runAtCore([...usersWithHashes(2), argon2(1), argon2(2)], {}, [
      '--decide',
      'argon2=exclude',
    ])
    expect([run.code, run.json?.['excluded']]).toEqual([0, 2])

    fileIn(run.folder, 'later.csv', madeUpCsv([...usersWithHashes(3), argon2(1), argon2(2), argon2(3)]))
    const args = ['run', 'later.csv', '--core', core.baseUrl, '--delta-of', 'm.migration', '--document', 'd.migration']
    const sent = await run.next([...args, '--yes', '--json'])
    expect([sent.code, numbersOf(sent)]).toEqual([
      3,
      { records: 6, users: 6, migrated: 1, blocked: 1, excluded: 4, calls: 1 },
    ])
    expect(sent.err).toContain('all hashes of a family: Argon2: excluded (3 users)')
    expect(sent.err).toContain('New users excluded by the earlier migration: Argon2')
    expect(sent.err).toContain('--decide excluded-before:argon2=exclude')
    expect(sent.err).toContain('--decide argon2=peppered|passwordless|exclude; on screen: Review, Hash families')

    // Each way that the sentence names settles it.
    for (const decided of ['excluded-before:argon2=exclude', 'argon2=exclude']) {
      copyFileSync(join(run.folder, 'd.migration'), join(run.folder, 'c.migration'))
      const resumed = await run.next(['resume', 'c.migration', '--core', core.baseUrl, '--json', '--decide', decided])
      expect([resumed.code, resumed.json?.['blocked'], resumed.json?.['excluded']]).toEqual([0, 0, 5])
    }
  })

  test('is decided anew for all of them', async () => {
    const { core, run } = await runAtCore([...usersWithHashes(1), argon2(1)], {}, ['--decide', 'argon2=exclude'])
    fileIn(run.folder, 'later.csv', madeUpCsv([...usersWithHashes(1), argon2(1), argon2(2)]))
    const args = ['run', 'later.csv', '--core', core.baseUrl, '--delta-of', 'm.migration', '--document', 'd.migration']
    const sent = await run.next([...args, '--yes', '--json', '--decide', 'argon2=passwordless'])
    expect([sent.code, numbersOf(sent)]).toEqual([0, { records: 3, users: 3, migrated: 2, excluded: 1, calls: 2 }])
  })
})
