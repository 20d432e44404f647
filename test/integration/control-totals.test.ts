import { describe, expect, test } from 'vitest'
import type { ControlTotals } from '../../shared/mapping/control-totals.ts'
import { cli } from '../support/cli.ts'
import { readTotals } from '../support/control-totals.ts'
import { fileIn, temporaryFolder } from '../support/temporary-folder.ts'

const bcrypt = (n: number) => `$2b$10$abcdefghijklmnopqrstuv${String(n).padStart(31, '1')}`

async function totalsOf(name: string, content: string): Promise<ControlTotals> {
  const read = await readTotals(fileIn(temporaryFolder(), name, content))
  if (!read.ok) throw new Error(read.error.message)
  return read.value.totals
}

describe('what looks like a login is counted without the reader, and accounted for by it:', () => {
  test('users of a table, and a second address in a column that nothing reads', async () => {
    const rows = [1, 2, 3].map((n) => `${n},ann${n}@acme.example,${bcrypt(n)},old${n}@acme.example`)
    const totals = await totalsOf('users.csv', `id,email,password_hash,note\n${rows.join('\n')}\n`)
    expect(totals).toEqual({
      emails: 6,
      hashes: 3,
      accounts: [
        { kind: 'users', name: null, emails: 3, hashes: 3, places: [] },
        { kind: 'noticed', name: 'note', emails: 3, hashes: 0, places: ['line 2', 'line 3', 'line 4'] },
      ],
    })
  })

  test('a hash above the names of the columns is in nothing that is read', async () => {
    const text = `# exported by admin@acme.example ${bcrypt(9)}\nid,email,name\n1,ann@acme.example,Ann\n2,ben@acme.example,Ben\n`
    const { accounts } = await totalsOf('users.csv', text)
    expect(accounts).toEqual([
      { kind: 'users', name: null, emails: 2, hashes: 0, places: [] },
      { kind: 'heading', name: null, emails: 1, hashes: 1, places: ['line 1'] },
    ])
  })

  test('members of JSON beside the list of users', async () => {
    const users = [1, 2].map((n) => ({ id: n, email: `ann${n}@acme.example`, password_hash: bcrypt(n) }))
    const { accounts } = await totalsOf(
      'users.json',
      JSON.stringify({ exportedBy: 'admin@acme.example', backup: { admin: bcrypt(7) }, users }, null, 1),
    )
    expect(accounts).toEqual([
      { kind: 'users', name: null, emails: 2, hashes: 2, places: [] },
      { kind: 'beside', name: 'exportedBy', emails: 1, hashes: 0, places: ['line 2'] },
      { kind: 'beside', name: 'backup', emails: 0, hashes: 1, places: ['line 4'] },
    ])
  })

  test('a name that comes twice in an object hides a value, and its line is named', async () => {
    const lines = [
      `{"id":"1","email":"ann@acme.example","password_hash":"${bcrypt(1)}"}`,
      `{"id":"2","email":"ben@acme.example","email":"cleo@acme.example","password_hash":"${bcrypt(2)}"}`,
    ]
    const { emails, accounts } = await totalsOf('users.ndjson', lines.join('\n'))
    expect([emails, accounts.find(({ kind }) => kind === 'unaccounted')]).toEqual([
      3,
      { kind: 'unaccounted', name: null, emails: 1, hashes: 0, places: ['line 2'] },
    ])
  })
})

test('inspect shows both sums, for people and for programs', async () => {
  const cwd = temporaryFolder()
  const lines = [
    `{"id":"1","email":"ann@acme.example","password_hash":"${bcrypt(1)}"}`,
    `{"id":"2","email":"ben@acme.example","email":"cleo@acme.example","password_hash":"${bcrypt(2)}"}`,
  ]
  fileIn(cwd, 'users.ndjson', lines.join('\n'))
  const text = await cli(['inspect', 'users.ndjson'], { cwd })
  expect(text.out).toContain('3 email addresses in this file: 2 of users, 1 unaccounted for (line 2)\n')
  expect(text.out).toContain('2 password hashes in this file: all of users\n')
  const json = await cli(['inspect', 'users.ndjson', '--json'], { cwd })
  expect(JSON.parse(json.out)).toMatchObject({
    files: [{ controlTotals: { emails: { counted: 3, accounted: 2 }, hashes: { counted: 2, accounted: 2 } } }],
  })
})
