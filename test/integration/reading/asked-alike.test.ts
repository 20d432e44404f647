import { expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { must } from '../../support/documents.ts'
import { startEngine } from '../../support/engine.ts'
import { fileIn } from '../../support/temporary-folder.ts'

const lines = (header: string, row: (n: number) => string) =>
  `${header}\n${Array.from({ length: 20 }, (_, n) => row(n)).join('\n')}\n`
const mail = (n: number) => `u${n}@acme.example`
const uuid = (n: number) => `0f8fad5b-d9cb-469f-a165-7086772895${10 + n}`

const base32 = (n: number) =>
  Array.from({ length: 32 }, (_, at) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charAt((n * 7 + at * at + n * at) % 32),
  ).join('')

/** The questions of both about each file: columns that may be another key, and rows that may be no users. */
const expectedQuestions: readonly (readonly [name: string, text: string, expected: readonly string[]])[] = [
  [
    'a key of other accounts',
    lines('id,user_id,email', (n) => `${uuid(n)},${uuid(n + 50)},${mail(n)}`),
    ['may-be-source-id:user_id'],
  ],
  ['another key', lines('id,email,member_no', (n) => `${n},${mail(n)},M-10${n}`), ['may-be-source-id:member_no']],
  [
    'two other keys',
    lines('id,email,member_no,public_id', (n) => `${n},${mail(n)},M-10${n},${uuid(n)}`),
    ['may-be-source-id:member_no', 'may-be-source-id:public_id'],
  ],
  [
    'secrets of authenticator apps',
    lines('id,email,ga_key', (n) => `${n},${mail(n)},${base32(n)}`),
    ['may-be-totp-secret:ga_key'],
  ],
  ['no other key', lines('id,email,city', (n) => `${n},${mail(n)},Bonn`), []],
  ['values that are asked about', lines('id,email,via', (n) => `${n},${mail(n)},${n % 2 ? 'google' : 'local'}`), []],
  ['orders', lines('order_number,email,total', (n) => `${n},${mail(n % 5)},${n}.00`), ['may-be-no-user:']],
  ['a list without a login', lines('name,city', (n) => `Ann ${n},Bonn`), []],
]

test.each(expectedQuestions)('Map columns and inspect name the same of a file: %s', async (_, text, expected) => {
  const engine = await startEngine()
  fileIn(engine.folder, 'list.csv', text)
  const { json } = await cli(['inspect', 'list.csv', '--json'], { cwd: engine.folder })
  const findings = (json?.['findings'] ?? []) as readonly { readonly code: string; readonly group: string }[]
  await engine.add('list.csv')
  const view = must(await engine.ask('mapping:get', { fileId: 1 }))
  const onScreen = [
    ...(view.mayBeNoUsers ? ['may-be-no-user:'] : []),
    ...view.unsure.map(({ mayBe, path }) => `may-be-${mayBe}:${path}`),
  ]
  const inspected = findings
    .filter(({ code }) => code.startsWith('may-be-'))
    .map(({ code, group }) => `${code}:${group}`)
  expect([onScreen.toSorted(), inspected.toSorted()]).toEqual([expected, expected])
})
