import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { startCore } from '../../support/rehearsal.ts'
import { folderOf, temporaryFolder } from '../../support/temporary-folder.ts'
import { sum, totalsSchema } from '../../support/totals.ts'

/** How a kind of entry is written in one form of file, by its position; `what` is its kind where it is no user. */
type Form = {
  readonly name: string
  readonly kinds: readonly { readonly what: string | null; readonly write: (at: number) => string }[]
  readonly file: (entries: readonly string[]) => string
}

const list = (entries: readonly string[]) => `[${entries.join(',\n')}]`

const forms: readonly Form[] = [
  {
    name: 'dumpdata.json',
    kinds: [
      {
        what: null,
        write: (at) =>
          JSON.stringify({
            model: 'accounts.member',
            pk: at,
            fields: { email: `user${at}@example.com`, password: '!', last_login: null },
          }),
      },
      {
        what: 'auth.group',
        write: (at) => JSON.stringify({ model: 'auth.group', pk: at, fields: { name: `g${at}` } }),
      },
      {
        what: 'sessions.session',
        write: (at) =>
          JSON.stringify({ model: 'sessions.session', pk: `s${at}`, fields: { expire_date: '2024-01-01' } }),
      },
    ],
    file: list,
  },
  {
    name: 'directory.json',
    kinds: [
      {
        what: null,
        write: (at) =>
          JSON.stringify({
            schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
            id: `u${at}`,
            userName: `user${at}@example.com`,
          }),
      },
      {
        what: 'Group',
        write: (at) =>
          JSON.stringify({ schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], id: `g${at}`, displayName: 'x' }),
      },
    ],
    file: list,
  },
  {
    name: 'dump.sql',
    kinds: [
      { what: null, write: (at) => `INSERT INTO people (id, email) VALUES (${at}, 'user${at}@example.com');` },
      { what: 'table orders', write: (at) => `INSERT INTO orders (id, total) VALUES (${at}, 3);` },
      { what: 'table tags', write: (at) => `INSERT INTO tags (id, word) VALUES (${at}, 'x');` },
    ],
    file: (entries) => `-- MySQL dump 10.13\nSET NAMES utf8mb4;\n${entries.join('\n')}\n`,
  },
]

test.each(forms.map((form) => [form.name, form] as const))(
  'in %s every entry is a user or counted by its kind, whatever their order',
  async (_, { name, kinds, file }) => {
    const cwd = temporaryFolder()
    const users = kinds.findIndex(({ what }) => what === null)
    const entries = fc.array(fc.nat({ max: kinds.length - 1 }), { minLength: 12, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(entries, async (drawn) => {
        const order = [users, ...drawn]
        writeFileSync(join(cwd, name), file(order.map((kind, at) => kinds[kind]?.write(at) ?? '')))
        const { json } = await cli(['inspect', name, '--json'], { cwd })
        const found = totalsSchema.parse(json)
        const expected: Record<string, number> = {}
        for (const kind of order) {
          const what = kinds[kind]?.what ?? null
          if (what !== null) expected[what] = (expected[what] ?? 0) + 1
        }
        expect(found.other).toEqual(expected)
        expect(found.users).toBe(order.filter((kind) => kind === users).length)
        expect(found.records).toBe(order.length)
        const { joined, unmatched, unreadable, other, ready, blocked, excluded } = found
        expect(found.records).toBe(found.users + joined + unmatched + unreadable + sum(other))
        expect(found.users).toBe(ready + sum(blocked) + excluded)
      }),
      { numRuns: 2 },
    )
  },
)

test('a run names the records that became no user', async () => {
  const core = await startCore()
  const cwd = folderOf({
    'users.csv': `id,email,password_hash\na,a@example.com,${madeUpBcrypt(1)}\nb,b@example.com,x,y,z\n`,
  })
  const args = ['run', 'users.csv', '--core', core.baseUrl, '--yes', '--on-existing', 'overwrite']
  const text = await cli(args, { cwd })
  const json = await cli(['resume', 'users.migration', '--core', core.baseUrl, '--json'], { cwd })
  expect([text.out, json.json?.['withoutUser']]).toEqual([
    expect.stringMatching(/Users +1 {3}of 2 records: 1 unreadable\n/),
    { unreadable: 1 },
  ])
})
