import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { sqliteDriver } from '../../../electron/engine/document/sqlite.ts'
import {
  madeUpBcrypt,
  madeUpCsv,
  usersOfProvider,
  usersWithHashes,
  usersWithoutHash,
} from '../../support/made-up-csv.ts'
import { post, startCore, usersIn } from '../../support/rehearsal.ts'
import { nothingUndone, runAtCore, runUsers } from '../../support/run-users.ts'
import { fileIn, temporaryFolder } from '../../support/temporary-folder.ts'

const pia = { id: 'p1', email: 'pia@example.com', provider: 'google', provider_user_id: 'g-pia' }
const sam = { id: 's1', email: 'sam@example.com', provider: 'google', provider_user_id: 'g-sam' }

/** Pia had a password in the core before. */
async function withPassword(baseUrl: string, email = 'pia@example.com'): Promise<string> {
  const { user } = await post(baseUrl, '/recipe/user/passwordhash/import', { email, passwordHash: madeUpBcrypt(7) })
  return user.id
}

async function link(baseUrl: string, recipeUserId: string, primaryUserId: string): Promise<void> {
  await post(baseUrl, '/recipe/accountlinking/user/primary', { recipeUserId: primaryUserId })
  await post(baseUrl, '/recipe/accountlinking/user/link', { recipeUserId, primaryUserId })
}

describe('a complete undo', () => {
  test('is the headline of the report, and the hashes can be removed', async () => {
    const { core, run } = await runAtCore(usersWithHashes(2), { dialect: 'supertokens' })
    const early = await run.next(['undo', 'm.migration', '--yes', '--json'])
    const { summary } = await run.report()
    const removed = await run.next(['remove-hashes', 'm.migration', '--yes'])
    expect([early.json?.['removed'], summary['headline'], removed.code, removed.err, usersIn(core)]).toEqual([
      2,
      'Undone: 2 users removed again',
      0,
      expect.stringContaining('2 users'),
      [],
    ])
  })

  test('is no longer said once users are sent again', async () => {
    const { run } = await runAtCore(usersWithHashes(2), { dialect: 'supertokens' })
    await run.next(['undo', 'm.migration', '--yes'])
    await run.next(['resume', 'm.migration'])
    const { summary } = await run.report()
    const removed = await run.next(['remove-hashes', 'm.migration', '--yes'])
    expect([summary['headline'], removed.code]).toEqual(['2 migrated', 0])
  })

  test('of a later export leaves users whose email it changed, and says so', async () => {
    const { core, run } = await runAtCore(usersWithHashes(2), { dialect: 'supertokens' })
    const [changed, unchanged] = usersWithHashes(2)
    const later = [{ ...changed, email: 'moved@example.com' }, { ...unchanged }, ...usersWithHashes(1, 9)]
    fileIn(run.folder, 'later.csv', madeUpCsv(later))
    const to = ['--core', core.baseUrl, '--document', 'd.migration']
    await run.next(['run', 'later.csv', '--delta-of', 'm.migration', ...to, '--yes'])
    const sent = usersIn(core)
    const undone = await run.next(['undo', 'd.migration', '--yes'])
    await run.next(['report', 'd.migration', '--format', 'json', '--out', 'd.json'])
    const report = JSON.parse(readFileSync(join(run.folder, 'd.json'), 'utf8'))
    expect([sent.length, usersIn(core), undone.out, report.summary.headline]).toEqual([
      3,
      ['emailpassword moved@example.com', 'emailpassword user2@example.com'],
      expect.stringContaining(
        '1 left, because this migration did not create them. Users that were left keep what this migration added: changed contact (1 user).',
      ),
      'Undone: 1 user removed again · 1 migrated user stays',
    ])
  })
})

describe('an undo of a user who was linked since', () => {
  /** Signed up with a password, migrated by Google, both linked. */
  async function linked(more: readonly string[] = []) {
    const core = await startCore({ dialect: 'supertokens' })
    const own = await withPassword(core.baseUrl)
    const run = await runUsers([pia, sam], core.baseUrl, more)
    const { rows } = await run.report()
    const made = rows.find(({ sourceId }) => sourceId === 'p1')?.coreUserId ?? ''
    return { core, own, run, made }
  }

  test('asks first, and never removes the account that was there before', async () => {
    const { core, own, run, made } = await linked()
    await link(core.baseUrl, made, own)
    const held = await run.next(['undo', 'm.migration', '--yes'])
    expect([held.code, held.out]).toEqual([3, expect.stringContaining('Add --with-linked')])
    expect(usersIn(core)).toEqual(['emailpassword pia@example.com', 'thirdparty google pia@example.com'])
    const undone = await run.next(['undo', 'm.migration', '--yes', '--with-linked', '--json'])
    expect([undone.code, undone.json]).toEqual([0, { ...nothingUndone, removed: 1 }])
    expect(usersIn(core)).toEqual(['emailpassword pia@example.com'])
  })

  test('leaves the linked account also where the migrated one is the primary user', async () => {
    const { core, own, run, made } = await linked(['--keep-user-ids'])
    await link(core.baseUrl, own, made)
    const undone = await run.next(['undo', 'm.migration', '--yes', '--with-linked', '--json'])
    expect([undone.json, usersIn(core)]).toEqual([{ ...nothingUndone, removed: 2 }, ['emailpassword pia@example.com']])
    const again = await run.next(['undo', 'm.migration', '--yes', '--with-linked', '--json'])
    expect([again.json, usersIn(core)]).toEqual([nothingUndone, ['emailpassword pia@example.com']])
  })
})

describe('an undo looks a user up first', () => {
  test('who is gone already counts as gone', async () => {
    const { core, run } = await runAtCore([pia, sam], { dialect: 'supertokens' })
    const { rows } = await run.report()
    await post(core.baseUrl, '/user/remove', { userId: rows[0]?.coreUserId })
    const undone = await run.next(['undo', 'm.migration', '--yes', '--json'])
    expect([undone.code, undone.json]).toEqual([0, { ...nothingUndone, removed: 1, gone: 1 }])
    const { summary } = await run.report()
    expect(summary.states).toMatchObject({ ready: 2, migrated: 0 })
  })

  test('a document that names the id of somebody else removes nobody', async () => {
    const core = await startCore({ dialect: 'supertokens' })
    const admin = await withPassword(core.baseUrl, 'admin@example.com')
    const run = await runUsers([pia], core.baseUrl)
    const database = sqliteDriver().open(run.document, false)
    database.prepare('UPDATE call SET core_user_id = ?, recipe_user_id = ?').run(admin, admin)
    database.close()
    const undone = await run.next(['undo', 'm.migration', '--yes', '--json', '--with-linked'])
    expect([undone.code, undone.json]).toEqual([3, { ...nothingUndone, mismatched: 1 }])
    expect(usersIn(core)).toEqual(['emailpassword admin@example.com', 'thirdparty google pia@example.com'])
  })

  test('a login method of the same contact in another user is not taken for ours', async () => {
    const core = await startCore({ dialect: 'supertokens' })
    const own = await withPassword(core.baseUrl)
    const run = await runUsers([pia], core.baseUrl)
    const database = sqliteDriver().open(run.document, false)
    database.prepare('UPDATE call SET core_user_id = ?, recipe_user_id = NULL').run(own)
    database.close()
    const undone = await run.next(['undo', 'm.migration', '--yes', '--json'])
    expect([undone.json, core.count()]).toEqual([{ ...nothingUndone, mismatched: 1 }, 2])
  })
})

/** A document that claims to have created a user of the core, in every column that it can write. */
function forge(path: string, email: string, coreUserId: string): void {
  const database = sqliteDriver().open(path, false)
  const row = database.prepare("SELECT provenance FROM call WHERE state = 'done' LIMIT 1").get()
  const signature = z.object({ provenance: z.string() }).parse(row).provenance
  database
    .prepare(
      `INSERT INTO call (target_id, user_id, key, kind, state, since, core_user_id, recipe_user_id, existed, created, provenance)
       SELECT target_id, user_id, ?, 'import', 'done', since, ?, ?, 0, 1, ? FROM call LIMIT 1`,
    )
    .run(`import:${email}`, coreUserId, coreUserId, signature)
  database.close()
}

describe('an undo of users of whom this machine has no record', () => {
  async function forged() {
    const core = await startCore({ dialect: 'supertokens' })
    const admin = await withPassword(core.baseUrl, 'admin@example.com')
    const run = await runUsers([pia], core.baseUrl)
    forge(run.document, 'admin@example.com', admin)
    return { core, run }
  }

  test('a document that forges both the id of the core and the call leaves whom it names', async () => {
    const { core, run } = await forged()
    const undone = await run.next(['undo', 'm.migration', '--yes', '--with-linked', '--report', 'undone.csv'])
    expect([undone.code, usersIn(core)]).toEqual([3, ['emailpassword admin@example.com']])
    expect(undone.out).toContain('1 not removed: this machine has no record that it created them.')
    expect(undone.err).toContain('In the core now: password, signed up ')
    expect(readFileSync(join(run.folder, 'undone.csv'), 'utf8')).toContain('unconfirmed')
  })

  test.each(['2', '0', 'all', ''])('another number than theirs (%o) removes none of them', async (number) => {
    const { core, run } = await forged()
    const undone = await run.next(['undo', 'm.migration', '--yes', '--json', '--confirm-users', number])
    expect([undone.code, undone.json]).toEqual([3, { ...nothingUndone, removed: 1, unconfirmed: 1 }])
    expect(usersIn(core)).toEqual(['emailpassword admin@example.com'])
  })

  test('at a terminal they are named and asked about on their own', async () => {
    const { core, run } = await forged()
    const prompts: string[] = []
    const answer = (question: string) => {
      if (!question.startsWith('To remove')) return ''
      return prompts.push(question) === 1 ? '1' : 'no'
    }
    expect((await run.next(['undo', 'm.migration'], { answer })).code).toBe(3)
    expect([prompts.length, usersIn(core)]).toEqual([2, ['emailpassword admin@example.com']])
  })

  test('a colleague with a copy of the migration removes its users after confirming their number', async () => {
    const { core, run } = await runAtCore([pia, sam], { dialect: 'supertokens' })
    const machine = temporaryFolder()
    const undo = (more: readonly string[]) =>
      run.next(['undo', 'm.migration', '--yes', '--json', '--core', core.baseUrl, ...more], { machine })
    expect((await undo([])).json).toEqual({ ...nothingUndone, unconfirmed: 2 })
    expect(core.count()).toBe(2)
    const undone = await undo(['--confirm-users', '2'])
    expect([undone.code, undone.json, core.count()]).toEqual([0, { ...nothingUndone, removed: 2 }, 0])
  })

  test('that a user was absent before counts only where this machine saw it', async () => {
    const core = await startCore({ dialect: 'supertokens' })
    const own = await withPassword(core.baseUrl, 'user1@example.com')
    const run = await runUsers(usersWithHashes(2), core.baseUrl)
    const database = sqliteDriver().open(run.document, false)
    const [first] = database.prepare("SELECT user_id FROM call WHERE key = 'import:user1@example.com'").all()
    const { user_id: user } = z.object({ user_id: z.number() }).parse(first)
    database
      .prepare(
        "UPDATE call SET state = 'todo', status = NULL, tries = 1, absent_at = since, core_user_id = ? WHERE user_id = ?",
      )
      .run(own, user)
    database.prepare("UPDATE progress SET state = 'ready' WHERE user_id = ?").run(user)
    database.close()
    expect((await run.next(['resume', 'm.migration', '--json'])).json).toMatchObject({ migrated: 2 })
    const undone = await run.next(['undo', 'm.migration', '--yes', '--json'])
    expect([undone.json, usersIn(core)]).toEqual([
      { ...nothingUndone, removed: 1, unconfirmed: 1 },
      ['emailpassword user1@example.com'],
    ])
  })

  test('a core that moved keeps the record', async () => {
    const { core, run } = await runAtCore([pia, sam], { dialect: 'supertokens' })
    const moved = core.baseUrl.replace('127.0.0.1', 'localhost')
    const undone = await run.next(['undo', 'm.migration', '--yes', '--json', '--core', moved, '--core-moved'])
    expect(undone.json).toEqual({ ...nothingUndone, removed: 2 })
  })
})

test('an undo removes users whose first request was done without an answer: the core had been asked before', async () => {
  const core = await startCore({
    dialect: 'supertokens',
    faults: {
      rules: [{ kind: 'reset', moment: 'lost', on: ['import', 'third-party', 'consume'], every: 3 }],
    },
  })
  await withPassword(core.baseUrl, 'user1@example.com')
  const users = [...usersWithHashes(4), ...usersOfProvider(4), ...usersWithoutHash(4)]
  const run = await runUsers(users, core.baseUrl, ['--concurrency', '1'])
  const { rows } = await run.report()
  const undone = await run.next(['undo', 'm.migration', '--yes', '--json'])
  expect([
    rows.filter(({ existed }) => existed === true).map(({ contact }) => contact),
    undone.json,
    usersIn(core),
  ]).toEqual([['user1@example.com'], { ...nothingUndone, removed: 11, left: 1 }, ['emailpassword user1@example.com']])
})

test('after passwords were replaced, an undo says why the users stay, and what they keep of this migration', async () => {
  const core = await startCore({ dialect: 'supertokens' })
  await withPassword(core.baseUrl, 'user1@example.com')
  const users = [{ ...usersWithHashes(1)[0], email_verified: 'true' }]
  const both = ['--keep-user-ids', '--verify-emails']
  const run = await runUsers(users, core.baseUrl, ['--on-existing', 'overwrite', ...both])
  const undone = await run.next(['undo', 'm.migration', '--yes', '--report', 'undo.csv'])
  const report = readFileSync(join(run.folder, 'undo.csv'), 'utf8')
  expect(undone.out).toContain(
    '0 users removed from the core. 1 left, because this migration did not create them. Users that were left keep what this migration added: old ID (1 user), verified email (1 user).',
  )
  expect(report).toContain('This migration replaced its password, and the core does not give back the former one.')
  expect(report).toContain('This stays too: old ID, verified email.')
})
