import { describe, expect, it } from 'vitest'
import { linesOf, openWith, readAll, valuesOf } from './support.ts'

const ann = { id: '1', email: 'ann@acme.example' }
const ben = { id: '2', email: 'ben@acme.example' }

describe('XML', () => {
  it('is a list of elements, each with its line', async () => {
    const text = `<?xml version="1.0"?>\n<!-- all -->\n<users>\n  <user id="1">\n    <email>ann@acme.example</email>\n  </user>\n  <user id="2"><email>ben@acme.example</email></user>\n</users>\n`
    expect((await openWith(text)).format).toBe('xml')
    expect(linesOf(await readAll(text))).toEqual([
      [4, ann],
      [7, ben],
    ])
  })

  it('has values in the order of the columns of their table, as DBUnit writes them', async () => {
    const table = (name: string, columns: readonly string[], rows: readonly string[]) =>
      `<table name="${name}">${columns.map((column) => `<column>${column}</column>`).join('')}\n${rows.map((row) => `<row>${row}</row>\n`).join('')}</table>`
    const roles = table('roles', ['id', 'role'], ['<value>1</value><value>admin</value>'])
    const users = table(
      'users',
      ['id', 'email', 'password'],
      [
        '<value>1</value><value>ann@acme.example</value><value>sunny day</value>',
        '<value>2</value><null/><none/>',
        '<value>3</value>',
      ],
    )
    for (const text of [`<dataset>${roles}${users}</dataset>`, `<dataset>${users}${roles}</dataset>`]) {
      const found = await readAll(text)
      const values = valuesOf(found)
      expect(values).toContainEqual({ ...ann, password: 'sunny day' })
      expect(values).toContainEqual({ id: '2', email: null, password: null })
      expect(JSON.stringify(found)).toContain('This row has more or fewer values than its table has columns.')
      const place = typeof found === 'string' ? undefined : found.find(({ kind }) => kind === 'record')
      const first: unknown = Array.isArray(values) ? values[0] : null
      expect(await (await openWith(text)).recordAt(place?.offset ?? 0)).toEqual(first)
    }
  })

  it('keeps the names of columns where a chunk ends within one', async () => {
    const users = Array.from(
      { length: 3 },
      (_, at) => `<row><value>${at}</value><value>u${at}@acme.example</value></row>`,
    )
    for (let before = 65_400; before < 65_560; before += 7) {
      const text = `<dataset><!--${'x'.repeat(before)}--><table name="users"><column>identity</column><column>email</column>${users.join('')}</table></dataset>`
      expect(valuesOf(await readAll(text))).toContainEqual({ identity: '2', email: 'u2@acme.example' })
    }
  })

  it('has a single row of names and clear passwords in the order of columns', async () => {
    const row = '<row><value>1</value><value>ann</value><value>sunny</value></row>'
    const columns = ['ID', 'USERNAME', 'PASSWORD'].map((column) => `<column>${column}</column>`).join('')
    const text = `<dataset><table name="USERS">${columns}${row}</table></dataset>`
    expect(valuesOf(await readAll(text))).toEqual([{ ID: '1', USERNAME: 'ann', PASSWORD: 'sunny' }])
  })

  it.each([
    ['attributes', '<users><user id="1" email="ann@acme.example"/><user id="2" email="ben@acme.example"/></users>'],
    [
      'elements of a namespace',
      '<x:all xmlns:x="urn:x"><x:user><x:id>1</x:id><x:email>ann@acme.example</x:email></x:user><x:user><x:id>2</x:id><x:email><![CDATA[ben@acme.example]]></x:email></x:user></x:all>',
    ],
    [
      'rows of mysqldump',
      '<mysqldump><database name="shop"><table_data name="users"><row><field name="id">1</field><field name="email">ann@acme.example</field></row><row><field name="id">2</field><field name="email">ben@acme.example</field></row></table_data></database></mysqldump>',
    ],
    [
      'values in the order of columns that are named before them',
      '<dataset><table name="users"><column>id</column><column>email</column><row><value>1</value><value>ann@acme.example</value></row><row><value>2</value><value><![CDATA[ben@acme.example]]></value></row></table></dataset>',
    ],
    [
      'the same in elements around names and rows',
      '<export><columns><column>id</column><column>email</column></columns><rows><row><c>1</c><c>ann@acme.example</c></row><row><c>2</c><c>ben@acme.example</c></row></rows></export>',
    ],
    [
      'a set of attributes',
      '<dsml><entry><attr name="id"><value>1</value></attr><attr name="email"><value>ann@acme.example</value></attr></entry><entry><attr name="id"><value>2</value></attr><attr name="email"><value>ben@acme.example</value></attr></entry></dsml>',
    ],
    [
      'groups of users',
      '<all><group name="a"><user id="1" email="ann@acme.example"/></group><group name="b"><user id="2" email="ben@acme.example"/></group></all>',
    ],
    [
      'entities of signs',
      '<users><user><id>1</id><email>ann&#64;acme.example</email></user><user><id>2</id><email>ben@acme&#x2e;example</email></user></users>',
    ],
  ])('is %s', async (_, text) => {
    expect(valuesOf(await readAll(text))).toEqual([ann, ben])
  })

  it('has the elements of each kind in a table, which may be named by an attribute', async () => {
    const row = (table: string, cells: string) => `<table name="${table}">${cells}</table>`
    const cell = (name: string, value: string) => `<column name="${name}">${value}</column>`
    const opened = await openWith(
      `<pma_xml_export><database name="app">${row('members', cell('email', 'ann@acme.example'))}${row('orders', cell('total', '5'))}</database></pma_xml_export>`,
    )
    expect(opened.tables?.map(({ name, records }) => [name, records.length])).toEqual([
      ['members', 1],
      ['orders', 1],
    ])
  })

  it('reads objects and lists in an element, and nothing where it says so', async () => {
    const text =
      '<a xmlns:xsi="x"><user><email>ann@acme.example</email><name><first>Ann</first></name><role>a</role><role>b</role><until xsi:nil="true"/><age type="integer">7</age><note/></user></a>'
    expect(valuesOf(await readAll(text))).toEqual([
      { email: ann.email, name: { first: 'Ann' }, role: ['a', 'b'], until: null, age: '7', note: '' },
    ])
  })

  it('reads one person whose logins are in objects, and fields by the names that they say', async () => {
    const person = `<user><id>1</id><fullName>Ann</fullName><properties><a.Details><passwordHash>x</passwordHash></a.Details><b.Mail><emailAddress>${ann.email}</emailAddress></b.Mail></properties></user>`
    expect(valuesOf(await readAll(person))).toEqual([
      {
        id: '1',
        fullName: 'Ann',
        properties: { 'a.Details': { passwordHash: 'x' }, 'b.Mail': { emailAddress: ann.email } },
      },
    ])
    const fields = `<data><record id="1"><field name="name">Ann</field><field name="login">${ann.email}</field></record></data>`
    expect(valuesOf(await readAll(fields))).toEqual([{ id: '1', name: 'Ann', login: ann.email }])
    const one = `<users><count>1</count><page>1</page><user><id>1</id><name>Ann</name><contact><email>${ann.email}</email></contact></user></users>`
    expect(valuesOf(await readAll(one))).toEqual([{ id: '1', name: 'Ann', contact: { email: ann.email } }])
    const entries = `<list><entry name="Ann" email="${ann.email}">x</entry><entry name="Ben" email="ben@acme.example"/></list>`
    expect(valuesOf(await readAll(entries))).toMatchObject([{ name: 'Ann', email: ann.email }, { name: 'Ben' }])
  })

  it('never expands what a document type declares', async () => {
    const text =
      '<!DOCTYPE users [<!ENTITY x "ann@acme.example">]><users><user id="1" email="ben@acme.example"><n>&x;</n></user><user id="2" email="ben@acme.example"/></users>'
    expect(valuesOf(await readAll(text))).toEqual([
      'This element is not valid XML. Correct this place and load the file again.',
      ben,
    ])
  })

  it('refuses a damaged declaration within an element at once, however long it is', async () => {
    const damaged = `<user id="1"><email>ann@acme.example</email><n><![CDAT${'x'.repeat(900_000)}]]></n></user>`
    const fine = '<user id="2"><email>ben@acme.example</email><!-- <!x --></user>'
    expect(valuesOf(await readAll(`<users>${damaged}${fine}</users>`))).toEqual([
      'This element is not valid XML. Correct this place and load the file again.',
      ben,
    ])
  })

  it('names a cut, and reads what stands before it', async () => {
    const records = await readAll(`<users><user id="1" email="ann@acme.example"/><user id="2"><email>ben@ac`)
    expect(typeof records === 'string' ? records : records.map((one) => 'truncates' in one)).toEqual([false, true])
  })

  it.each(['<rss><item><title>x</title></item><item><title>y</title></item></rss>', '<a/>', '<a><b></a>', '<'])(
    'without anything that looks like a user is refused: %s',
    async (text) => {
      expect(['file-not-text', 'file-empty']).toContain(await readAll(text))
    },
  )
})
