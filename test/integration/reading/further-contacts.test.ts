import { expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { folderOf } from '../../support/temporary-folder.ts'

const rows = (column: string, cell: (at: number) => string) => ({
  'users.csv': `id,${column}\n${[1, 2, 3].map((at) => `${at},"${cell(at)}"`).join('\n')}\n`,
})
const two = (at: number) => `u${at}@acme.example, u${at}@work.example`

test('further addresses in a cell are told, and offer no decision without effect', async () => {
  const { json, out } = await inspect(rows('E_Mail', two))
  const found = { code: 'further-contact', group: 'E_Mail', users: 3 }
  expect(json, out).toMatchObject({ users: 3, findings: expect.arrayContaining([expect.objectContaining(found)]) })
  expect(out).not.toContain('unmapped-')
})

test.each([
  ['a slash', (at: number) => `+49171123450${at} / +49171123460${at}`],
  ['a comma', (at: number) => `+49171123450${at}, +49171123460${at}`],
  ['a word', (at: number) => `+49171123450${at} oder +49171123460${at}`],
])('of two phone numbers in a cell, the first counts and the second is told, behind %s', async (_, phones) => {
  const { json, out } = await inspect(rows('phone', phones))
  const found = { code: 'further-contact', group: 'phone', users: 3 }
  expect(json, out).toMatchObject({ ready: 3, findings: expect.arrayContaining([expect.objectContaining(found)]) })
})

test.each(['+49 171 123450', '+49171/123450'])('one phone number is told as one, written %s', async (start) => {
  const { json, out } = await inspect(rows('phone', (at) => `${start}${at}`))
  expect(json, out).toMatchObject({ ready: 3 })
  expect(out).not.toContain('further-contact')
})

test('a decision about further contacts in a cell is told to have no effect', async () => {
  const cwd = folderOf(rows('email', two))
  const { json } = await cli(['inspect', 'users.csv', '--decide', 'unmapped-email:email=import', '--json'], { cwd })
  expect(json?.['decisionsWithoutEffect']).toEqual([expect.objectContaining({ column: 'email' })])
})

test('another column of addresses is asked about as before', async () => {
  const { out } = await inspect(rows('email,other', (at) => `u${at}@acme.example","x${at}@work.example`))
  expect(out).toContain('unmapped-email')
  expect(out).not.toContain('further-contact')
})

const user = (at: number) => ({
  _id: `29roMQv9kBqm67sg${at}`,
  services: { password: { bcrypt: madeUpBcrypt(at) } },
  emails: [{ address: `u${at}@acme.example`, verified: true }],
  profile: { firstname: 'Ann', tel: `+3247430917${at}`, commercial: `boss${at}@acme.example` },
})

test('a column that metadata keeps is used, and is not told as lost', async () => {
  const cwd = folderOf({ 'users.json': [1, 2].map((at) => JSON.stringify(user(at))).join('\n') })
  const { out } = await cli(['inspect', 'users.json'], { cwd })
  expect(out).toMatch(/profile\.tel -> Metadata \(.*possible phone number of 2 users\)/)
  expect(out).toMatch(/profile\.commercial -> Metadata \(.*possible email address of 2 users\)/)
  expect(out).not.toMatch(/not used: profile\.(?:tel|commercial)|stay behind/)
  expect(out).toContain('7 of 7 columns')
})
