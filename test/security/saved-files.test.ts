import { lstatSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { streamFileAtomically } from '../../electron/engine/files/atomic-file.ts'
import { csvLine } from '../../shared/report/csv.ts'
import { maskContactsIn } from '../../shared/users/mask-contact.ts'
import { rounds } from '../support/length.ts'
import { madeUpBcrypt, usersWithHashes } from '../support/made-up-csv.ts'
import { startCore } from '../support/rehearsal.ts'
import { runUsers } from '../support/run-users.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Attacks, by the number of the promise that they test. */
const tried: string[] = []
afterAll(() => tried.forEach((line) => console.log(line)))

const formulas = [
  '=1+1',
  "=cmd|'/C calc'!A0",
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '=HYPERLINK("http://e")',
]
const before = [
  '',
  ' ',
  '\u00a0',
  '\t',
  'x;',
  'x,',
  'x\t',
  'x|',
  'x\n',
  'x\r\n',
  'x; ',
  'x;"',
  "x;'",
  ';;',
  '"',
  "'",
  '\u200b',
  '\ufeff',
  'x;\u0000',
]
const separators: readonly (readonly string[])[] = [
  [','],
  [';'],
  ['\t'],
  ['|'],
  [',', ';', '\t'],
  [',', ';', '\t', '|', '\r', '\n'],
]

/** The cells that a spreadsheet makes of a text which it splits at some signs, quotes obeyed or taken for letters. */
function cellsOf(text: string, at: readonly string[], quotes: boolean): readonly string[] {
  const cells: string[] = []
  let [cell, inside] = ['', false]
  for (const sign of text) {
    if (sign === '"' && quotes && (inside || cell.trim() === '')) inside = !inside
    else if (!inside && (at.includes(sign) || sign === '\n')) [, cell] = [cells.push(cell), '']
    else cell += sign
  }
  return [...cells, cell]
}

function isFormula(cell: string): boolean {
  return /^[=+\-@−﹢﹣﹦﹫＋－＝＠]/u.test(cell.replace(/^[\s"\p{Cc}\p{Cf}]+/u, ''))
}

describe('M1: no cell of a saved file is a formula', () => {
  test('whatever sign the spreadsheet splits at, and whether or not it obeys quotes', () => {
    const payloads = before.flatMap((prefix) => formulas.flatMap((one) => [`${prefix}${one}`, `${prefix}${one};y`]))
    const through = payloads.flatMap((payload) =>
      separators.flatMap((at) =>
        [true, false].filter((quotes) => cellsOf(csvLine(['a', payload, 'b']), at, quotes).some(isFormula)),
      ),
    )
    expect(cellsOf('a;=1', [';'], true).some(isFormula)).toBe(true)
    expect(through).toEqual([])
    tried.push(
      `M1 formulas in a cell, however it is split: ${payloads.length * separators.length * 2} tried, 0 got through`,
    )
  })

  test('in every list that the command line writes', async () => {
    const core = await startCore()
    const ids = formulas.flatMap((one) => [one, `x;${one};y`, `x\t${one}`])
    const users = ids.map((id, n) => ({ id, email: `user${n}@example.com`, password_hash: madeUpBcrypt(n) }))
    const code = ids.map((id, n) => ({ id: `${id} code`, email: `code${n}@example.com`, email_verified: 'true' }))
    const twins = ids.map((id, n) => ({
      id: `${id} twin`,
      email: `user${n}@example.com`,
      password_hash: madeUpBcrypt(n),
    }))
    const run = await runUsers([...users, ...code, ...twins], core.baseUrl)
    await run.next(['report', 'm.migration', '--out', 'all'])
    const files = readdirSync(join(run.folder, 'all')).filter((name) => name.endsWith('.csv'))
    const through = files.flatMap((name) => {
      const text = readFileSync(join(run.folder, 'all', name), 'utf8')
      return separators.flatMap((at) =>
        cellsOf(text, at, true)
          .filter(isFormula)
          .map((cell) => [name, cell]),
      )
    })
    expect([files.length >= 3, through]).toEqual([true, []])
    tried.push(`M1 formulas as IDs in ${files.join(', ')}: ${users.length * 3 * files.length} tried, 0 got through`)
  })
})

describe('M2 a: no value makes a report hang', () => {
  test('be it as long as a file', async () => {
    const core = await startCore()
    const long = Array.from({ length: 10 }, (_, n) => ({
      id: `${n}${'a'.repeat(300_000)}`,
      email: `long${n}@example.com`,
      password_hash: madeUpBcrypt(n),
    }))
    const run = await runUsers([...usersWithHashes(60), ...long], core.baseUrl, ['--report', 'all'])
    const { rows } = await run.report()
    const blocked = rows.filter(({ state }) => state === 'blocked')
    expect([
      run.json?.['migrated'],
      blocked.length,
      blocked.every(({ message }) => message.includes('source ID')),
    ]).toEqual([60, 10, true])
    tried.push(`M2 a IDs of 300 kB: ${long.length} tried, 0 got through`)
  }, 60_000)

  test('be it made of anything that is looked for', () => {
    const parts = ['a', '@', 'a@', '"@', '+1', '00', '%40', '&#64', '&amp;', '\\u0040', '=40a.a', ' \t']
    // A pattern that tries every beginning with every end takes hours for either.
    const length = rounds(1_000_000, 4_000_000)
    for (const part of parts) maskContactsIn(part.repeat(length / part.length))
    tried.push(`M2 a texts of ${length / 1_000_000} MB to mask: ${parts.length} tried, 0 got through`)
  }, 60_000)
})

describe('M7: nobody else gets what is written into a shared folder', () => {
  test('by files and links laid out under the names it was written to', async () => {
    const folder = temporaryFolder()
    const victim = join(folder, 'victim')
    writeFileSync(victim, 'mine')
    for (let n = 0; n < 400; n++) symlinkSync(victim, join(folder, `report.csv.part-${process.pid + n - 200}`))
    const count = readdirSync(folder).length
    const names = new Set<string>()
    for (let n = 0; n < 20; n++) {
      await streamFileAtomically(join(folder, 'report.csv'), (put) => {
        put('private')
        for (const name of readdirSync(folder)) if (name.endsWith('.part')) names.add(name)
      })
    }
    const mode = (lstatSync(join(folder, 'report.csv')).mode & 0o777).toString(8)
    expect([readFileSync(victim, 'utf8'), names.size, mode]).toEqual(['mine', 20, '600'])
    tried.push(`M7 links count out for 20 reports: ${count - 1} tried, 0 got through`)
  })
})

describe('L5: a masked text names nobody', () => {
  test('however the contact is spelled', () => {
    const ats = [
      '@',
      '%40',
      '%2540',
      '&#64;',
      '&#x40;',
      '&#0064;',
      '&commat;',
      '&amp;#64;',
      '\\u0040',
      '\\u{40}',
      '\\x40',
      '＠',
      '﹫',
    ]
    const locals = ['ann.lee', '"ann lee"', 'ann+lee', '%22ann%20lee%22']
    const phones = [
      '+49 151 23456789',
      '0049 151 23456789',
      '004915123456789',
      '+49-151-23456789',
      '+49 (151) 23456789',
      '%2B4915123456789',
      '&#43;49 151 23456789',
      '+49.151.23456789',
      '+49/151/23456789',
      '＋49 151 23456789',
    ]
    const neighbors = [
      (text: string) => text,
      (text: string) => `no user <${text}>, sorry`,
      (text: string) => JSON.stringify({ text }),
    ]
    const texts = [...ats.flatMap((at) => locals.map((local) => `${local}${at}example.org`)), ...phones]
    const through = texts
      .flatMap((text) => neighbors.map((wrap) => maskContactsIn(wrap(text))))
      .filter((masked) => /lee|151/.test(masked))
    expect(through).toEqual([])
    tried.push(
      `L5 spellings of contacts in ${neighbors.length} places: ${texts.length * neighbors.length} tried, 0 got through`,
    )
  })
})
