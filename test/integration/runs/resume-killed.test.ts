import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { closeDocument, openForReading } from '../../../electron/engine/document/open-document.ts'
import { allRows } from '../../../electron/engine/document/sqlite.ts'
import { buildCli, startCli } from '../../support/cli-process.ts'
import { cli } from '../../support/cli.ts'
import { madeUpCsv, usersOfProvider, usersWithHashes, usersWithoutHash, folderWith } from '../../support/made-up-csv.ts'
import { madeFaults, startCore, usersIn } from '../../support/rehearsal.ts'
import { runUsers } from '../../support/run-users.ts'
import { requestsOf, startScriptedCore, type CoreRequest } from '../../support/scripted-core.ts'
import { fileIn, temporaryFolder } from '../../support/temporary-folder.ts'
import { rounds, someOf } from '../../support/length.ts'

beforeAll(buildCli)

const both = Array.from({ length: 20 }, (_, n) => ({
  id: `b${n}`,
  email: `both${n}@example.com`,
  email_verified: 'true',
  phone: `+4917112345${n + 10}`,
}))
/** A password and a Google login: one user where the core can link. */
const linked = usersWithHashes(30, 51).map((user, n) => ({
  ...user,
  provider: 'google',
  provider_user_id: `linked-${n}`,
}))
const people = [...usersWithHashes(50), ...linked, ...usersOfProvider(60), ...usersWithoutHash(40), ...both]

/** Small, repeatable, good enough to choose moments. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

const runArgs = (url: string) => [
  'run',
  'users.csv',
  '--core',
  url,
  '--yes',
  '--json',
  '--document',
  'm.migration',
  '--concurrency',
  '6',
]
const resumeArgs = ['resume', 'm.migration', '--json']

/** The faults kill runs to both; here the short form takes one of them. */
describe.each(someOf(['documented', 'supertokens'] as const, 1))(
  'a run to a %s core that is killed again and again',
  (dialect) => {
    test('leaves the core as an undisturbed run does when it is resumed to its end, and the totals add up', async () => {
      const undisturbed = await startCore({ dialect })
      const calm = folderWith(people)
      await cli(runArgs(undisturbed.baseUrl), { cwd: calm })

      const core = await startCore({ dialect, faults: { latencyMs: [0, 4] } })
      const folder = folderWith(people)
      const chance = seeded(dialect.length)
      const requests = () => Object.values(core.requests()).reduce((sum, n) => sum + n, 0)
      for (let kills = 0; kills < rounds(2, 5); kills++) {
        const process = startCli(existsSync(join(folder, 'm.migration')) ? resumeArgs : runArgs(core.baseUrl), folder)
        const killAt = requests() + 5 + Math.floor(chance() * 60)
        const ended = process.ended.then(() => true)
        while (requests() < killAt && !(await Promise.race([ended, wait(4, false)])));
        process.kill()
        await process.ended
      }
      const last = await startCli(resumeArgs, folder).ended
      const numbers = JSON.parse(last.out) as Record<string, number>
      expect([last.code, numbers, usersIn(core)]).toEqual([
        0,
        expect.objectContaining({
          records: 200,
          users: 200,
          migrated: 200,
          ready: 0,
          failed: 0,
          inDoubt: 0,
          existing: 0,
        }),
        usersIn(undisturbed),
      ])
    })
  },
)

test('users who were in the core before are left alone after a kill while they are looked up', async () => {
  const core = await startCore({ dialect: 'supertokens' })
  const there = usersWithHashes(40)
  await runUsers(there, core.baseUrl)
  const before = core.users({ from: 0, limit: 40 }).rows
  const { import: imports } = core.requests()
  core.setFaults(madeFaults({ latencyMs: 300 }))
  const folder = folderWith(there)
  const process = startCli([...runArgs(core.baseUrl), '--on-existing', 'skip', '--keep-user-ids'], folder)
  while (countIn(folder, "SELECT count(*) AS n FROM call WHERE state = 'sending'") === 0) await wait(15)
  process.kill()
  await process.ended
  core.setFaults(madeFaults({}))
  const last = await cli(resumeArgs, { cwd: folder })
  expect([last.code, JSON.parse(last.out)]).toEqual([0, expect.objectContaining({ migrated: 0, existing: 40 })])
  expect([core.requests().import, core.users({ from: 0, limit: 40 }).rows]).toEqual([imports, before])
})

const doneRow = z.object({ email: z.string() })

/** Emails of users whose calls were all done when the process was killed. */
function migratedIn(folder: string): ReadonlySet<string> {
  const document = openForReading(join(folder, 'm.migration'))
  if (!document.ok) throw new Error(document.error.code)
  const rows = allRows(
    doneRow,
    document.value.database.prepare(
      "SELECT email FROM user JOIN progress ON progress.user_id = user.id WHERE state = 'migrated'",
    ),
  )
  closeDocument(document.value)
  return new Set(rows.map(({ email }) => email))
}

function emailOf({ body }: CoreRequest): string {
  const { email } = body
  return typeof email === 'string' ? email : String(Object.values(email ?? {})[0] ?? body['linkCode'])
}

test('a call that was done is never sent again after a kill', async () => {
  const core = await startScriptedCore(() => wait(2, null))
  const folder = folderWith([...usersWithHashes(80), ...usersOfProvider(60)])
  const chance = seeded(7)
  const sentAgain: string[] = []
  for (let kills = 0, done: ReadonlySet<string> = new Set(); kills < rounds(2, 5); kills++) {
    const before = core.requests.length
    const process = startCli(kills === 0 ? runArgs(core.url) : resumeArgs, folder)
    const killAt = before + 4 + Math.floor(chance() * 50)
    const ended = process.ended.then(() => true)
    while (core.requests.length < killAt && !(await Promise.race([ended, wait(4, false)])));
    process.kill()
    await process.ended
    const emails = core.requests
      .slice(before)
      .filter(({ method }) => method === 'POST')
      .map(emailOf)
    sentAgain.push(...emails.filter((email) => done.has(email)))
    done = migratedIn(folder)
  }
  const last = await startCli(resumeArgs, folder).ended
  const sent = [...requestsOf(core, 'import'), ...requestsOf(core, 'thirdParty')].map(emailOf)
  expect([last.code, sentAgain, new Set(sent).size]).toEqual([0, [], 140])
})

test('a run that is killed while it reads reads its files again when it is resumed, and refuses another file', async () => {
  const core = await startCore()
  const many = usersWithHashes(12_000)
  const folder = folderWith(many)
  const process = startCli([...runArgs(core.baseUrl), '--limit', '3'], folder)
  while (readSoFar(folder) === 0) await wait(15)
  process.kill()
  const killed = await process.ended
  const partly = readSoFar(folder)
  const args = ['report', 'm.migration', '--format', 'json', '--out', 'r.json']
  const report = await cli(args, { cwd: folder })
  const listing = readFileSync(join(folder, 'users.csv'))
  fileIn(folder, 'users.csv', madeUpCsv(usersWithHashes(2)))
  const changed = await cli(resumeArgs, { cwd: folder })
  const again = await cli(resumeArgs, { cwd: folder })
  expect([killed.signal, partly > 0, report.code]).toEqual(['SIGKILL', true, 0])
  expect([changed.code, changed.err, again.code, core.count()]).toEqual([
    2,
    expect.stringContaining('has changed since it was read'),
    2,
    0,
  ])
  fileIn(folder, 'users.csv', listing)
  const resumed = startCli(resumeArgs, folder)
  while (core.count() < 20) await wait(5)
  resumed.interrupt()
  const { code, out } = await resumed.ended
  const { records, users, migrated, ready } = JSON.parse(out) as Record<string, number>
  expect([code, records, users, (migrated ?? 0) + (ready ?? 0)]).toEqual([4, 12_000, 12_000, 12_000])
})

/** Users in the document of a process that is still reading; 0 while there is none yet. */
function readSoFar(folder: string): number {
  return countIn(folder, 'SELECT count(*) AS n FROM user')
}

/** The count of a query in the document of a process that is still at work; 0 while there is none yet. */
function countIn(folder: string, query: string): number {
  const document = openForReading(join(folder, 'm.migration'))
  if (!document.ok) return 0
  try {
    const [row] = allRows(z.object({ n: z.number() }), document.value.database.prepare(query))
    return row?.n ?? 0
  } finally {
    closeDocument(document.value)
  }
}

test('two processes on one migration: the second is told and writes nothing', async () => {
  const seconds: Promise<{ readonly code: number | null; readonly err: string }>[] = []
  const folder = temporaryFolder()
  const core = await startScriptedCore(async ({ nth, method }) => {
    if (method === 'GET' || nth < 10) return null
    if (seconds.length === 0) seconds.push(startCli(resumeArgs, folder).ended, cli(resumeArgs, { cwd: folder }))
    await Promise.all(seconds)
    return null
  })
  fileIn(folder, 'users.csv', madeUpCsv(usersWithHashes(60)))
  const first = startCli(runArgs(core.url), folder)
  const { code } = await first.ended
  const sent = requestsOf(core, 'import').map(emailOf)
  const told = await Promise.all(seconds)
  expect([
    told.map((second) => second.code),
    told.map(({ err }) => err),
    code,
    sent.length,
    new Set(sent).size,
  ]).toEqual([
    [2, 2],
    Array.from({ length: 2 }, () => expect.stringContaining('open in another window or process')),
    0,
    60,
    60,
  ])
})

test('Ctrl-C finishes what is in flight and ends with 4; nothing is sent twice afterwards', async () => {
  const core = await startScriptedCore(() => wait(10, null))
  const folder = folderWith(usersWithHashes(60))
  const first = startCli(runArgs(core.url), folder)
  while (requestsOf(core, 'import').length < 10) await wait(2)
  first.interrupt()
  const stopped = await first.ended
  const resumed = await cli(resumeArgs, { cwd: folder })
  const sent = requestsOf(core, 'import').map(emailOf)
  expect([stopped.code, JSON.parse(stopped.out), resumed.code, sent.length, new Set(sent).size]).toEqual([
    4,
    expect.objectContaining({ stopped: 'cancelled', inDoubt: 0, failed: 0 }),
    0,
    60,
    60,
  ])
})
