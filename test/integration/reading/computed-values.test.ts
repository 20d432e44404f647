import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

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
      // They are not said to be the same.
      expect(JSON.stringify(json)).not.toContain('not unique')
    }
  },
)

test('an email or a hash that only the database can compute blocks its user', async () => {
  const body = insert("'u1'", 'v_email') + insert("'u2'", "'ben@acme.example'", 'v_hash')
  const { json } = await inspect({ 'seed.sql': block('v_hash text := make_hash(1);', body) })
  expect(json).toMatchObject({ users: 2, ready: 0 })
})

test('the current time of the database deletes as any other time', async () => {
  const names = '(id, email, created_at, email_verified_at, deleted_at)'
  const row = (n: number, verified: string, deleted: string) =>
    `INSERT INTO users ${names} VALUES (${n}, 'ann${n}@acme.example', NOW(), ${verified}, ${deleted});\n`
  const seed = row(1, 'NOW()', 'NULL') + row(2, 'NULL', 'NULL') + row(3, 'NULL', 'CURRENT_TIMESTAMP')
  const { json } = await inspect({ 'seed.sql': seed })
  expect(json).toMatchObject({ users: 3, excluded: 1 })
})

test('what the database computes counts against no column of times, flags or emails', async () => {
  const names = '(id, email, activated_at, is_locked)'
  const row = (n: number, email: string, activated: string, locked: string) =>
    `INSERT INTO users ${names} VALUES (${n}, ${email}, ${activated}, ${locked});\n`
  const seed = [
    row(1, "'ann@acme.example'", "'2020-01-01 10:00:00'", '0'),
    row(2, 'get_email(2)', 'DATE_SUB(NOW(), INTERVAL 1 DAY)', '0'),
    row(3, "'cia@acme.example'", 'NULL', 'is_late(3)'),
    row(4, "'dora@acme.example'", "'2020-01-02 10:00:00'", '1'),
    row(5, "'eva@acme.example'", 'NULL', '0'),
    row(6, "'fay@acme.example'", "'2020-01-03 10:00:00'", '0'),
  ]
  const { json } = await inspect({ 'seed.sql': seed.join('') })
  expect(json).toMatchObject({
    files: [
      {
        mapping: {
          columns: [
            { column: 'id', confidence: 'exact' },
            { column: 'email', confidence: 'exact' },
            { column: 'is_locked', becomes: 'disabled', reason: expect.stringContaining('all samples') },
          ],
          possibleFlags: [expect.objectContaining({ column: 'activated_at', times: 4, empty: 2 })],
        },
      },
    ],
  })
  expect(JSON.stringify(json?.['findings'])).toContain('is_locked=is_late(...)')
})

/** The places of the hashes in a dump, and whether they hold back the run. */
async function hashesIn(dump: string) {
  const { json } = await inspect({ 'seed.sql': dump })
  expect(json).toMatchObject({ unreadable: 0 })
  const { files } = json as {
    files: { controlTotals: { accounts: { kind: string; hashes: number }[]; unreadHashes: unknown } }[]
  }
  const totals = files[0]?.controlTotals
  const accounts = totals?.accounts.map(({ kind, hashes }) => [kind, hashes])
  return { accounts, isHeldBack: totals?.unreadHashes !== null }
}

test('a hash in a variable that rows use is accounted for, and one that no row uses holds back the run', async () => {
  const declared = `v_hash text := '${madeUpBcrypt(1)}';\n  v_other text := '${madeUpBcrypt(2)}';`
  const ann = insert("'u1'", "'ann@acme.example'", 'v_hash')
  const ben = insert("'u2'", "'ben@acme.example'", 'v_other')
  expect(await hashesIn(block(declared, ann + ben))).toEqual({
    accounts: [
      ['users', 2],
      ['constant', 2],
    ],
    isHeldBack: false,
  })
  expect(await hashesIn(block(declared, `${ann}  PERFORM set_password('u1', v_other);\n`))).toEqual({
    accounts: [
      ['users', 1],
      ['constant', 1],
      ['statement', 1],
    ],
    isHeldBack: true,
  })
})

test('a hash that a variable of SQL Server holds is accounted for', async () => {
  const row = (name: string) =>
    `INSERT INTO [Users] ([Id], [Email], [PasswordHash]) VALUES (N'${name}', N'${name}@acme.example', @hash)\n`
  const declared = `DECLARE @hash nvarchar(100) = N'${madeUpBcrypt(1)}';\n`
  expect(await hashesIn(`${declared}${row('ann')}${row('ben')}GO\n`)).toEqual({
    accounts: [
      ['users', 2],
      ['constant', 1],
    ],
    isHeldBack: false,
  })
})

test.each(['usr', 'ben', 'cli'])(
  'the key that a sequence computes is the ID, behind a word that all columns share: %s',
  async (prefix) => {
    const rows = [1, 2, 3].map(
      (at) => `(SEQ_${prefix}.nextval, 'u${at}@acme.example', '${madeUpBcrypt(at)}', 'Town${at}')`,
    )
    const columns = ['id', 'email', 'password', 'city'].map((name) => `${prefix}_${name}`).join(', ')
    const { json } = await inspect({ 'all.sql': `INSERT INTO users (${columns}) VALUES ${rows.join(', ')};\n` })
    const text = JSON.stringify(json)
    expect(text).toContain(`{"column":"${prefix}_id","becomes":"source-id"`)
    expect(text).not.toContain('may-be-source-id')
  },
)
