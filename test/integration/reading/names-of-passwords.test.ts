import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Names of columns, fields and elements that hold clear passwords. */

const words = ['Autumn12!', 'winter99x', 'Froggy_7'] as const
const mail = (at: number) => `user${at}@acme.example`
const each = (row: (word: string, at: number) => string, sign = '\n') => words.map(row).join(sign)

const forms: Readonly<Record<string, (name: string) => Readonly<Record<string, string>>>> = {
  CSV: (name) => ({ 'users.csv': `id;email;${name}\n${each((word, at) => `${at};${mail(at)};${word}`)}\n` }),
  JSON: (name) => ({
    'users.json': JSON.stringify(words.map((word, at) => ({ id: at, email: mail(at), [name]: word }))),
  }),
  'elements of XML': (name) => ({
    'users.xml': `<?xml version="1.0"?>\n<rows>${each((word, at) => `<row><mail>${mail(at)}</mail><${name}><![CDATA[${word}]]></${name}></row>`)}</rows>\n`,
  }),
  'attributes of XML': (name) => ({
    'users.xml': `<?xml version="1.0"?>\n<users>${each((word, at) => `<user mail="${mail(at)}" ${name}="${word}"/>`)}</users>\n`,
  }),
  SQL: (name) => ({
    'users.sql': each(
      (word, at) => `INSERT INTO users (id, email, "${name}") VALUES (${at}, '${mail(at)}', '${word}');\n`,
      '',
    ),
  }),
}

describe.each(Object.entries(forms))('clear passwords in %s are refused under the name', (_, form) => {
  test.each([
    'PASS1',
    'clave2',
    'CONTRA',
    'contrasenia',
    'clave_acceso',
    'Geheimwort',
    'pwrd',
    'strPasswort',
    'mot_de_passe_hash',
    'md5pw',
    'гасло',
    'пасс',
    'パスワード',
    '비밀번호',
  ])('%s', async (name) => {
    const { json, out } = await inspect(form(name))
    expect(json, out).toMatchObject({ users: 3, ready: 0, hashes: { unsupported: { plaintext: 3 } } })
    for (const word of words) expect(out).not.toContain(word)
  })
})

test.each([
  ['pass1', ['yes', 'no', 'yes']],
  ['contra', ['0', '1', '0']],
  ['contra', ['12', '7', '12']],
  ['contra_account', ['Rent of the office', 'Travel costs', 'Rent of the office']],
])('what is no password is none: %s %j', async (name, values) => {
  const rows = values.map((value, at) => `${at + 1};${mail(at)};${value}`)
  const { json, out } = await inspect({ 'users.csv': `id;email;${name}\n${rows.join('\n')}\n` })
  expect(json, out).toMatchObject({ users: 3, hashes: { unsupported: {} }, blocked: {} })
})

/** A table whose columns all begin alike, with short passwords of which one could be a number of seconds. */
const prefixed = (table: string, prefix: string, name: string) => ({
  'dump.sql': ['geheim1', '0123456789', 'abcdef12']
    .map(
      (word, at) =>
        `INSERT INTO ${table} (${prefix}_id, ${prefix}_name, ${prefix}_email, ${prefix}_${name}) VALUES (${at}, 'Person ${at}', '${mail(at)}', '${word}');\n`,
    )
    .join(''),
})

test.each([
  ['nguoidung', 'nguoidung', 'pass'],
  ['tbl_sotrudniki', 'sotrudnik', 'parol'],
  ['kunde', 'kunde', 'pass'],
  ['klienci', 'klient', 'haslo'],
  ['musteriler', 'musteri', 'sifre'],
])('clear passwords in %s behind the name of the table are refused: %s_%s', async (table, prefix, name) => {
  const { json, out } = await inspect(prefixed(table, prefix, name))
  expect(json, out).toMatchObject({ users: 3, ready: 0, hashes: { unsupported: { plaintext: 3 } } })
})

test.each([
  ['clientes', 'cliente', 'clave', ['C-100', 'C-101', 'C-102']],
  ['mitarbeiter', 'mitarbeiter', 'pass_datum', ['2024-01-02', '2023-05-06', '2022-07-08']],
  ['kunde', 'kunde', 'passwort_geaendert', ['1482858257', '1482876169', '1482866688']],
])('a column of %s, %s_%s, has no passwords', async (table, prefix, name, values) => {
  const rows = values.map(
    (value, at) =>
      `INSERT INTO ${table} (${prefix}_id, ${prefix}_email, ${prefix}_${name}) VALUES (${at}, '${mail(at)}', '${value}');\n`,
  )
  const { json, out } = await inspect({ 'dump.sql': rows.join('') })
  expect(json, out).toMatchObject({ users: 3, hashes: { unsupported: {} }, blocked: {} })
})

test.each(['MotDePasseClair', 'mot_de_passe_en_clair', 'mdp_clair', 'senha_texto', 'klartext_passwort'])(
  'clear passwords beside their hashes are asked about: %s',
  async (name) => {
    const rows = each((word, at) => `${at};${mail(at)};${word};${madeUpBcrypt(at)}`)
    const { json, out } = await inspect({ 'users.csv': `id;email;${name};password_hash\n${rows}\n` })
    expect(json, out).toMatchObject({ users: 3, hashes: { bcrypt: 3 } })
    expect(out).toContain(`second-hash:${name}`)
    for (const word of words) expect(out).not.toContain(word)
  },
)
