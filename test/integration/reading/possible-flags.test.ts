import { expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { must } from '../../support/documents.ts'
import { engineOf, startEngine } from '../../support/engine.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { fileIn } from '../../support/temporary-folder.ts'

const rows = (n: number, row: (n: number) => string) => Array.from({ length: n }, (_, at) => row(at)).join('\n')
const own = `id,email,is_published,newsletter\n${rows(60, (n) => `${n},u${n}@acme.example,${n % 20 === 7 ? 0 : 1},${n % 2}`)}\n`
/** An export of Auth0 with a field that Auth0 does not have. */
const known = `${rows(
  60,
  (n) =>
    `{"user_id":"auth0|${1000 + n}","email":"u${n}@acme.example","email_verified":true,"identities":[{"user_id":"${1000 + n}","provider":"auth0","connection":"Username-Password-Authentication","isSocial":false}],"ausschluss":"${n % 20 === 7 ? 'J' : 'N'}"}`,
)}\n`
type InspectedFile = {
  readonly provider: string
  readonly mapping: { readonly columns: readonly { readonly column: string; readonly becomes: string }[] }
}

function filesOf(json: Readonly<Record<string, unknown>> | null): readonly InspectedFile[] {
  return (json?.['files'] ?? []) as readonly InspectedFile[]
}

const title = 'is_published: 1 (57), 0 (3). Not used. Does it keep people out?'

test('Map columns and inspect ask about the same columns of few values, and folded about the rest', async () => {
  const engine = await startEngine()
  fileIn(engine.folder, 'list.csv', own)
  const { json } = await cli(['inspect', 'list.csv', '--json'], { cwd: engine.folder })
  const { out } = await cli(['inspect', 'list.csv'], { cwd: engine.folder })
  await engine.add('list.csv')
  const view = must(await engine.ask('mapping:get', { fileId: 1 }))
  expect(json).toMatchObject({ ready: 60, files: [{ mapping: { possibleFlags: view.possibleFlags } }] })
  expect(view.possibleFlags.map(({ column, isLikely }) => `${column} ${isLikely}`)).toEqual([
    'is_published true',
    'newsletter false',
  ])
  const findings = (json?.['findings'] ?? []) as readonly { readonly code: string; readonly title: string }[]
  expect(findings.filter(({ code }) => code === 'may-keep-out').map((one) => one.title)).toEqual([title])
  // Said once, with the mapping that keeps them out.
  expect(out.split(title)).toHaveLength(2)
  expect(out).toContain('with {"version":1,"columns":[{"path":"is_published","target":"disabled","values":["0"]}]')
  expect(out).toContain('1 more unused column has few values: newsletter 0 (30), 1 (30)\n')
})

test('the values of a column add up to all users, those included that another column keeps out', async () => {
  const text = `id,email,is_published,disabled\n${rows(60, (n) => `${n},u${n}@acme.example,${n % 20 === 7 ? 0 : 1},${n < 5}`)}\n`
  const engine = await startEngine()
  fileIn(engine.folder, 'list.csv', text)
  const { out } = await cli(['inspect', 'list.csv'], { cwd: engine.folder })
  expect(out).toContain('is_published: 1 (57), 0 (3). Not used.')
})

test.each([
  ['a status that is asked about', 'customerStatus', 'dormant', 'unmapped-status:customerStatus=dormant=active'],
  ['a status that disables', 'Status', 'inactive', 'disabled=migrate'],
])('a decision about %s hides no column whose odd values its users have', async (_, column, off, decision) => {
  const engine = await startEngine()
  const flag = (n: number, odd: (n: number) => boolean) => (odd(n) ? 0 : 1)
  const one = (odd: (n: number) => boolean) => (n: number) =>
    `${n},u${n}@acme.example,${madeUpBcrypt(n)},${n % 2 === 0 ? off : 'active'},${flag(n, odd)}`
  const list = (name: string, odd: (n: number) => boolean) =>
    fileIn(engine.folder, name, `id,email,password,${column},f13\n${rows(20, one(odd))}\n`)
  list('some.csv', (n) => n === 4 || n === 8)
  list('same.csv', (n) => n % 2 === 0)
  const title = 'f13: 1 (18), 0 (2). Not used. Does it keep people out?'
  for (const decided of [[], ['--decide', decision]])
    expect((await cli(['inspect', 'some.csv', ...decided], { cwd: engine.folder })).out).toContain(title)
  // A column that says of each user what the status says is no question.
  expect((await cli(['inspect', 'same.csv'], { cwd: engine.folder })).out).not.toContain('f13: ')
})

test('a status whose letters are asked about hides no other column that may keep people out', async () => {
  const engine = await startEngine()
  const text = `id,email,status,login_bis\n${rows(60, (n) => `${n},u${n}@acme.example,${n % 9 === 5 ? 'G' : 'A'},${n % 20 === 7 ? '2020-01-01' : ''}`)}\n`
  fileIn(engine.folder, 'list.csv', text)
  const { json, out } = await cli(['inspect', 'list.csv', '--json'], { cwd: engine.folder })
  expect(json).toMatchObject({ ready: 0, blocked: { 'unmapped-status': 60 } })
  expect(out).toContain('login_bis: a time (3), empty (57). Not used. Does it keep people out?')
})

test('beside approved users, pending ones are asked about; without them they are users', async () => {
  const list = (on: string) =>
    `email,member status\n${rows(8, (n) => `u${n}@acme.example,${['Blocked', 'Pending'][n] ?? on}`)}\n`
  for (const [on, blocked] of [
    ['Approved', { disabled: 1, 'unmapped-status': 1 }],
    ['Active', { disabled: 1 }],
  ] as const) {
    const engine = await startEngine()
    fileIn(engine.folder, 'list.csv', list(on))
    const { json } = await cli(['inspect', 'list.csv', '--json'], { cwd: engine.folder })
    expect(json).toMatchObject({ users: 8, blocked })
  }
})

test('of a known product, a column of a name that says little is listed as well, behind the others', async () => {
  const engine = await startEngine()
  fileIn(engine.folder, 'tenant.json', known.replaceAll('ausschluss', 'employeeType'))
  const { json, out } = await cli(['inspect', 'tenant.json', '--json'], { cwd: engine.folder })
  expect(out).not.toContain('may-keep-out')
  expect(json).toMatchObject({ files: [{ mapping: { possibleFlags: [{ column: 'employeeType', isLikely: false }] } }] })
})

const settled: readonly (readonly [name: string, text: string, column: string, value: string, target: string])[] = [
  ['a table of the operator’s own', own, 'is_published', '0', 'disabled'],
  ['a table of the operator’s own, left out', own, 'is_published', '0', 'deleted'],
  ['an export of a known product', known, 'ausschluss', 'J', 'disabled'],
]

test.each(settled)('a mapping of that column alone keeps its users out: %s', async (_, text, column, value, target) => {
  const engine = await startEngine()
  fileIn(engine.folder, 'list.csv', text)
  const mapping = { version: 1, columns: [{ path: column, target, values: [value] }], fixedProvider: null }
  fileIn(engine.folder, 'mapping.json', JSON.stringify(mapping))
  const plain = await cli(['inspect', 'list.csv', '--json'], { cwd: engine.folder })
  const { json } = await cli(['inspect', 'list.csv', '--mapping', 'mapping.json', '--json'], { cwd: engine.folder })
  const kept = target === 'disabled' ? { blocked: { disabled: 3 }, ready: 57 } : { excluded: 3, ready: 57 }
  const title = target === 'disabled' ? 'Disabled' : 'Deleted'
  expect(plain.json).toMatchObject({ ready: 60 })
  const [before, after] = [filesOf(plain.json)[0], filesOf(json)[0]]
  expect(json).toMatchObject(kept)
  expect(after?.provider).toBe(before?.provider)
  expect(after?.mapping.columns.find((one) => one.column === column)?.becomes).toBe(`${title} when ${value}`)
})

test('on Map columns the answer is kept, for a known product as well', async () => {
  const engine = await engineOf({ 'tenant.json': known })
  const mapping = {
    version: 1 as const,
    columns: [{ path: 'ausschluss', target: 'disabled' as const, values: ['J'] }],
    fixedProvider: null,
  }
  must(await engine.ask('mapping:set', { fileId: 1, mapping }))
  await engine.settled()
  const view = must(await engine.ask('mapping:get', { fileId: 1 }))
  expect([view.mapping, view.possibleFlags]).toEqual([mapping, []])
  expect(view.columns.find(({ path }) => path === 'ausschluss')?.becomes).toBeNull()
})

test('on Map columns the answer about a column of a joined table stays, and can be changed', async () => {
  const rows = (each: (n: number) => string) => Array.from({ length: 12 }, (_, n) => `(${each(n + 1)})`).join(', ')
  const engine = await engineOf({
    'shop.sql': `INSERT INTO people (id, email) VALUES ${rows((n) => `${n}, 'u${n}@example.com'`)};
INSERT INTO logins (person_id, pw, code) VALUES ${rows((n) => `${n}, '${madeUpBcrypt(n)}', '${n % 4 === 0 ? 'Z7' : 'A1'}'`)};\n`,
  })
  const view = async () => must(await engine.ask('mapping:get', { fileId: 1 }))
  const codeOf = ({ columns }: Awaited<ReturnType<typeof view>>) => columns.find(({ path }) => path === 'logins.code')
  const before = await view()
  expect(before.possibleFlags.map(({ column }) => column)).toEqual(['logins.code'])
  expect(codeOf(before)).toMatchObject({ samples: ['A1', 'Z7'], counts: { filled: 12, distinct: 2 }, becomes: null })
  const flag = { path: 'logins.code', target: 'disabled' as const, values: ['Z7'] }
  const mapping = {
    ...(before.mapping ?? { version: 1, fixedProvider: null }),
    columns: [...(before.mapping?.columns ?? []), flag],
  }
  must(await engine.ask('mapping:set', { fileId: 1, mapping }))
  await engine.settled()
  expect(codeOf(await view())).toMatchObject({ samples: ['A1', 'Z7'] })
  // The record of a user has no such column.
  const record = must(await engine.ask('mapping:record', { fileId: 1, index: 0, mapping: null }))
  expect(record.columns.map(({ path }) => path)).toEqual(['id', 'email'])
})

test('the mapping that is offered keeps out who the name of a column says, and of a role leaves the value open', async () => {
  const engine = await startEngine()
  const file = (name: string, column: string) =>
    fileIn(
      engine.folder,
      name,
      `id,email,${column}\n${rows(60, (n) => `${n},u${n}@acme.example,${n % 20 === 7 ? 'false' : 'true'}`)}\n`,
    )
  file('active.csv', 'forum_active')
  file('role.csv', 'mentor')
  const offered = async (name: string) =>
    /To keep them out.*/.exec((await cli(['inspect', name], { cwd: engine.folder })).out)?.[0]
  expect(await offered('active.csv')).toBe(
    'To keep them out, map it as disabled in Map columns, or with {"version":1,"columns":[{"path":"forum_active","target":"disabled","values":["false"]}],"fixedProvider":null} in that file.',
  )
  expect(await offered('role.csv')).toBe(
    'To keep them out, map it as disabled in Map columns, or with {"version":1,"columns":[{"path":"mentor","target":"disabled","values":["VALUE"]}],"fixedProvider":null} in that file, with the value that keeps people out for VALUE.',
  )
})

test('a column that a product is known to have, and that keeps nobody out, is no question, whatever sets its users apart', async () => {
  const columns = 'id,auth,mnethostid,username,password,email,suspended,deleted,confirmed,trustbitmask,ausschluss'
  const one = (n: number) =>
    `${n + 3},manual,1,u${n},${madeUpBcrypt(n)},u${n}@acme.example,0,0,1,${n % 20 === 7 ? 1 : 0},${n % 20 === 7 ? 1 : 0}`
  const engine = await startEngine()
  fileIn(engine.folder, 'users.csv', `${columns}\n${rows(60, one)}\n`)
  const { json } = await cli(['inspect', 'users.csv', '--json'], { cwd: engine.folder })
  expect(json).toMatchObject({ users: 60, files: [{ provider: 'moodle' }] })
  const findings = (json?.['findings'] ?? []) as readonly { readonly code: string; readonly title: string }[]
  expect(findings.filter(({ code }) => code === 'may-keep-out').map((found) => found.title)).toEqual([
    'ausschluss: 0 (57), 1 (3). Not used. Does it keep people out?',
  ])
})

test.each(['stripe_account_active', 'paypal_enabled', 'late_returns'])(
  'the state of a payment or a return is not asked about: %s',
  async (column) => {
    const text = `id,email,${column}\n${rows(60, (n) => `${n},u${n}@acme.example,${n % 20 === 7 ? 0 : 1}`)}\n`
    const engine = await startEngine()
    fileIn(engine.folder, 'list.csv', text)
    const { json } = await cli(['inspect', 'list.csv', '--json'], { cwd: engine.folder })
    const findings = (json?.['findings'] ?? []) as readonly { readonly code: string }[]
    expect(findings.filter(({ code }) => code === 'may-keep-out')).toEqual([])
  },
)
