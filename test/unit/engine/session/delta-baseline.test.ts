import { describe, expect, test } from 'vitest'
import { fileTable } from '../../../../electron/engine/document/files.ts'
import { sql, type Database } from '../../../../electron/engine/document/sqlite.ts'
import { targetTable } from '../../../../electron/engine/document/targets.ts'
import { closeDocument } from '../../../../electron/engine/document/open-document.ts'
import {
  baselineCoreMismatch,
  createDeltaBaseline,
  inheritedDecisions,
} from '../../../../electron/engine/session/delta-baseline.ts'
import type { BackgroundWork } from '../../../../electron/engine/session/background-work.ts'
import { documentView } from '../../../../electron/engine/session/document-view.ts'
import { createTrustStore } from '../../../../electron/engine/trust/trust-store.ts'
import { trustIn } from '../../../../electron/engine/trust/trust.ts'
import type { Mapping } from '../../../../shared/mapping/mapping.ts'
import { ok } from '../../../../shared/result.ts'
import { codeOf, emptyDocument, must } from '../../../support/documents.ts'
import { zipOfFiles } from '../../../support/data/workbook-of.ts'
import { mappingOf } from '../../../support/made-up-mapping.ts'
import { keepUser } from '../../../support/planned-users.ts'
import { nothing } from './nothing-begun.ts'
import { imports, liveTarget, plannedDocument } from '../../../support/rounds.ts'
import { fileIn, temporaryFolder } from '../../../support/temporary-folder.ts'

/** Columns with names that tell nothing. */
const mapping = mappingOf({ c1: 'source-id', c2: 'email' })
const recognition = { provider: 'generic', shape: 'custom table', reason: 'made up', role: 'users' } as const

/** A migration that was sent, of files that were mapped by hand. */
function sentBefore(
  files: Readonly<Record<string, Mapping>>,
  tables: Readonly<Record<string, string>> = {},
  members: readonly string[] = [],
): string {
  const { document, target } = plannedDocument(imports(1))
  const { database, path } = document
  for (const [name, mapped] of Object.entries(files)) {
    const file = fileTable.add(database, `/earlier/${name}`, name, 12)
    fileTable.change(database, file, { format: 'csv', mapping: mapped, recognition })
  }
  for (const [name, table] of Object.entries(tables))
    fileTable.change(database, fileTable.add(database, `/earlier/${name}`, name, 12), { table_override: table })
  if (members.length > 0) fileTable.addZipMembers(database, '/earlier/all.zip', 'all.zip', 12, members)
  database
    .prepare("INSERT INTO progress (target_id, user_id, state, changed_at) VALUES (?, 1, 'migrated', 1)")
    .run(target.id)
  closeDocument(document)
  return path
}

/** A user of a migration was sent to a live core. */
function sendOneLive(database: Database): void {
  const { id } = targetTable.use(database, liveTarget)
  const insert =
    "INSERT INTO call (target_id, user_id, key, kind, state, since) VALUES (?, 1, 'k', 'import', 'done', 1)"
  sql(database, insert).run(id)
}

/** A migration of a later file with the same columns, compared with that one until the signal says so. */
async function compare(
  signal: AbortSignal,
  files: Readonly<Record<string, Mapping>> = { 'members.csv': mapping },
  state: 'unread' | 'unconfirmed' | 'read' | 'corrected' = 'unread',
  {
    tables = {},
    members = [],
    text = 'c1,c2\n1,ann\n2,ben\n',
  }: { tables?: Readonly<Record<string, string>>; members?: readonly string[]; text?: string | Uint8Array } = {},
) {
  const document = emptyDocument()
  const { database } = document
  const path = fileIn(temporaryFolder(), 'members.csv', text)
  const file = fileTable.add(database, path, 'members.csv', 12)
  const trust = trustIn(createTrustStore(temporaryFolder()), database)
  if (state !== 'unconfirmed') trust.confirmFiles([path])
  if (state === 'read' || state === 'corrected') keepUser(database, { id: 1, file })
  if (state === 'corrected') database.exec(`UPDATE user SET correction = '{"email":"new@example.com"}'`)
  const done: string[] = []
  const work: Pick<BackgroundWork, 'settled' | 'alone' | 'begin'> = {
    settled: async () => ok(null),
    alone: (kind, run) => {
      done.push(kind)
      return run({ signal, isCalledOff: () => false, onProgress: () => undefined })
    },
    begin: (what) => void done.push(what),
  }
  const view = () => documentView(document, { ...nothing, trust })
  const { follow, setBaseline } = createDeltaBaseline(document, trust, work, () => void done.push('touched'), view)
  const earlier = sentBefore(files, tables, members)
  const compared = await follow(earlier, 'earlier.migration')
  return { document, database, file, view, follow, setBaseline, trust, done, earlier, compared }
}

test('a file with the columns of an earlier one is read as that one was, and shown as inherited until it is mapped anew', async () => {
  const { database, file, compared } = await compare(new AbortController().signal)
  const inherited = () => inheritedDecisions(database).files.map(({ id }) => id)
  const first = inherited()
  fileTable.change(database, file, { mapping: mappingOf({ c1: 'source-id' }) })
  expect([codeOf(compared), first, inherited()]).toEqual(['no problem', [file], []])
})

test('of several earlier files with these columns, the one of the same name says how they are read, then the one that uses most', async () => {
  const [less, more] = [mappingOf({ c2: 'email' }), mappingOf({ c1: 'source-id', c2: 'email' })]
  const found = async (files: Readonly<Record<string, Mapping>>) => {
    const { database, file } = await compare(new AbortController().signal, files)
    return fileTable.get(database, file)?.mapping
  }
  expect([
    await found({ 'a.csv': more, 'members.csv': less, 'z.csv': more }),
    await found({ 'a.csv': less, 'b.csv': more, 'c.csv': less }),
  ]).toEqual([less, more])
})

test.each([
  ['that was not confirmed on this machine', 'unconfirmed', false],
  ['of which a user was corrected', 'corrected', false],
  ['of which no user was corrected', 'read', true],
] as const)('a file %s is read as an earlier one: %3$s', async (_, state, isInherited) => {
  const { database, file } = await compare(new AbortController().signal, { 'members.csv': mapping }, state)
  const read = inheritedDecisions(database).files.map(({ id }) => id)
  expect([read, fileTable.get(database, file)?.mapping ?? null]).toEqual(isInherited ? [[file], mapping] : [[], null])
})

test.each([
  ['of the earlier file of its name', { 'members.csv': 'staff', 'z.csv': 'people' }, 'staff'],
  ['of the only earlier file with a choice', { 'z.csv': 'staff' }, 'staff'],
  ['of none where several were chosen', { 'y.csv': 'staff', 'z.csv': 'people' }, null],
])('a later file is read by the table %s', async (_, tables, table) => {
  const dump = ['people', 'staff'].map(
    (name) => `CREATE TABLE ${name} (id int, email text);\nINSERT INTO ${name} VALUES (1, '${name}@example.com');\n`,
  )
  const { database, file, view } = await compare(new AbortController().signal, {}, 'unread', {
    tables,
    text: dump.join(''),
  })
  const parts = table === null ? [] : [{ name: 'members.csv', part: table, word: 'table' }]
  expect([fileTable.get(database, file)?.table_override, view().baseline?.inherited.parts]).toEqual([table, parts])
})

test.each([
  ['the members of an archive that the earlier one read', ['a.csv', 'b.csv'], ['a.csv', 'b.csv'], true],
  ['none of an archive that lacks one of them', ['a.csv', 'c.csv'], [null], false],
] as const)('a later archive is read by %s', async (_, before, members, isInherited) => {
  const text = zipOfFiles({
    'a.csv': 'id,email\n1,ann@example.com\n',
    'b.csv': 'id,email\n2,bo@example.com\n',
    'z.csv': 'x\n',
  })
  const { database, view } = await compare(new AbortController().signal, {}, 'unread', { members: before, text })
  expect(fileTable.list(database).map((file) => file.zip_member)).toEqual(members)
  expect(view().baseline?.inherited.parts.map(({ part }) => part)).toEqual(isInherited ? before : [])
})

test('a comparison that the app was closed in is still to be finished: nothing is sent before', async () => {
  const { database, compared } = await compare(AbortSignal.abort())
  const mismatch = baselineCoreMismatch(database, targetTable.use(database, liveTarget))
  expect([compared.ok, mismatch === null ? null : codeOf(mismatch)]).toEqual([false, 'earlier-unread'])
})

test('another core than the earlier one is shown as a mismatch, the same core is not', async () => {
  const { database, view } = await compare(new AbortController().signal)
  const mismatches = [liveTarget, { ...liveTarget, base_url: 'https://other.example.com' }].map((target) => {
    targetTable.use(database, target)
    return view().baseline?.coreMismatch
  })
  expect(mismatches).toEqual([false, true])
})

describe('what a migration is compared with', () => {
  const another = { ...liveTarget, base_url: 'https://other.example.com' }

  test('was chosen on this machine, is read alone, and is followed by planning', async () => {
    const { trust, earlier, done, view } = await compare(new AbortController().signal)
    expect([trust.knowsFile(earlier), done]).toEqual([true, ['comparing', 'plan', 'touched']])
    expect(view().baseline).toMatchObject({ name: 'earlier.migration', coreMismatch: false })
  })

  test('is for its own core: no user is sent to another one, but for a rehearsal', async () => {
    const { database } = await compare(new AbortController().signal)
    const at = (target: Parameters<typeof targetTable.use>[1]) => {
      const mismatch = baselineCoreMismatch(database, targetTable.use(database, target))
      return mismatch === null ? 'sent' : codeOf(mismatch)
    }
    expect([at(liveTarget), at(another), at({ ...another, kind: 'rehearsal' })]).toEqual([
      'sent',
      'baseline-core-mismatch',
      'sent',
    ])
  })

  test('is forgotten on request, and plans follow', async () => {
    const { setBaseline, done, view, database } = await compare(new AbortController().signal)
    targetTable.use(database, another)
    done.length = 0
    const cleared = must(setBaseline('clear'))
    expect([cleared.baseline, view().baseline, done]).toEqual([null, null, ['plan', 'touched']])
  })

  test('has the core of today where the operator says that it has moved', async () => {
    const { setBaseline, done, database } = await compare(new AbortController().signal)
    done.length = 0
    expect([codeOf(setBaseline('moved')), done]).toEqual(['no-core', []])
    targetTable.use(database, { ...another, kind: 'rehearsal' })
    expect(codeOf(setBaseline('moved'))).toBe('no-core')
    const target = targetTable.use(database, another)
    expect([codeOf(setBaseline('moved')), done, baselineCoreMismatch(database, target)]).toEqual([
      'no problem',
      ['touched'],
      null,
    ])
  })

  test('stays as it is once users were sent to a live core', async () => {
    const { setBaseline, follow, earlier, database, view, done } = await compare(new AbortController().signal)
    sendOneLive(database)
    done.length = 0
    expect([codeOf(setBaseline('clear')), codeOf(await follow(earlier, 'x'))]).toEqual(['sent-already', 'sent-already'])
    expect([view().baseline === null, done]).toEqual([false, ['comparing']])
  })

  test('is another migration that can be read', async () => {
    const { follow, document } = await compare(new AbortController().signal)
    const other = fileIn(temporaryFolder(), 'no.migration', 'text')
    expect([codeOf(await follow(document.path, 'x')), codeOf(await follow(other, 'x'))]).toEqual([
      'same-migration',
      expect.stringMatching(/not-a-document|document-/),
    ])
  })
})
