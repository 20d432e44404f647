import { describe, expect, test } from 'vitest'
import type { Mapping } from '../../../shared/mapping/mapping.ts'
import { must } from '../../support/documents.ts'
import { mappingOf } from '../../support/made-up-mapping.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { engineOf } from '../../support/engine.ts'

const rows = Array.from({ length: 80 }, (_, n) => {
  const provider = n % 10 === 9 ? (n < 50 ? 'google' : 'ms-live') : ''
  return `S-${n},u${n}@example.com,${n < 60 ? '' : `+4917112345${n}`},${provider},${provider && `g-${n}`}`
})
const table = `no,mail,phone,provider,provider_uid\n${rows.join('\n')}\n`

describe('the columns of a file', () => {
  test('are counted over all of it, and show values that the first rows do not have', async () => {
    const engine = await engineOf({ 'shop.csv': table })
    const view = must(await engine.ask('mapping:get', { fileId: 1 }))
    const phone = view.columns.find(({ path }) => path === 'phone')
    expect([view.records, phone?.counts, phone?.samples]).toEqual([
      80,
      { filled: 20, distinct: 20, exact: true },
      ['+491711234560', '+491711234561', '+491711234562'],
    ])
  })

  const cells = [...Array(20).keys()].map((n) => [n + 1, `u${n}@example.com`])
  test.each([
    ['lists in JSON', 'users.json', JSON.stringify([['no', 'mail'], ...cells])],
    [
      'lists in YAML',
      'users.yml',
      `users:\n  columns: [no, mail]\n  records:\n${cells.map((row) => `  - [${row.join(', ')}]\n`).join('')}`,
    ],
    [
      'elements',
      'users.xml',
      `<all>${cells.map(([n, mail]) => `<u><no>${n}</no><mail>${mail}</mail></u>`).join('')}</all>`,
    ],
  ])('are counted where its rows are %s of one table', async (_rows, name, text) => {
    const engine = await engineOf({ [name]: text })
    const { records, columns } = must(await engine.ask('mapping:get', { fileId: 1 }))
    expect([records, ...columns.map(({ counts }) => counts?.filled)]).toEqual([20, 20, 20])
  })

  test('name the providers of this file alone', async () => {
    const engine = await engineOf({ 'shop.csv': table, 'plain.csv': 'mail,name\nx@example.com,x\n' })
    const providers = async (fileId: number) => must(await engine.ask('mapping:get', { fileId })).providers
    expect([await providers(1), await providers(2)]).toEqual([
      [
        { source: 'google', users: 5 },
        { source: 'ms-live', users: 3 },
      ],
      [],
    ])
  })
})

test('the document names the columns of every file that are asked about as a whole, until they are mapped', async () => {
  const secrets = 'ABCDEFGH'.split('').map((letter) => `JBSWY3DPEHPK3PX${letter}`)
  const people = `id,mail,x\n${secrets.map((secret, n) => `${n},p${n}@example.com,${secret}`).join('\n')}\n`
  const engine = await engineOf({ 'shop.csv': table, 'people.csv': people })
  const open = async () => must(await engine.ask('document:state', {}))?.openColumns
  expect(await open()).toEqual([{ fileId: 2, path: 'x' }])
  const { mapping } = must(await engine.ask('mapping:get', { fileId: 2 }))
  must(await engine.ask('mapping:set', { fileId: 2, mapping: mapping && { ...mapping, ignored: ['x'] } }))
  await engine.settled()
  expect(await open()).toEqual([])
})

describe('one record', () => {
  const tried = mappingOf({ phone: 'phone' })

  test('is shown with the mapping in use, or with one that is only tried out', async () => {
    const engine = await engineOf({ 'shop.csv': table })
    const shown = async (mapping: Mapping | null) => {
      const view = must(await engine.ask('mapping:record', { fileId: 1, index: 70, mapping }))
      const becomes = view.columns.filter((column) => column.becomes !== null)
      return [view.total, view.line, ...becomes.map(({ path, result }) => `${path}: ${result ?? ''}`)]
    }
    expect(await shown(null)).toEqual([
      80,
      72,
      'no: S-70',
      'mail: u70@example.com',
      'phone: +491711234570',
      'provider: ',
      'provider_uid: ',
    ])
    expect(await shown(tried)).toEqual([80, 72, 'phone: +491711234570'])
    // Trying out changes nothing.
    expect(must(await engine.ask('mapping:get', { fileId: 1 })).mapping?.columns.length).toBe(5)
  })

  test('of a known export shows a column that its format does not know as the list of columns does', async () => {
    const row = (n: number) => `${n},u${n}@example.com,${madeUpBcrypt(n)},,3,${n % 2 === 0 ? 't' : 'f'}`
    const header = 'id,email,encrypted_password,reset_password_token,sign_in_count,email_confirmed'
    const engine = await engineOf({ 'devise.csv': `${[header, ...[1, 2, 3].map(row)].join('\n')}\n` })
    const listed = must(await engine.ask('mapping:get', { fileId: 1 })).columns
    const shown = must(await engine.ask('mapping:record', { fileId: 1, index: 1, mapping: null })).columns
    const becomes = (columns: readonly { readonly path: string; readonly becomes: string | null }[]) =>
      columns.flatMap((column) => (column.becomes === null ? [] : [[column.path, column.becomes]]))
    expect([becomes(shown), shown.find(({ path }) => path === 'email_confirmed')?.result]).toEqual([
      becomes(listed),
      'Yes',
    ])
  })

  test('can be looked at also where no mapping fits yet', async () => {
    const engine = await engineOf({ 'odd.csv': 'name,notes\nx1,y1\nx2,y2\n' })
    const view = must(await engine.ask('mapping:record', { fileId: 1, index: 1, mapping: null }))
    expect([view.total, view.columns.map(({ path, value }) => [path, value])]).toEqual([
      2,
      [
        ['name', 'x2'],
        ['notes', 'y2'],
      ],
    ])
  })
})
