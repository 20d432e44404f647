import { describe, expect, it } from 'vitest'
import { createByteDigest } from '../../../../electron/engine/reading/same-file.ts'
import { openExport } from '../../../../electron/engine/reading/open-export.ts'
import { workbookOf, zipOfFiles } from '../../../support/data/workbook-of.ts'
import { collect, fileWith, linesOf, openWith, readAll, valuesOf } from './support.ts'

const users = [
  ['id', 'email', 'name'],
  ['7f3a', 'ann@acme.example', 'Ann'],
  ['7f3b', 'ben@acme.example', ''],
]
const sheet = (rows: readonly (readonly (string | number)[])[], name = 'Users') => ({ name, rows })
const date = (style: number, value: number) => `<c s="${style}"><v>${value}</v></c>`

async function refusal(content: Buffer): Promise<string> {
  const opened = await openExport(fileWith(content))
  return opened.ok ? 'opened' : opened.error.message
}

describe('a workbook', () => {
  it('whose cells repeat one very long text is read as far as that fits, and says why it ends', async () => {
    const cell = '<c t="s"><v>0</v></c>'
    const rows = Array.from({ length: 2000 }, (_, row) => [`u${row}@example.com`, cell])
    const opened = await openWith(
      workbookOf([sheet([['email', 'note'], ...rows])], { strings: [`<t>${'x'.repeat(5_000_000)}</t>`] }),
    )
    let ends: unknown = null
    let longest = 0
    for await (const batch of opened.batches()) {
      longest = Math.max(longest, batch.length)
      ends = batch.at(-1)
    }
    expect([JSON.stringify(ends).slice(-300), longest < 200]).toEqual([
      expect.stringContaining('repeat very long texts'),
      true,
    ])
  })

  it('is a table where one sheet has rows', async () => {
    const opened = await openWith(workbookOf([sheet(users), sheet([], 'Empty')]))
    expect([opened.format, opened.header, opened.tables]).toEqual(['xlsx', ['id', 'email', 'name'], undefined])
    const records = await collect(opened.batches())
    expect(linesOf(records)).toEqual([
      [2, { id: '7f3a', email: 'ann@acme.example', name: 'Ann' }],
      [3, { id: '7f3b', email: 'ben@acme.example', name: '' }],
    ])
    expect(await opened.recordAt(records[1]?.offset ?? -1)).toMatchObject({ id: '7f3b' })
  })

  it('is like a dump where several sheets have rows, hidden ones too', async () => {
    const opened = await openWith(
      workbookOf([
        sheet([['Report'], ['total', 'month'], [7, 3]], 'Summary'),
        sheet(users),
        { ...sheet(users, 'Old'), state: 'hidden' },
      ]),
    )
    expect(opened.tables?.map(({ name, columns, records }) => [name, columns, records.length])).toEqual([
      ['Summary', ['total', 'month'], 1],
      ['Users', ['id', 'email', 'name'], 2],
      ['Old', ['id', 'email', 'name'], 2],
    ])
    const records = await collect(opened.batches((name) => name === 'Old'))
    expect(records.map(({ line }) => line)).toEqual([2, 3])
    expect(await opened.recordAt(records[0]?.offset ?? -1)).toMatchObject({ id: '7f3a' })
  })

  it('has texts of its own, shared, rich, of formulas, and yes and no', async () => {
    const strings = [
      '<t>ann@acme.example</t>',
      '<r><t>An</t></r><r><t xml:space="preserve">n </t></r><rPh><t>x</t></rPh>',
      '<t/>',
    ]
    const row = [
      '<c t="s"><v>0</v></c>',
      '<c t="s"><v>1</v></c>',
      '<c t="str"><f>A1&amp;"x"</f><v>a&amp;b</v></c>',
      '<c t="b"><v>1</v></c>',
      '<c t="s"><v>2</v></c>',
      '<c t="e"><v>#N/A</v></c>',
      '<c t="d"><v>2024-01-02</v></c>',
    ]
    const content = workbookOf([sheet([['a', 'b', 'c', 'd', 'e', 'f', 'g'], row])], { strings })
    expect(valuesOf(await readAll(content))).toEqual([
      { a: 'ann@acme.example', b: 'Ann ', c: 'a&b', d: 'true', e: '', f: '#N/A', g: '2024-01-02' },
    ])
  })

  it('finds shared texts in whatever order its cells refer to them, short and long, in every script', async () => {
    const textOf = (at: number) => `${['', 'á', 'ж', '😀'][at % 4] ?? ''}${'x'.repeat(at % 7 === 0 ? 900 : 9)}${at}`
    const texts = Array.from({ length: 400 }, (_, at) => textOf(at))
    const order = texts.map((_, at) => (at * 149) % texts.length)
    const rows = order.map((at) => [`u${at}`, `<c t="s"><v>${at}</v></c>`])
    const strings = texts.map((text) => `<t>${text}</t>`)
    const content = workbookOf([sheet([['id', 'note'], ...rows])], { strings })
    expect(valuesOf(await readAll(content))).toEqual(order.map((at) => ({ id: `u${at}`, note: textOf(at) })))
  })

  it('reads dates of both systems, and no amount of money as one', async () => {
    const row = [date(1, 45_292), date(2, 45_292.5), date(3, 45_292), date(1, 1), date(0, 45_292)]
    const names = ['a', 'b', 'c', 'd', 'e']
    expect(valuesOf(await readAll(workbookOf([sheet([names, row])])))).toEqual([
      { a: '2024-01-01', b: '2024-01-01T12:00:00', c: '45292', d: '1900-01-01', e: '45292' },
    ])
    expect(valuesOf(await readAll(workbookOf([sheet([['a'], [date(1, 43_830)]])], { from1904: true })))).toEqual([
      { a: '2024-01-01' },
    ])
  })

  it('shows a number that was rounded as one, and others with all their digits', async () => {
    const row = [
      '<c><v>1.23456789012345E+17</v></c>',
      '<c><v>491701234567</v></c>',
      '<c><v>4.91701234567E11</v></c>',
      0.1,
      '<c><v>-7</v></c>',
    ]
    expect(valuesOf(await readAll(workbookOf([sheet([['a', 'b', 'c', 'd', 'e'], row])])))).toEqual([
      { a: '1.23456789012345E+17', b: '491701234567', c: '491701234567', d: '0.1', e: '-7' },
    ])
  })

  it('has a title above its names, no names at all, empty rows, and cells behind the last name', async () => {
    const titled = [['All users of Acme'], [], ['id', 'email', 'name'], [], ['7f3a', 'ann@acme.example', 'Ann', 'more']]
    expect(linesOf(await readAll(workbookOf([sheet(titled)])))).toEqual([
      [5, { id: '7f3a', email: 'ann@acme.example', name: 'Ann', column_4: 'more' }],
    ])
    expect(linesOf(await readAll(workbookOf([sheet(users.slice(1))])))).toEqual([
      [1, { 1: '7f3a', 2: 'ann@acme.example', 3: 'Ann' }],
      [2, { 1: '7f3b', 2: 'ben@acme.example' }],
    ])
  })

  it('names a row that refers to nothing, has a formula without a result, or is too wide', async () => {
    const rows = [['name'], ['<c t="s"><v>9</v></c>'], ['<c><f>NOW()</f></c>'], ['x']]
    expect(linesOf(await readAll(workbookOf([sheet(rows)])))).toEqual([
      [2, 'A cell of this row refers to a text that'],
      [3, 'A cell of this row is a formula whose re'],
      [4, { name: 'x' }],
    ])
    const wide =
      '<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>id</v></c></row><row r="2"><c r="XFD2"><v>1</v></c></row></sheetData></worksheet>'
    const read = await readAll(workbookOf([sheet(users)], { extra: { 'xl/worksheets/sheet1.xml': wide } }))
    expect(linesOf(read)).toEqual([[2, 'This row has more than 10,000 cells, so ']])
  })

  it('says where its XML is damaged, expands no entity, and gives the rows before', async () => {
    const cut = '<worksheet><sheetData><row><c t="str"><v>id</v></c></row><row><c t="str"><v>7</v></c></row><row><c'
    const read = await readAll(workbookOf([sheet(users)], { extra: { 'xl/worksheets/sheet1.xml': cut } }))
    expect(linesOf(read)).toEqual([
      [2, { id: '7' }],
      [3, 'The workbook is damaged here. Open it in'],
    ])
    expect(read.at(-1)).toMatchObject({ truncates: true })
    const entity =
      '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet><sheetData><row><c t="str"><v>&a;</v></c></row></sheetData></worksheet>'
    expect(
      valuesOf(await readAll(workbookOf([sheet(users)], { extra: { 'xl/worksheets/sheet1.xml': entity } }))),
    ).toEqual([expect.stringContaining('damaged here')])
  })

  it('is refused where it unpacks to far more than it is, whatever it says of itself', async () => {
    const part = 'xl/worksheets/sheet1.xml'
    expect(await refusal(workbookOf([sheet(users)], { sizes: { [part]: 4_000_000_000 } }))).toMatch(
      /^This workbook unpacks to more than 250 times/,
    )
    const swollen = `<worksheet><sheetData>${' '.repeat(200_000)}`
    const lied = await readAll(workbookOf([sheet(users)], { extra: { [part]: swollen }, sizes: { [part]: 1000 } }))
    expect(typeof lied === 'string' ? lied : lied.at(-1)).toMatchObject({ kind: 'unreadable', truncates: true })
  })

  it('is told from other files of office programs, each with the way out', async () => {
    const types = { '[Content_Types].xml': '<Types/>' }
    expect(await refusal(zipOfFiles({ ...types, 'xl/workbook.bin': 'x' }))).toMatch(/binary Excel workbook/)
    expect(
      await refusal(zipOfFiles({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' })),
    ).toMatch(/OpenDocument/)
    expect(await refusal(zipOfFiles({ 'Index/Document.iwa': 'x', 'Metadata/x': 'y' }))).toMatch(/Apple Numbers/)
    expect(await refusal(zipOfFiles({ ...types, 'word/document.xml': '<x/>' }))).toMatch(
      /document of an office program/,
    )
  })

  it('has the digest of all of its bytes', async () => {
    const path = fileWith(workbookOf([sheet(users), sheet(users, 'More')]))
    const digest = createByteDigest(path)
    const opened = await openExport(path)
    if (opened.ok) await collect(opened.value.batches(undefined, digest))
    expect(opened.ok && (await digest.end()).bytes).toBe(opened.ok && opened.value.size)
  })
})
