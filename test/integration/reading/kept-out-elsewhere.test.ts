import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = [1, 2, 3, 4, 5, 6]
const mail = (at: number) => `user${at}@acme.example`
const lines = (header: string, row: (at: number) => string) => `${[header, ...some.map(row)].join('\n')}\n`
const plain = lines('id,email,password', (at) => `${at},${mail(at)},${madeUpBcrypt(at)}`)
const withFlag = (flag: string, off: string, on: string) =>
  lines(`id,email,password,${flag}`, (at) => `${at},${mail(at)},${madeUpBcrypt(at)},${at === 2 ? off : on}`)

test.each([
  ['a status that is read', withFlag('is_active', 'no', 'yes'), []],
  ['a status that is asked about', withFlag('ativo', '0', '1'), ['--decide', 'unmapped-status:ativo=0=disabled']],
])('users of two files are asked about where one file says who is kept out: %s', async (_, flagged, decided) => {
  for (const files of [
    { 'a.csv': plain, 'b.csv': flagged },
    { 'b.csv': flagged, 'c.csv': plain },
  ]) {
    const open = await inspect(files, decided)
    expect(open.json?.['findings']).toContainEqual(
      expect.objectContaining({ code: 'same-id-in-files', users: 2, blocks: true }),
    )
    const joined = await inspect(files, [...decided, '--decide', 'same-id-in-files=join'])
    expect(joined.json).toMatchObject({ users: 6, joined: 6, ready: 5, blocked: { disabled: 1 } })
  }
})

const rows = (standing: string) =>
  [[2, standing] as const, [9, ''] as const].map(([id, at]) => `${id},${mail(2)},${madeUpBcrypt(id)},${at}`)

test.each([
  ['disabled', 'disabled_at', ['--decide', 'disabled=exclude']],
  ['deleted', 'deleted_at', []],
])('a user with the email of one who is %s is told, wherever it stands', async (_, column, args) => {
  for (const two of [rows('2024-01-05 10:00:00'), rows('2024-01-05 10:00:00').toReversed()]) {
    const { json } = await inspect(
      { 'a.csv': `id,email,password,${column}\n1,${mail(1)},${madeUpBcrypt(1)},\n${two.join('\n')}\n` },
      args,
    )
    expect(json).toMatchObject({ users: 3, ready: 2, excluded: 1 })
    expect(json?.['findings']).toContainEqual(expect.objectContaining({ code: 'same-email-out-elsewhere', users: 1 }))
  }
})

test('nobody is told so who has an email alone', async () => {
  const { json } = await inspect({ 'a.csv': withFlag('disabled', 'yes', 'no') }, ['--decide', 'disabled=exclude'])
  expect(json).toMatchObject({ ready: 5, excluded: 1 })
  expect(JSON.stringify(json)).not.toContain('same-email-out-elsewhere')
})
