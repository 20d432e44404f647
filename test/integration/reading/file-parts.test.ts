import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { codeOf, must } from '../../support/documents.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { startCore } from '../../support/rehearsal.ts'
import { folderOf } from '../../support/temporary-folder.ts'
import { workbookOf, zipOfFiles } from '../../support/data/workbook-of.ts'
import { engineOf } from '../../support/engine.ts'

const users = `id,email,password\n1,ann@acme.example,${madeUpBcrypt(1)}\n2,ben@acme.example,${madeUpBcrypt(2)}\n`
const staff = `id,email,password\n7,cleo@acme.example,${madeUpBcrypt(7)}\n`
const archive = zipOfFiles({ 'export/users.csv': users, 'export/staff.csv': staff, 'README.txt': 'Hello.' })
const workbook = workbookOf([
  {
    name: 'Customers',
    rows: [
      ['Email', 'Password'],
      ['ann@acme.example', madeUpBcrypt(1)],
    ],
  },
  {
    name: 'Staff',
    rows: [
      ['Email', 'Password'],
      ['cleo@acme.example', madeUpBcrypt(7)],
      ['dan@acme.example', madeUpBcrypt(8)],
    ],
  },
])

describe('a zip archive with several files', () => {
  test('names them with the option that chooses, and reads those that are chosen', async () => {
    const cwd = folderOf({ 'export.zip': archive })
    const { code, err } = await cli(['inspect', 'export.zip'], { cwd })
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/holds 3 files.*--file-in-zip.*export\/users\.csv, export\/staff\.csv, README\.txt/),
    ])
    const chosen = ['--file-in-zip', 'export/users.csv', '--file-in-zip', 'export/staff.csv']
    const { json } = await cli(['inspect', 'export.zip', ...chosen, '--json'], { cwd })
    expect(json).toMatchObject({
      users: 3,
      files: [
        { zipMember: 'export/users.csv', compression: 'zip', records: 2 },
        { zipMember: 'export/staff.csv', records: 1 },
      ],
    })
  })

  test('are chosen whatever the length of their names, on the command line and in the window', async () => {
    const folder = Array.from({ length: 6 }, () => 'd'.repeat(200)).join('/')
    const [first, second] = [`${folder}/users.csv`, `${folder}/staff.csv`]
    const long = zipOfFiles({ [first]: users, [second]: staff })
    const { json } = await inspect({ 'long.zip': long }, ['--file-in-zip', second])
    expect(json).toMatchObject({ users: 1, files: [{ zipMember: second }] })
    const engine = await engineOf({ 'long.zip': long })
    const [file] = engine.view.files
    must(await engine.ask('export:choose-parts', { fileId: file?.id ?? 0, names: [first] }))
    expect((await engine.settled()).files).toMatchObject([{ records: 2 }])
  })

  test('says it when the chosen file is not in it', async () => {
    const cwd = folderOf({ 'export.zip': archive })
    const { code, err } = await cli(['inspect', 'export.zip', '--file-in-zip', 'users.json'], { cwd })
    expect([code, err]).toEqual([2, expect.stringContaining('does not hold “users.json”')])
  })

  test('offers each file as likely that has the extension of a format, and no picture or note', async () => {
    const names = ['users.XML', 'users.xlsx', 'users.db', 'users.jsonl', 'people.ldf', 'logo.png', 'notes.md', 'xml']
    const engine = await engineOf({ 'export.zip': zipOfFiles(Object.fromEntries(names.map((name) => [name, users]))) })
    const parts = engine.view.files[0]?.offers?.parts ?? []
    expect(parts.flatMap(({ name, likely }) => (likely ? [name] : []))).toEqual(names.slice(0, 5))
  })

  test('offers them in the window, and each chosen one becomes a file of the export', async () => {
    const engine = await engineOf({ 'export.zip': archive })
    const [file] = engine.view.files
    expect(file).toMatchObject({
      complete: false,
      offers: {
        kind: 'zip-files',
        parts: [
          { name: 'export/users.csv', likely: true, bytes: users.length },
          { name: 'export/staff.csv', likely: true, bytes: staff.length },
          { name: 'README.txt', likely: false, bytes: 6 },
        ],
      },
    })
    const choose = (...names: string[]) => engine.ask('export:choose-parts', { fileId: file?.id ?? 0, names })
    must(await choose('../etc/passwd'))
    expect((await engine.settled()).files).toMatchObject([{ name: 'export.zip', complete: false }])
    must(await choose('export/users.csv', 'export/staff.csv'))
    expect((await engine.settled()).files).toMatchObject([
      { name: 'export.zip/export/users.csv', records: 2, complete: true, problem: null },
      { name: 'export.zip/export/staff.csv', records: 1, complete: true, problem: null },
    ])
  })
})

describe('numbers of a workbook', () => {
  test('that it rounded are findings, and those with leading zeros keep them', async () => {
    const eight = (value: number) => `<c s="4"><v>${value}</v></c>`
    const rows = [
      ['id', 'email', 'phone', 'google_id'],
      [123456789012345680, 'ann@acme.example', 14155552671, ''],
      [eight(1234), 'ben@acme.example', '', 1.1357924680135793e20],
    ]
    const cwd = folderOf({ 'people.xlsx': workbookOf([{ name: 'Users', rows }]) })
    const { json } = await cli(['inspect', 'people.xlsx', '--json', '--country', 'DE'], { cwd })
    expect(json?.['findings']).toEqual(
      expect.arrayContaining([expect.objectContaining({ code: 'id-rounded', users: 1, blocks: false })]),
    )
    const times =
      'id,email,created_at,deleted_at\n1,ann@acme.example,1.70533E+12,\n2,ben@acme.example,1/15/2024 10:30,1/15/2024 10:30\n'
    const saved = await inspect({ 'saved.csv': times })
    expect(saved.json?.['findings']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'time-rounded', users: 1, blocks: false }),
        expect.objectContaining({ code: 'deleted', users: 1 }),
      ]),
    )
    const list = await cli(
      [
        'run',
        'people.xlsx',
        '--core',
        (await startCore({ dialect: 'documented' })).baseUrl,
        '--only',
        'one.txt',
        '--yes',
      ],
      { cwd: folderOf({ 'people.xlsx': workbookOf([{ name: 'Users', rows }]), 'one.txt': '00001234\n' }) },
    )
    expect(list.err + list.out).not.toContain('None of the listed users')
  })
})

describe('a workbook with several sheets of users', () => {
  test('says in its own words what is read, and reads the sheet that is chosen', async () => {
    const cwd = folderOf({ 'people.xlsx': workbook })
    const { json } = await cli(['inspect', 'people.xlsx', '--json'], { cwd })
    const both = [
      { name: 'Customers', likely: true },
      { name: 'Staff', likely: true },
    ]
    expect(json).toMatchObject({ users: 1, files: [{ offers: { kind: 'tables', parts: both } }] })
    const chosen = await cli(['inspect', 'people.xlsx', '--table', 'Staff'], { cwd })
    expect(chosen.out).toContain('you chose it')
    expect(chosen.out).not.toContain('you chose it; Customers')
    expect(chosen.out).toContain('Sheets: Staff')
    const wrong = await cli(['inspect', 'people.xlsx', '--table', 'Stuff'], { cwd })
    expect(wrong.err).toContain('This workbook has no sheet “Stuff” with rows. It has: Customers, Staff.')
  })

  test('is asked about by file where there are several', async () => {
    const cwd = folderOf({ 'people.xlsx': workbook, 'more.csv': staff })
    const vague = await cli(['inspect', 'people.xlsx', 'more.csv', '--table', 'Staff'], { cwd })
    expect([vague.code, vague.err]).toEqual([2, expect.stringContaining('--table FILE=NAME')])
    const named = await cli(['inspect', 'more.csv', 'people.xlsx', '--table', 'people.xlsx=Staff', '--json'], { cwd })
    expect(named.json).toMatchObject({ users: 2, joined: 1 })
  })

  test('is that of all files where it is named once', async () => {
    const dump = (from: number) =>
      ['members', 'crew']
        .map(
          (table) =>
            `CREATE TABLE ${table} (id int, mail varchar(99), pw varchar(60));\n${[from, from + 1].map((at) => `INSERT INTO ${table} VALUES (${at},'${table}${at}@acme.example','${madeUpBcrypt(at)}');\n`).join('')}`,
        )
        .join('')
    const cwd = folderOf({ 'a.sql': dump(1), 'b.sql': dump(11), 'c.sql': dump(21) })
    const all = await cli(['inspect', 'a.sql', 'b.sql', 'c.sql', '--table', 'crew', '--json'], { cwd })
    expect(all.json).toMatchObject({ users: 6, files: [1, 2, 3].map(() => ({ other: { 'table members': 2 } })) })
    const one = ['--table', 'crew', '--table', 'b.sql=members']
    const but = await cli(['inspect', 'a.sql', 'b.sql', ...one, '--json'], { cwd })
    expect(but.json).toMatchObject({ files: [{ other: { 'table members': 2 } }, { other: { 'table crew': 2 } }] })
    const lacks = await cli(['inspect', 'a.sql', 'b.sql', '--table', 'staff'], { cwd })
    expect(lacks.err).toContain('has no table “staff” with rows')
    const two = await cli(['inspect', 'a.sql', 'b.sql', '--table', 'crew', '--table', 'members'], { cwd })
    expect([two.code, two.err]).toEqual([2, expect.stringContaining('--table FILE=NAME')])
  })

  test('can be read from another sheet in the window', async () => {
    const engine = await engineOf({ 'people.xlsx': workbook })
    const [file] = engine.view.files
    expect(file?.reason).toBe('of its sheets this one looks most like users')
    must(await engine.ask('export:choose-parts', { fileId: file?.id ?? 0, names: ['Staff'] }))
    expect((await engine.settled()).files).toMatchObject([{ chosenTable: 'Staff', records: 3, complete: true }])
    expect(codeOf(await engine.ask('export:choose-parts', { fileId: 99, names: ['Staff'] }))).toBe('file-unknown')
  })
})

describe('a later export', () => {
  test('is read as the earlier one: the same sheet, the same files of an archive; what is missing is asked for', async () => {
    const core = await startCore()
    const rows = (n: number) => [
      ['Email', 'Password'],
      [`u${n}@acme.example`, madeUpBcrypt(n)],
    ]
    const other = workbookOf([
      { name: 'Customers', rows: rows(1) },
      { name: 'Crew', rows: rows(2) },
    ])
    const cwd = folderOf({
      'people.xlsx': workbook,
      'later.xlsx': workbook,
      'other.xlsx': other,
      'export.zip': archive,
      'later.zip': archive,
    })
    const run = async (file: string, ...options: string[]) =>
      cli(['run', file, '--core', core.baseUrl, '--yes', '--exclude-tables', ...options], { cwd })
    const first = await run('people.xlsx', '--table', 'Staff', '--document', 'first.migration')
    expect([first.code, first.err]).toEqual([0, expect.any(String)])
    const sheet = await run('later.xlsx', '--delta-of', 'first.migration')
    expect(sheet.err).toContain('“Staff” of later.xlsx')
    expect(sheet.err).toContain('0 new, 0 changed, 2 unchanged')
    const withChoice = await run('other.xlsx', '--delta-of', 'first.migration')
    expect(withChoice.err).toContain('This workbook has no sheet “Staff” with rows. It has: Customers, Crew.')
    const members = ['--file-in-zip', 'export/users.csv', '--file-in-zip', 'export/staff.csv']
    expect((await run('export.zip', ...members, '--document', 'zip.migration')).err).not.toContain('--file-in-zip')
    const zip = await run('later.zip', '--delta-of', 'zip.migration')
    expect(zip.err).toContain('“export/users.csv” of later.zip; “export/staff.csv” of later.zip')
  })

  test('inherits the sheet in the window, where the later file was read before, until another is chosen', async () => {
    const core = await startCore()
    const cwd = folderOf({ 'people.xlsx': workbook })
    const options = ['--core', core.baseUrl, '--yes', '--exclude-tables', '--table', 'Staff']
    await cli(['run', 'people.xlsx', ...options, '--document', 'first.migration'], { cwd })
    const engine = await engineOf({ 'later.xlsx': workbook })
    const [file] = engine.view.files
    expect(file).toMatchObject({ readTables: ['Customers'], chosenTable: null })
    must(await engine.internal('internal:set-baseline', { path: join(cwd, 'first.migration'), name: 'first' }))
    expect(await engine.settled()).toMatchObject({
      files: [{ readTables: ['Staff'], chosenTable: 'Staff', other: [{ kind: 'table Customers', records: 1 }] }],
      baseline: {
        inherited: { parts: [{ name: 'later.xlsx', word: 'sheet', part: 'Staff' }] },
        counts: { new: 0, unchanged: 2 },
      },
    })
    must(await engine.ask('export:choose-parts', { fileId: file?.id ?? 0, names: ['Customers'] }))
    expect((await engine.settled()).baseline?.inherited.parts).toEqual([])
  })
})
