import { appendFileSync, closeSync, ftruncateSync, openSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  acquireExclusively,
  beginRemovingHashes,
  countHashes,
  countHashTexts,
  hashesRemovedProblem,
  keepsTotpSecrets,
  releaseExclusive,
  removeHashes,
} from '../../../../electron/engine/document/removed-hashes.ts'
import { withSnapshot } from '../../../../electron/engine/document/open-document.ts'
import { sqliteDriver } from '../../../../electron/engine/sqlite-driver.ts'
import { facetTable } from '../../../../electron/engine/document/facets.ts'
import { getSetting, setSetting } from '../../../../electron/engine/document/settings.ts'
import type { Database } from '../../../../electron/engine/document/sqlite.ts'
import { ok } from '../../../../shared/result.ts'
import { emptyDocument } from '../../../support/documents.ts'
import { madeUpBcrypt } from '../../../support/made-up-csv.ts'
import { keepUser, madeUpFacet } from '../../../support/planned-users.ts'
import { importOf, plannedDocument } from '../../../support/rounds.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

function withHashes(users: number) {
  const { document } = plannedDocument(Array.from({ length: users }, (_, n) => [importOf(`u${n}@example.com`)]))
  const hashes = () =>
    document.database.prepare(`SELECT 1 FROM user_text WHERE calls NOT LIKE '%"passwordHash":""%'`).all().length
  return { document, hashes }
}

const never = new AbortController().signal

describe('removing the hashes', () => {
  test('is refused before anything is changed where the disk cannot hold the file twice', async () => {
    const { document, hashes } = withHashes(3)
    const freeSpace = () => 1000
    const removed = await removeHashes(document, { now: 1, signal: never, onProgress: () => undefined, freeSpace })
    expect([
      removed.ok ? null : [removed.error.code, removed.error.message],
      hashes(),
      hashesRemovedProblem(document.database),
    ]).toEqual([
      ['space-missing', expect.stringMatching(/takes [\d.]+ kB of free .*; 1 kB are free\. Nothing/)],
      3,
      null,
    ])
  })

  test('is refused where a document that is written anew in a temporary file on the same disk finds no space for two', async () => {
    const { document } = withHashes(1)
    const path = join(temporaryFolder(), 'm.migration')
    const askedOf = async (size: number, free: number) => {
      const handle = openSync(path, 'w')
      ftruncateSync(handle, size)
      closeSync(handle)
      const removed = await removeHashes(
        { ...document, path },
        { now: 1, signal: AbortSignal.abort(), onProgress: () => undefined, freeSpace: () => free },
      )
      return removed.ok ? null : removed.error.code
    }
    const limit = 64 * mebibyte
    expect([
      await askedOf(limit, limit - 1),
      await askedOf(limit, limit),
      await askedOf(limit + 1, 2 * limit + 1),
      await askedOf(limit + 1, 2 * limit + 2),
    ]).toEqual(['space-missing', 'hashes-stopped', 'space-missing', 'hashes-stopped'])
  })

  test.skipIf(process.platform !== 'linux')(
    'is refused where the disk of temporary files has no space for one, and that disk is named',
    async () => {
      const { document } = withHashes(1)
      const path = join(temporaryFolder(), 'm.migration')
      const size = 64 * mebibyte + 1
      writeFileSync(path, '')
      truncateSync(path, size)
      const refusedWith = async (variables: Readonly<Record<string, string>>) => {
        for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
        onTestFinished(() => void vi.unstubAllEnvs())
        const removed = await removeHashes(
          { ...document, path },
          {
            now: 1,
            signal: AbortSignal.abort(),
            onProgress: () => undefined,
            freeSpace: (folder) => (folder === '/proc' ? size - 1 : size),
          },
        )
        return removed.ok ? null : removed.error.message
      }
      const named = expect.stringContaining('in /proc for a while')
      expect([
        await refusedWith({ SQLITE_TMPDIR: '/proc', TMPDIR: '/sys' }),
        await refusedWith({ SQLITE_TMPDIR: '/nowhere', TMPDIR: '/proc' }),
        await refusedWith({ SQLITE_TMPDIR: '/sys', TMPDIR: '/proc' }),
      ]).toEqual([named, named, expect.stringContaining('was stopped')])
    },
  )

  test('has to wait for a reader, and leaves the document as it was where that does not end', async () => {
    const { document } = withHashes(1)
    const whileRead = await withSnapshot(document.path, async () => {
      const refused = await acquireExclusively(document, 2)
      const names = ['journal_mode', 'busy_timeout']
      return ok([
        refused.ok ? null : refused.error.code,
        ...names.map((name) => Object.values(document.database.prepare(`PRAGMA ${name}`).get() ?? {})[0]),
      ])
    })
    const alone = await acquireExclusively(document, 1)
    expect([whileRead, alone.ok]).toEqual([ok(['hashes-read', 'wal', 5000]), true])
  })

  test.each([
    ['in the first wait', 1, true, 1],
    ['in the last wait', 2, true, 2],
    ['never', Infinity, false, 2],
  ])('waits between tries for a reader that ends %s', async (_, endsIn, isAcquired, waits) => {
    const { document } = withHashes(1)
    const reader = sqliteDriver().open(document.path, true)
    // The packaged driver lets go of the file when the statement is collected.
    const statements = [reader.prepare('SELECT 1 FROM user')]
    statements[0]?.get()
    let waited = 0
    const wait = async () => {
      waited += 1
      if (waited !== endsIn) return
      statements.pop()
      reader.close()
    }
    const acquired = await acquireExclusively(document, 3, wait)
    if (!acquired.ok) reader.close()
    expect([acquired.ok, waited]).toEqual([isAcquired, waits])
  })

  test('goes on where the system does not say how much is free', async () => {
    const { document, hashes } = withHashes(3)
    await acquireExclusively(document)
    const done: number[] = []
    const removed = await removeHashes(document, {
      now: 1,
      signal: never,
      onProgress: (share) => void done.push(share),
      freeSpace: () => null,
    })
    expect([removed.ok, hashes(), done, getSetting(document.database, 'hashes-removed')]).toEqual([true, 0, [60], 1])
  })

  test('says before a large file is written anew that there is no telling how far that is', async () => {
    const { document } = withHashes(3)
    await acquireExclusively(document)
    const done: (readonly [number, number])[] = []
    const onProgress = (share: number, of: number) => void done.push([share, of])
    const { database } = document
    const pragma = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]
    const exec = database.exec.bind(database)
    const written: unknown[] = []
    const spied = vi.spyOn(database, 'exec').mockImplementation((text) => {
      if (text === 'VACUUM') written.push(pragma('temp_store'))
      exec(text)
    })
    const removed = await removeHashes(document, { now: 1, signal: never, onProgress, large: () => true })
    spied.mockRestore()
    // In a temporary file, and in memory again from then on.
    expect([written, pragma('temp_store'), pragma('busy_timeout')]).toEqual([[1], 2, 5000])
    expect([removed.ok, done]).toEqual([
      true,
      [
        [60, 100],
        [0, 0],
      ],
    ])
  })

  test('goes on to the end of a search of the file, and no further, and gives others a turn after each step', async () => {
    const { document } = withHashes(1)
    const { database } = document
    database.prepare('UPDATE file SET name = ?').run('.'.repeat(8 * mebibyte))
    await acquireExclusively(document)
    const done: number[] = []
    const turns: string[] = []
    const onProgress = (share: number, of: number) => {
      done.push((100 * share) / of)
      turns.push('step')
      setImmediate(() => turns.push('other'))
    }
    const removed = await removeHashes(document, { now: 1, signal: never, onProgress })
    expect(turns).toEqual(done.flatMap(() => ['step', 'other']))
    const searching = done.slice(1)
    expect([removed.ok, done[0], searching[0]]).toEqual([true, 60, 80])
    expect(searching.every((share, at) => share >= (searching[at - 1] ?? 80) && share <= 100)).toBe(true)
    expect((searching.at(-1) ?? 0) > 95).toBe(true)
  })

  test('empties each place that keeps a secret of a user or a part, wherever a step ends, and leaves what is beside it', async () => {
    const document = emptyDocument()
    const { database } = document
    const rest = { sourceId: 'u', email: 'a@example.com' }
    const call = { kind: 'verify-email', email: 'a@example.com' } as const
    const totp = { kind: 'totp', secretKey: 'JBSWY3DPEHPK3PXP', deviceName: 'TOTP' } as const
    const sources = [
      { hash: { hash: 'x' } },
      { unmapped: [{ kind: 'password-hash', field: 'old', value: 'x', asks: true }] },
      { profile: { roles: ['admin'], totp: ['JBSWY3DPEHPK3PXP'] } },
      { profile: { roles: ['admin'] } },
    ]
    const emptied = [{}, {}, { profile: { roles: ['admin'] } }, { profile: { roles: ['admin'] } }]
    const ids = [1, 9_999, 10_000, 10_001]
    const plans = [[importOf('a@example.com'), call], [totp, call], [totp], [call]]
    for (const [at, id] of ids.entries()) {
      keepUser(database, { id, source: { ...rest, ...sources[at] }, calls: plans[at] ?? [] })
      const correction = JSON.stringify({ email: 'b@example.com', hash: { hash: 'x' } })
      database.prepare('UPDATE user SET correction = ? WHERE id = ?').run(correction, id)
    }
    const parts = [{ hash: { hash: 'x' } }, { unmapped: [] }, { totp: ['JBSWY3DPEHPK3PXP'] }, {}]
    const partIds = [1, 10_000, 20_000, 20_001]
    for (const [at, id] of partIds.entries())
      database
        .prepare("INSERT INTO partial_record (id, file_id, line, byte, keys, part) VALUES (?, 1, 1, 0, '[]', ?)")
        .run(id, JSON.stringify({ phone: '1', ...parts[at] }))
    const version = getSetting(database, 'users-version') ?? 0
    await acquireExclusively(document)
    const done: number[] = []
    const onProgress = (share: number) => void done.push(share)
    const removed = await removeHashes(document, { now: 7, signal: never, onProgress })
    const read = (select: string) =>
      database
        .prepare(select)
        .all()
        .map((row) => JSON.parse(String(Object.values(row ?? {})[0])))
    expect([removed, done]).toEqual([ok(null), [30, 60, 60]])
    expect(read('SELECT source FROM user_text ORDER BY user_id')).toEqual(emptied.map((one) => ({ ...rest, ...one })))
    expect(read('SELECT correction FROM user')).toEqual(ids.map(() => ({ email: 'b@example.com' })))
    expect(read('SELECT part FROM partial_record')).toEqual(partIds.map(() => ({ phone: '1' })))
    expect(read('SELECT calls FROM user_text ORDER BY user_id')).toEqual([
      [{ ...importOf('a@example.com'), passwordHash: '' }, call],
      [{ ...totp, secretKey: '' }, call],
      [{ ...totp, secretKey: '' }],
      [call],
    ])
    expect([getSetting(database, 'users-version'), countHashes(database)]).toEqual([version + 1, 0])
  })

  test('begins with the passes, whose users have hashes of their own', () => {
    const { database } = emptyDocument()
    database.exec(`INSERT INTO pass_stage (key, line, byte, source) VALUES ('k', 1, 0, '{}');
      INSERT INTO pending_change VALUES (1, 1, 'held', '[]')`)
    beginRemovingHashes(database, Date.UTC(2025, 2, 4, 23))
    const left = ['pass_stage', 'pending_change'].map((table) => database.prepare(`SELECT * FROM ${table}`).all())
    expect([left, hashesRemovedProblem(database)?.error.message]).toEqual([
      [[], []],
      expect.stringContaining('on 2025-03-04.'),
    ])
  })

  test.each([1, 2])('that leaves a text like a hash says how many there are, and is not done: %i', async (texts) => {
    const { document } = withHashes(1)
    const { database } = document
    const left = Array.from({ length: texts }, (_, at) => madeUpBcrypt(at))
    database.prepare('UPDATE file SET name = ?').run(left.join(' '))
    await acquireExclusively(document)
    const removed = await removeHashes(document, { now: 1, signal: never, onProgress: () => undefined })
    expect([removed.ok ? null : removed.error, getSetting(database, 'hashes-removed')]).toEqual([
      { code: 'hashes-left', message: expect.stringContaining(`(${texts})`) },
      undefined,
    ])
  })

  test.each([
    ['database table is locked', 'hashes-read'],
    ['SQLITE_BUSY: the file is busy', 'hashes-read'],
    ['a lock', 'hashes-read'],
    ['the disk has a bad block', 'thrown'],
    ['unlocked', 'thrown'],
  ])('that meets “%s” ends as %s', async (message, code) => {
    const { document } = withHashes(1)
    const failing: Database = {
      ...document.database,
      exec: () => {
        throw new Error(message)
      },
    }
    const removed = removeHashes({ ...document, database: failing }, { now: 1, signal: never, onProgress: () => {} })
    const ended = await removed.then((result) => (result.ok ? null : result.error.code)).catch(() => 'thrown')
    expect(ended).toBe(code)
  })

  test('leaves the journal and the wait for others as they are usually', async () => {
    const { document } = withHashes(1)
    const pragma = (name: string) => Object.values(document.database.prepare(`PRAGMA ${name}`).get() ?? {})[0]
    const usual = ['journal_mode', 'busy_timeout', 'temp_store'].map(pragma)
    await acquireExclusively(document)
    await removeHashes(document, { now: 1, signal: never, onProgress: () => undefined, large: () => false })
    releaseExclusive(document.database)
    expect([['journal_mode', 'busy_timeout', 'temp_store'].map(pragma), usual]).toEqual([
      ['wal', 5000, usual[2]],
      ['wal', 5000, usual[2]],
    ])
  })

  test('that is stopped says so, and takes all of them the next time', async () => {
    const { document, hashes } = withHashes(3)
    await acquireExclusively(document)
    const order = { now: 1, onProgress: () => undefined }
    const stopped = await removeHashes(document, { ...order, signal: AbortSignal.abort() })
    const between = [hashes(), getSetting(document.database, 'hashes-removed')]
    const again = await removeHashes(document, { ...order, signal: never })
    expect([stopped.ok ? null : stopped.error.code, between, again.ok, hashes()]).toEqual([
      'hashes-stopped',
      [3, undefined],
      true,
      0,
    ])
  })
})

describe('the users with a hash or another secret', () => {
  /** One user of a facet, with a finding of its own. */
  function add(database: Database, id: number, bucket: string, profile: string, finding: string | null): void {
    keepUser(database, { id })
    const facet = facetTable.id(database, madeUpFacet({ bucket, profile }))
    database.prepare('UPDATE user SET facet_id = ? WHERE id = ?').run(facet, id)
    if (finding !== null)
      database
        .prepare("INSERT INTO user_finding VALUES (?, ?, 'a', 0, ''), (?, ?, 'b', 0, '')")
        .run(id, finding, id, finding)
  }

  test('are counted once, with values that may be a hash, until all are removed', () => {
    const { database } = emptyDocument()
    expect([countHashes(database), keepsTotpSecrets(database)]).toEqual([0, false])
    add(database, 1, 'none', 'roles', null)
    add(database, 2, 'none', '', 'unmapped-email')
    expect(countHashes(database)).toBe(0)
    add(database, 3, 'bcrypt', '', 'unmapped-hash')
    add(database, 4, 'none', '', 'unmapped-hash')
    add(database, 5, 'none', '', 'second-hash')
    expect([countHashes(database), keepsTotpSecrets(database)]).toEqual([3, false])
    add(database, 6, 'none', 'roles,totp', 'second-hash')
    expect([countHashes(database), keepsTotpSecrets(database)]).toEqual([4, true])
    setSetting(database, 'hashes-removed', 1)
    expect(countHashes(database)).toBe(0)
  })
})

const mebibyte = 1024 * 1024

/** A file with a text at some place, and much behind it. */
function fileWith(text: string, at: number): string {
  const path = join(temporaryFolder(), 'm.migration')
  writeFileSync(path, Buffer.alloc(at, '.'))
  appendFileSync(path, text)
  appendFileSync(path, Buffer.alloc(mebibyte, '.'))
  return path
}

async function counts(text: string): Promise<readonly number[]> {
  const found = new Set<number>()
  for (let before = 0; before <= text.length + 1; before += 1) {
    found.add(await countHashTexts(fileWith(text, mebibyte - before), () => undefined))
  }
  return [...found]
}

describe('the search of a file for hashes', () => {
  test('does not take an emptied hash for one wherever the pieces are cut', async () => {
    expect([await counts('"passwordHash":""'), await counts('"hash":null')]).toEqual([[0], [0]])
  })

  test('tells after each piece which part is searched', async () => {
    const shares: number[] = []
    await countHashTexts(fileWith('', 3 * mebibyte), (share) => void shares.push(Math.round(share * 10_000) / 100))
    expect(shares).toEqual([0, 24.99, 49.99, 74.98])
  })

  test('adds up what is in the file and in the journals beside it', async () => {
    const path = fileWith('"hash":{', 10)
    writeFileSync(`${path}-wal`, `"secretKey":"x" ${madeUpBcrypt(1)}`)
    writeFileSync(`${path}-journal`, '"totp":["x"] "passwordHash":"x" "secretKey":"" "hash":null')
    expect(await countHashTexts(path, () => undefined)).toBe(5)
  })

  test.each([256, 200])(
    'finds a hash once that two pieces have, %i bytes before the end of the first',
    async (before) => {
      expect(await countHashTexts(fileWith(madeUpBcrypt(1), mebibyte - before), () => undefined)).toBe(1)
    },
  )

  test('finds a hash once wherever the pieces are cut', async () => {
    expect(await counts(madeUpBcrypt(1))).toEqual([1])
  })
})
