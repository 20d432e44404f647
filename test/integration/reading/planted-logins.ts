import { sqliteDriver } from '../../../electron/engine/sqlite-driver.ts'
import { bsonOf } from '../../support/data/bson-of.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { fileIn } from '../../support/temporary-folder.ts'
import { workbookOf } from '../../support/data/workbook-of.ts'

/** Text for a place of a file; empty where nothing is planted there. */
type At = (place: string) => string

/** A form of file: the places of it where text can be planted, and three users around them. */
type Form = { readonly name: string; readonly places: readonly string[]; readonly content: (at: At) => string | Buffer }

export const usersInFile = [1, 2, 3].map((n) => ({
  id: String(n),
  email: `user${n}@acme.example`,
  hash: madeUpBcrypt(n),
}))

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const csvPlaces = [
  'above',
  'name of a column',
  'cell',
  'last cell',
  'cell of two lines',
  'too many cells',
  'line between',
  'last line',
]

function csv(at: At, separator: string): string {
  const row = (cells: readonly string[]) => cells.map((cell) => (cell === '' ? '' : quoted(cell))).join(separator)
  const above = at('above') === '' ? [] : [`# ${at('above')}`]
  const between = at('line between') === '' ? [] : [at('line between')]
  const last = at('last line') === '' ? [] : [at('last line')]
  const lines = usersInFile.flatMap(({ id, email, hash }, index) => [
    row([
      id,
      email,
      hash,
      index === 1 ? at('cell') : 'Ann',
      index === 2 && at('cell of two lines') !== '' ? `two\n${at('cell of two lines')}` : '',
      index === 0 ? at('last cell') : '',
    ]),
    ...(index === 1 ? between : []),
  ])
  const tooMany = at('too many cells') === '' ? [] : [row(['4', '', '', 'Dora', '', '', at('too many cells')])]
  const header = row(['id', 'email', 'password_hash', 'name', 'remark', at('name of a column') || 'more'])
  return `${[...above, header, ...lines, ...tooMany, ...last].join('\n')}\n`
}

const jsonUserPlaces = [
  'member',
  'deep member',
  'name of a member',
  'deep name',
  'list',
  'member that comes twice',
  'escaped member',
]

function jsonUsers(at: At): readonly string[] {
  return usersInFile.map(({ id, email, hash }, index) => {
    const user = { id, email, password_hash: hash }
    if (index !== 1) return JSON.stringify(user)
    const extra: Record<string, unknown> = {
      ...(at('member') === '' ? {} : { note: at('member') }),
      ...(at('deep member') === '' ? {} : { extra: { audit: [{ by: at('deep member') }] } }),
      ...(at('name of a member') === '' ? {} : { [at('name of a member')]: 1 }),
      ...(at('deep name') === '' ? {} : { seen: { [at('deep name')]: true } }),
      ...(at('list') === '' ? {} : { others: ['x', at('list')] }),
    }
    const text = JSON.stringify({ ...user, ...extra })
    const twice = at('member that comes twice')
    const doubled = twice === '' ? '' : `,"name":${JSON.stringify(twice)},"name":"Ben"`
    const escaped = at('escaped member')
    const written = JSON.stringify(escaped).replaceAll('@', '\\u0040').replaceAll('/', '\\/')
    return `${text.slice(0, -1)}${doubled}${escaped === '' ? '' : `,"hint":${written}`}}`
  })
}

const besides = ['member before', 'member behind', 'deep beside', 'other list', 'name beside', 'outer']

function jsonDocument(at: At): string {
  const json = JSON.stringify
  return [
    '{',
    ' "version": 1,',
    ...(at('member before') === '' ? [] : [` "exportedBy": ${json(at('member before'))},`]),
    ...(at('name beside') === '' ? [] : [` ${json(at('name beside'))}: 3,`]),
    ` "users": [\n${jsonUsers(at).join(',\n')}\n ],`,
    ...(at('deep beside') === '' ? [] : [` "settings": { "mail": { "from": ${json(at('deep beside'))} } },`]),
    ...(at('other list') === '' ? [] : [` "newsletter": [{ "to": ${json(at('other list'))} }, { "to": "x" }],`]),
    ...(at('outer') === '' ? [] : [` "contacts": [${json(at('outer'))}],`]),
    ...(at('member behind') === '' ? [] : [` "support": ${json(at('member behind'))},`]),
    ' "end": true',
    '}',
    '',
  ].join('\n')
}

const sqlPlaces = [
  'comment',
  'block comment',
  'comment in a row',
  'comment behind a row',
  'statement',
  'default',
  'comment on a column',
  'name of a column',
  'other table',
  'copied table',
  'cell',
  'unread insert',
  'program',
  'procedure',
  'command',
  'update',
  'applied update',
  'last comment',
]

function sql(at: At): string {
  const text = (value: string) => `'${value.replaceAll("'", "''")}'`
  const line = (place: string, write: (planted: string) => string) => (at(place) === '' ? [] : [write(at(place))])
  const column = at('name of a column') === '' ? 'remark' : `"${at('name of a column')}"`
  const rows = usersInFile.map(({ id, email, hash }, index) => {
    const inside = index === 1 && at('comment in a row') !== '' ? ` /* ${at('comment in a row')} */` : ''
    const behind = index === 0 && at('comment behind a row') !== '' ? ` -- ${at('comment behind a row')}` : ''
    const end = index === 2 ? ';' : ','
    return `(${id}, ${text(email)}${inside}, ${text(hash)}, NULL, ${index === 1 ? text(at('cell')) : 'NULL'})${end}${behind}`
  })
  return [
    ...line('comment', (planted) => `-- ${planted}`),
    ...line('block comment', (planted) => `/* first\n ${planted}\n*/`),
    ...line('command', (planted) => `\\echo ${planted}`),
    'CREATE TABLE users (',
    ` id int, email text, password_hash text, info text, ${column} text${at('default') === '' ? '' : ` DEFAULT ${text(at('default'))}`}`,
    ');',
    ...line('comment on a column', (planted) => `COMMENT ON COLUMN users.email IS ${text(planted)};`),
    ...line('statement', (planted) => `SELECT add_user(${text(planted)});`),
    'INSERT INTO users VALUES',
    ...rows,
    ...line('other table', (planted) => `INSERT INTO newsletter (id, contact) VALUES (1, ${text(planted)}), (2, 'x');`),
    ...line('copied table', (planted) => `COPY public.letters (id, contact) FROM stdin;\n1\t${planted}\n2\tx\n\\.\n`),
    ...line('unread insert', (planted) => `INSERT INTO letters SELECT 1, ${text(planted)};`),
    ...line(
      'procedure',
      (planted) => `CREATE FUNCTION f() RETURNS text AS $$ SELECT ${text(planted)}; $$ LANGUAGE sql;`,
    ),
    ...line(
      'program',
      (planted) =>
        `DELIMITER ;;\nCREATE TRIGGER t BEFORE INSERT ON users FOR EACH ROW SET @a = ${text(planted)};;\nDELIMITER ;`,
    ),
    ...line('update', (planted) => `UPDATE letters SET contact = ${text(planted)} WHERE id = 2;`),
    ...line('applied update', (planted) => `UPDATE users SET info = ${text(planted)} WHERE id = 2;`),
    ...line('last comment', (planted) => `-- ${planted}`),
    '',
  ].join('\n')
}

const ldifPlaces = [
  'comment',
  'comment within',
  'attribute',
  'folded attribute',
  'base64 attribute',
  'other entry',
  'name of an entry',
  'last comment',
]

function ldif(at: At): string {
  const line = (place: string, write: (planted: string) => string) => (at(place) === '' ? [] : [write(at(place))])
  const users = usersInFile.map(({ id, email, hash }, index) =>
    [
      `dn: uid=u${id},ou=people,dc=acme,dc=example`,
      'objectClass: inetOrgPerson',
      `uid: u${id}`,
      ...(index === 1 ? line('comment within', (planted) => `# ${planted}`) : []),
      `mail: ${email}`,
      `userPassword: {CRYPT}${hash}`,
      ...(index === 1 ? line('attribute', (planted) => `description: ${planted}`) : []),
      ...(index === 2 ? line('folded attribute', (planted) => `info: see\n  ${planted}`) : []),
      ...(index === 0
        ? line('base64 attribute', (planted) => `title:: ${Buffer.from(planted).toString('base64')}`)
        : []),
    ].join('\n'),
  )
  return [
    ...line('comment', (planted) => `# ${planted}`),
    ...users,
    ...line(
      'other entry',
      (planted) => `dn: cn=admins,dc=acme,dc=example\nobjectClass: groupOfNames\ncn: admins\ndescription: ${planted}`,
    ),
    ...line(
      'name of an entry',
      (planted) => `dn: ou=${planted},dc=acme,dc=example\nobjectClass: organizationalUnit\nou: x`,
    ),
    ...line('last comment', (planted) => `# ${planted}`),
    '',
  ].join('\n\n')
}

const yamlPlaces = [
  'comment',
  'comment within',
  'beside before',
  'beside behind',
  'member',
  'deep member',
  'name of a member',
  'name beside',
  'other list',
  'another document',
]

function yaml(at: At): string {
  const line = (place: string, write: (planted: string) => string) =>
    at(place) === '' ? [] : [write(JSON.stringify(at(place)))]
  const users = usersInFile.flatMap(({ id, email, hash }, index) => [
    `  - id: ${id}`,
    ...(index === 1 && at('comment within') !== '' ? [`    # ${at('comment within')}`] : []),
    `    email: ${email}`,
    `    password_hash: ${hash}`,
    ...(index === 1 ? line('member', (planted) => `    note: ${planted}`) : []),
    ...(index === 2 ? line('deep member', (planted) => `    extra: { audit: [{ by: ${planted} }] }`) : []),
    ...(index === 0 ? line('name of a member', (planted) => `    ${planted}: 1`) : []),
  ])
  return [
    ...(at('comment') === '' ? [] : [`# ${at('comment')}`]),
    ...line('beside before', (planted) => `contact: ${planted}`),
    'users:',
    ...users,
    ...line('name beside', (planted) => `${planted}: 1`),
    ...line('other list', (planted) => `letters:\n  - to: ${planted}\n  - to: x`),
    ...line('beside behind', (planted) => `support: ${planted}`),
    ...line('another document', (planted) => `---\nsettings:\n  from: ${planted}`),
    '',
  ].join('\n')
}

const xmlPlaces = [
  'comment',
  'comment within',
  'beside before',
  'beside behind',
  'attribute beside',
  'value',
  'deep value',
  'attribute',
  'attribute of a value',
  'name of a value',
  'text around',
  'other element',
  'other elements',
]

function xml(at: At): string {
  const written = (place: string) =>
    at(place).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
  const put = (place: string, write: (planted: string) => string) => (at(place) === '' ? '' : write(written(place)))
  const users = usersInFile.map(
    (
      { id, email, hash },
      index,
    ) => `  <user id="${id}"${index === 0 ? put('attribute', (text) => ` note="${text}"`) : ''}>
    ${index === 1 ? put('comment within', (text) => `<!-- ${text} -->`) : ''}<email>${email}</email>
    <password_hash>${hash}</password_hash>
    ${index === 1 ? put('value', (text) => `<note>${text}</note>`) : ''}
    ${index === 2 ? put('deep value', (text) => `<extra><audit><by>${text}</by></audit></extra>`) : ''}
    ${index === 0 ? put('attribute of a value', (text) => `<remark by="${text}">x</remark>`) : ''}
    ${index === 2 ? put('name of a value', (text) => `<field name="${text}">x</field>`) : ''}
    ${index === 0 ? put('text around', (text) => text) : ''}
  </user>`,
  )
  return `<?xml version="1.0"?>
${put('comment', (text) => `<!-- ${text} -->`)}
<export${put('attribute beside', (text) => ` by="${text}"`)}>
${put('beside before', (text) => `<contact>${text}</contact>`)}
<users>
${users.join('\n')}
</users>
${put('other element', (text) => `<settings><from>${text}</from><port>25</port></settings>`)}
${put('other elements', (text) => `<letters><letter to="${text}"/><letter to="x"/></letters>`)}
${put('beside behind', (text) => `<support>${text}</support>`)}
</export>
`
}

const sheetPlaces = [
  'above',
  'name of a column',
  'cell',
  'cell without a column',
  'other sheet',
  'other heading',
  'lonely sheet',
  'name of a sheet',
  'remark',
  'shared text',
]

function workbook(at: At): Buffer {
  const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const planted = (place: string) => xml(at(place))
  const rows: (string | number)[][] = [
    ...(at('above') === '' ? [] : [[planted('above')], []]),
    ['id', 'email', 'password_hash', planted('name of a column') || 'more'],
    ...usersInFile.map(({ id, email, hash }, index): (string | number)[] => [
      Number(id),
      email,
      hash,
      index === 1 ? planted('cell') : index === 2 && at('shared text') !== '' ? '<c t="s"><v>0</v></c>' : '',
      ...(index === 0 ? [planted('cell without a column')] : []),
    ]),
  ]
  const sheets = [
    { name: 'Users', rows },
    ...(at('other sheet') === '' && at('other heading') === ''
      ? []
      : [
          {
            name: 'Letters',
            rows: [
              ['no', planted('other heading') || 'contact'],
              [1, planted('other sheet')],
              [2, 'x'],
            ],
          },
        ]),
    ...(at('lonely sheet') === '' ? [] : [{ name: 'Notes', rows: [[planted('lonely sheet')]] }]),
    ...(at('name of a sheet') === ''
      ? []
      : [
          {
            name: planted('name of a sheet').slice(0, 200),
            rows: [
              ['a', 'b'],
              [1, 2],
            ],
          },
        ]),
  ]
  const remark = `<comments><commentList><comment ref="A1"><text><t>${planted('remark')}</t></text></comment></commentList></comments>`
  return workbookOf(sheets, {
    ...(at('shared text') === '' ? {} : { strings: [`<t>${planted('shared text')}</t>`] }),
    ...(at('remark') === '' ? {} : { extra: { 'xl/comments1.xml': remark } }),
  })
}

const bsonPlaces = ['member', 'deep member', 'name of a member', 'list', 'bytes', 'other document']

function bson(at: At): Buffer {
  const documents = usersInFile.map(({ id, email, hash }, index) =>
    bsonOf({
      _id: { oid: id.padStart(24, '0') },
      email,
      password_hash: hash,
      ...(index === 1 && at('member') !== '' ? { note: at('member') } : {}),
      ...(index === 1 && at('deep member') !== '' ? { extra: { audit: [{ by: at('deep member') }] } } : {}),
      ...(index === 2 && at('name of a member') !== '' ? { seen: { [at('name of a member')]: true } } : {}),
      ...(index === 0 && at('list') !== '' ? { others: ['x', at('list')] } : {}),
      ...(index === 0 && at('bytes') !== '' ? { raw: Buffer.from(at('bytes')) } : {}),
    }),
  )
  return Buffer.concat([
    ...documents,
    ...(at('other document') === '' ? [] : [bsonOf({ _id: 'settings', from: at('other document') })]),
  ])
}

const databasePlaces = [
  'cell',
  'bytes',
  'name of a column',
  'other table',
  'other column',
  'default',
  'view',
  'comment',
  'empty table',
]

function database(path: string, at: At): void {
  const text = (value: string) => `'${value.replaceAll("'", "''")}'`
  const opened = sqliteDriver().open(path, false, 'unguarded')
  const name = at('name of a column') === '' ? 'more' : `"${at('name of a column')}"`
  const comment = at('comment') === '' ? '' : ` /* ${at('comment')} */`
  opened.exec(
    `CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT,${comment} password_hash TEXT, ${name} TEXT${at('default') === '' ? '' : ` DEFAULT ${text(at('default'))}`})`,
  )
  const insert = opened.prepare('INSERT INTO users VALUES (?, ?, ?, ?)')
  for (const [index, { id, email, hash }] of usersInFile.entries())
    insert.run(
      Number(id),
      email,
      hash,
      index === 1 && at('cell') !== ''
        ? at('cell')
        : index === 2 && at('bytes') !== ''
          ? Buffer.from(at('bytes'))
          : null,
    )
  if (at('other table') !== '' || at('other column') !== '') {
    opened.exec(`CREATE TABLE letters (no INTEGER, "${at('other column') || 'contact'}" TEXT)`)
    opened.prepare('INSERT INTO letters VALUES (?, ?)').run(1, at('other table') || 'x')
  }
  if (at('view') !== '') opened.exec(`CREATE VIEW admins AS SELECT ${text(at('view'))} AS admin`)
  if (at('empty table') !== '') opened.exec(`CREATE TABLE "${at('empty table')}" (a TEXT)`)
  opened.close()
}

const linePlaces = ['comment', 'comment between', 'another line']

/** Lines of `name:secret`, as `.htpasswd` has them. */
function secretLines(at: At): string {
  const comment = (place: string) => (at(place) === '' ? [] : [`# ${at(place)}`])
  const lines = usersInFile.flatMap(({ email, hash }, index) => [
    `${email}:${hash}`,
    ...(index === 0 ? comment('comment between') : []),
  ])
  return [...comment('comment'), ...lines, ...(at('another line') === '' ? [] : [at('another line')]), ''].join('\n')
}

/** Users under keys of their own, as Firebase Realtime Database exports them. */
function keyedJson(at: At): string {
  const users = jsonUsers(at).map((user, index) => `  "u${index}": ${user}`)
  const json = JSON.stringify
  const beside = (place: string, name: string) => (at(place) === '' ? [] : [` ${name}: ${json(at(place))}`])
  return `{\n${[
    ...beside('member before', '"exportedBy"'),
    ...(at('name beside') === '' ? [] : [` ${json(at('name beside'))}: 3`]),
    ` "users": {\n${[...users, ...(at('member that is no user') === '' ? [] : [`  "note": ${json(at('member that is no user'))}`])].join(',\n')}\n }`,
    ...(at('deep beside') === '' ? [] : [` "settings": { "mail": { "from": ${json(at('deep beside'))} } }`]),
    ...beside('member behind', '"support"'),
  ].join(',\n')}\n}\n`
}

/** Tables of a database in JSON, as phpMyAdmin writes them. */
function tablesJson(at: At): string {
  const json = JSON.stringify
  const other =
    at('other table') === ''
      ? []
      : [
          `{"type":"table","name":"letters","database":"shop","data":\n[\n{"no":"1","contact":${json(at('other table'))}}\n]\n}`,
        ]
  return `[\n${[
    `{"type":"header","version":"5.2.1","comment":${json(at('header') || 'Export to JSON plugin for PHPMyAdmin')}}`,
    `{"type":"database","name":${json(at('name of the database') || 'shop')}}`,
    ...other,
    `{"type":"table","name":"users","database":"shop","data":\n[\n${jsonUsers(at).join(',\n')}\n]\n}`,
  ].join(',\n')}\n]\n`
}

export const forms: readonly Form[] = [
  { name: 'users.csv', places: csvPlaces, content: (at) => csv(at, ',') },
  { name: 'users.tsv', places: csvPlaces, content: (at) => csv(at, '\t') },
  { name: 'users.ndjson', places: jsonUserPlaces, content: (at) => `${jsonUsers(at).join('\n')}\n` },
  { name: 'list.json', places: jsonUserPlaces, content: (at) => `[\n${jsonUsers(at).join(',\n')}\n]\n` },
  { name: 'users.json', places: [...jsonUserPlaces, ...besides], content: jsonDocument },
  { name: 'dump.sql', places: sqlPlaces, content: sql },
  { name: 'people.ldif', places: ldifPlaces, content: ldif },
  { name: 'users.yaml', places: yamlPlaces, content: yaml },
  { name: 'users.xml', places: xmlPlaces, content: xml },
  { name: 'users.xlsx', places: sheetPlaces, content: workbook },
  { name: 'users.bson', places: bsonPlaces, content: bson },
  { name: 'users.htpasswd', places: linePlaces, content: secretLines },
  {
    name: 'keyed.json',
    places: [
      ...jsonUserPlaces,
      'member before',
      'name beside',
      'member that is no user',
      'deep beside',
      'member behind',
    ],
    content: keyedJson,
  },
  {
    name: 'tables.json',
    places: [...jsonUserPlaces, 'header', 'name of the database', 'other table'],
    content: tablesJson,
  },
  { name: 'users.db', places: databasePlaces, content: () => '' },
]

/** Writes a file of a form with texts planted at places, and answers with its path. */
export function plantedFile(folder: string, { name, content }: Form, texts: Readonly<Record<string, string>>): string {
  const at: At = (place) => texts[place] ?? ''
  if (name !== 'users.db') return fileIn(folder, name, content(at))
  database(`${folder}/${name}`, at)
  return `${folder}/${name}`
}
