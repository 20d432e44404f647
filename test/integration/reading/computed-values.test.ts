import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'

const columns = '(id, email, encrypted_password, raw_app_meta_data)'
const insert = (id: string, email: string, hash = "''") =>
  `  INSERT INTO auth.users ${columns} VALUES (${id}, ${email}, ${hash}, '{}');\n`
const block = (declared: string, body: string) => `DO $$\nDECLARE\n  ${declared}\nBEGIN\n${body}END $$;\n`

test('an ID that only the database can compute is said to be unknown, and none of two users', async () => {
  const body = insert('v_id', "'ann@acme.example'") + insert('make_id(2)', "'ben@acme.example'")
  const { json } = await inspect({ 'seed.sql': block('v_id uuid := find_id(1);', body) })
  expect(json).toMatchObject({ users: 2, ready: 2 })
  expect(json?.['findings']).toContainEqual(expect.objectContaining({ code: 'id-computed', users: 2 }))
  expect(json?.['findings']).not.toContainEqual(expect.objectContaining({ code: 'same-id-elsewhere' }))
})

test.each(['gen_random_uuid()', 'UUID()', 'NEWID()', "nextval('users_id_seq')", 'users_seq.NEXTVAL'])(
  'users whose IDs the database makes by %s are users, and their IDs are said to be unknown',
  async (id) => {
    for (const table of ['auth.users', 'customers']) {
      const rows = ['ann', 'ben', 'cleo'].map((name) =>
        insert(id, `'${name}@acme.example'`).replace('auth.users', table),
      )
      const { json } = await inspect({ 'seed.sql': rows.join('') })
      expect(json).toMatchObject({ users: 3, ready: 3, unreadable: 0 })
      expect(json?.['findings']).toContainEqual(expect.objectContaining({ code: 'id-computed', users: 3 }))
    }
  },
)

test('an email or a hash that only the database can compute blocks its user', async () => {
  const body = insert("'u1'", 'v_email') + insert("'u2'", "'ben@acme.example'", 'v_hash')
  const { json } = await inspect({ 'seed.sql': block('v_hash text := make_hash(1);', body) })
  expect(json).toMatchObject({ users: 2, ready: 0 })
})
