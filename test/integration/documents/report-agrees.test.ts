import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { reportView } from '../../../electron/engine/queries/report-view.ts'
import { type Database, sql } from '../../../electron/engine/document/sqlite.ts'
import { setSetting } from '../../../electron/engine/document/settings.ts'
import { textFormats, writeReport, writeReports } from '../../../electron/engine/reporting/write-report.ts'
import type { UserState } from '../../../shared/planning/call.ts'
import { reportFile } from '../../../shared/ipc/report-files.ts'
import { sumRows } from '../../../shared/report/sum-rows.ts'
import { must } from '../../support/documents.ts'
import { planAs } from '../../support/planned-users.ts'
import { importOf, plannedDocument } from '../../support/rounds.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** Users of each state, unlike numbers, so that none can stand for another. */
const states = {
  migrated: 9,
  failed: 2,
  'in-doubt': 3,
  blocked: 4,
  excluded: 5,
  existing: 6,
  ready: 7,
  sending: 1,
} as const
const records = { joined: 2, unmatched: 3, unreadable: 4 } as const

/** A migration with users in every state, and records without a user. */
function everyState(): Database {
  const order = Object.entries(states).flatMap(([state, n]) => Array.from({ length: n }, () => state as UserState))
  const { document, target } = plannedDocument(order.map((_, n) => [importOf(`user${n + 1}@example.com`)]))
  const { database } = document
  for (const [index, state] of order.entries()) {
    const id = index + 1
    if (state === 'blocked' || state === 'excluded') {
      planAs(database, state, `id = ${id}`)
      sql(database, 'UPDATE user SET summary = ? WHERE id = ?').run(`why ${state}`, id)
    } else if (state !== 'ready') {
      sql(database, 'INSERT INTO progress (target_id, user_id, state, changed_at) VALUES (?, ?, ?, 1)').run(
        target.id,
        id,
        state,
      )
      const call = { migrated: 'done', existing: 'done', failed: 'failed', 'in-doubt': 'in-doubt', sending: 'sending' }[
        state
      ]
      sql(
        database,
        `INSERT INTO call (target_id, user_id, key, kind, state, since, tries, message, status) VALUES (?, ?, ?, 'import', ?, 1, 1, 'said', ?)`,
      ).run(target.id, id, `import:user${id}@example.com`, call, state === 'existing' ? 'skipped-existing' : null)
    }
  }
  const part =
    "INSERT INTO partial_record (file_id, line, byte, keys, part, user_id, unmatched_reason) VALUES (1, ?, 0, '[]', '{}', ?, 'no such user')"
  for (let n = 0; n < records.joined; n++) sql(database, part).run(100 + n, 1)
  for (let n = 0; n < records.unmatched; n++) sql(database, part).run(200 + n, null)
  for (let n = 0; n < records.unreadable; n++)
    sql(database, "INSERT INTO unreadable (file_id, line, byte, reason) VALUES (1, ?, 0, 'no JSON')").run(300 + n)
  const sum = [...Object.values(states), ...Object.values(records)].reduce((all, n) => all + n, 0)
  sql(database, 'UPDATE file SET complete = 1, records = ?, unreadable = ?').run(sum, records.unreadable)
  const run =
    'INSERT INTO run (target_id, started_at, ended_at, sending_ms, calls, retries) VALUES (?, ?, ?, 1000, ?, 0)'
  sql(database, run).run(target.id, 1000, 2000, 21)
  sql(database, run).run(target.id, 5000, 6000, 0)
  return database
}

const json = z.object({
  summary: z.looseObject({
    headline: z.string(),
    totals: z.record(z.string(), z.number()),
    states: z.record(z.string(), z.number()),
  }),
  audit: z.looseObject({ runs: z.array(z.looseObject({ calls: z.number() })) }),
  rows: z.array(
    z.looseObject({
      kind: z.string(),
      user: z.number().nullable(),
      userState: z.string().nullable(),
      contact: z.string().nullable(),
    }),
  ),
})

const headline =
  '9 migrated · 2 failed · 3 in doubt · 4 need a decision · 5 excluded · 6 already in the core · 8 not sent yet · 3 records unmatched · 4 records unreadable'

describe('a migration in which every state occurs', () => {
  const written = async () => {
    const database = everyState()
    const folder = temporaryFolder()
    must(await writeReports(database, false, folder, true))
    const text = (name: string) => readFileSync(join(folder, name), 'utf8')
    const html = text('report.html')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/> | </g, (edge) => edge.trim())
    const lines = (name: string) => parse(text(name), { columns: true }) as readonly Readonly<Record<string, string>>[]
    return { database, folder, html, lines, json: json.parse(JSON.parse(text('report.json'))) }
  }

  test('has the same headline on screen, in HTML and in JSON, which names every state', async () => {
    const { database, html, json: report } = await written()
    expect([reportView(database).sentence, report.summary.headline]).toEqual([headline, headline])
    expect(/<h1>([^<]*)<\/h1>/.exec(html)?.[1]).toBe(
      `${states.migrated} of 37 users were migrated; 4 wait for a decision, 2 failed, 3 are in doubt, 5 were excluded, 6 were in the core before, 8 are not sent yet, 3 records are unmatched, and 4 records are unreadable.`,
    )
  })

  test('has the same numbers on screen, in HTML, in CSV and in JSON', async () => {
    const { database, html, lines, json: report } = await written()
    const screen = reportView(database)
    const summary = lines('report.csv').filter(({ kind }) => kind === 'summary')
    const inCsv = (names: readonly string[]) =>
      Object.fromEntries(names.map((name) => [name, Number(summary.find(({ state }) => state === name)?.['message'])]))
    const inHtml = sumRows(screen).map(({ key, label }) => {
      const cell = html.split(`data-row="${key}"`)[1] ?? ''
      return [label, Number(/<b>(\d+)<\/b>/.exec(cell)?.[1])]
    })
    expect([screen.addsUp, screen.counts, screen.totals]).toEqual([
      true,
      states,
      { records: 46, users: 37, other: 0, ...records },
    ])
    expect(report.summary.states).toEqual(states)
    expect(report.summary.totals).toEqual(screen.totals)
    expect(inCsv(Object.keys(states))).toEqual(states)
    expect(inCsv(Object.keys(screen.totals))).toEqual(screen.totals)
    expect(inHtml).toEqual(sumRows(screen).map(({ label, value }) => [label, value]))
  })

  test('names everybody who is not migrated, in HTML and in the lists', async () => {
    const { html, lines } = await written()
    const named = html.slice(html.indexOf('<h2>Users not migrated, by name</h2>'))
    const titles = [...named.matchAll(/<h3>([^<]*: \d+|\d+ records? [^<]*)<\/h3>/g)].map(([, title]) => title)
    expect(titles).toEqual([
      'Another reason: 4',
      'Another reason: 2',
      'Sent, no answer: 3',
      'Another reason: 5',
      '4 records unreadable: no JSON',
      '3 records unmatched: no such user',
    ])
    const lists = ['failed.csv', 'blocked.csv', 'excluded.csv'].map((name) => lines(name))
    expect(lists.map((list) => list.length)).toEqual([5, 4, 5])
    const contacts = lists.flat().map((line) => line['email_or_phone'] ?? '')
    expect(contacts.filter((contact) => !named.includes(`<li>${contact}</li>`))).toEqual([])
    expect(new Set(lists.flat().map((line) => line['advice'])).size).toBeGreaterThan(2)
    // Lists can be grouped by the cause that the screen names.
    expect(lists.map((list) => list.every((line) => line['cause'] !== ''))).toEqual([true, true, true])
    expect(lists[1]?.map((line) => line['reason'])).toEqual(Array.from({ length: 4 }, () => 'why blocked'))
  })

  test('tells users apart whose masked names are the same', async () => {
    const { database, folder } = await written()
    const path = join(folder, 'masked.html')
    must(await writeReport(database, 'html', true, path))
    const html = readFileSync(path, 'utf8')
    const named = html.slice(
      html.indexOf('<h2>Users not migrated, by name</h2>'),
      html.indexOf('4 records unreadable:'),
    )
    const names = [...named.matchAll(/<li>([^<]*)<\/li>/g)].map(([, name]) => name)
    expect([names.length, new Set(names).size, named.includes('user1')]).toEqual([14, 14, false])
    expect(names[0]).toMatch(/^u\*\*\*@example\.com \(.+, line \d+\)$/)
  })

  test('has the same files when each is written by itself, from the lines of the few whom it lists', async () => {
    const { database, folder } = await written()
    setSetting(database, 'plans-current', true)
    const formats = ['html', 'failed', 'blocked', 'excluded'] as const
    const alone = temporaryFolder()
    const read: number[] = []
    for (const format of formats)
      must(
        await writeReport(database, format, false, join(alone, reportFile(format).name), {
          onProgress: (_, total) => read.push(total),
        }),
      )
    const text = (from: string, format: (typeof formats)[number]) =>
      readFileSync(join(from, reportFile(format).name), 'utf8').replace(/<footer>.*<\/footer>/s, '')
    for (const format of formats) expect(text(alone, format)).toBe(text(folder, format))
    // A user that is being sent may have failed at a call before.
    expect(new Set(read)).toEqual(new Set([2 + 3 + 1, 4, 5]))
  })

  test('lists no run that made no call', async () => {
    const { json: report, html } = await written()
    expect([report.audit.runs.map(({ calls }) => calls), html.includes('1970-01-01 00:00:05')]).toEqual([[21], false])
  })
})

test('a list that nobody is on is not written, and one of before is removed', async () => {
  const { database } = plannedDocument([[importOf('a@example.com')]]).document
  database.exec("UPDATE facet SET methods = 'password'")
  const folder = temporaryFolder()
  must(await writeReports(everyState(), true, folder, true))
  must(await writeReports(database, true, folder, true))
  expect(textFormats.filter((format) => existsSync(join(folder, reportFile(format).name)))).toEqual([
    'html',
    'csv',
    'json',
  ])
})
