import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = [1, 2, 3, 4, 5]
const mail = (at: number) => `user${at}@acme.example`
const record = (code: string, at: number) =>
  [code, `000${at}`, `LEE${at}`, mail(at), at === 2 ? 'X' : 'A', madeUpBcrypt(at), ''] as const

type File = { readonly first?: string; readonly code: string; readonly last?: string; readonly sign: string }

function written({ first, code, last, sign }: File): string {
  const rows = first === undefined ? [] : [[first, 'USERS', '20300131']]
  const all = [...rows, ...some.map((at) => record(code, at)), ...(last === undefined ? [] : [[last, '0000005']])]
  return all.map((cells) => `${cells.join(sign)}\n`).join('')
}

describe('the code of a record in its first cell', () => {
  test.each<[string, File, number]>([
    ['bars', { first: 'H', code: 'D', last: 'T', sign: '|' }, 2],
    ['semicolons', { first: 'HDR', code: 'DTL', last: 'TRL', sign: ';' }, 2],
    ['tabs', { first: '00', code: '10', last: '99', sign: '\t' }, 2],
    ['letters of another language', { first: 'Ü', code: 'Ä', last: 'Ö', sign: '|' }, 2],
    ['a header alone', { first: 'H', code: 'D', sign: '|' }, 1],
    ['a trailer alone', { code: 'D', last: 'T', sign: ',' }, 1],
  ])('tells headers and trailers from users: %s', async (_, file, others) => {
    const { json } = await inspect({ 'MEMBERS.TXT': written(file) })
    expect(json).toMatchObject({
      records: 5 + others,
      users: 5,
      unreadable: 0,
      other: { 'header or trailer': others },
      hashes: { bcrypt: 5 },
      files: [{ controlTotals: { emails: { counted: 5, accounted: 5 } } }],
    })
  })

  test('makes no row with an address, nor a cut row of the same code, a header or trailer', async () => {
    const around = { first: 'H', code: 'D', last: 'T', sign: '|' }
    const withUser = `${written(around)}S|ann@acme.example\nD|0009\n`
    const { json } = await inspect({ 'MEMBERS.TXT': withUser })
    expect(json).toMatchObject({ users: 5, unreadable: 2, other: { 'header or trailer': 2 } })
    const within = written(around).replace(`D|0003`, `D|0009\nD|0003`)
    expect((await inspect({ 'MEMBERS.TXT': within })).json).toMatchObject({
      users: 5,
      unreadable: 1,
      other: { 'header or trailer': 2 },
    })
  })

  test('is none where the first cells differ', async () => {
    const rows = some.map((at) => `${at},LEE,${mail(at)},${madeUpBcrypt(at)}\n`).join('')
    const { json } = await inspect({ 'members.csv': `${rows}9,short\n` })
    expect(json).toMatchObject({ users: 5, unreadable: 1 })
  })

  test('is none of the roles within a cell', async () => {
    const rows = some.map((at) => `${mail(at)},admin|editor|staff,${madeUpBcrypt(at)}\n`).join('')
    expect((await inspect({ 'members.csv': `email,roles,password\n${rows}` })).json).toMatchObject({ users: 5 })
  })
})
