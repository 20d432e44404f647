import { describe, expect, it } from 'vitest'
import { collect, linesOf, openWith, ofPeople, readAll, valuesOf } from './support.ts'

describe('YAML', () => {
  it('is a map of users by their names, as Authelia keeps them', async () => {
    const text =
      '---\n# users\nusers:\n  ann:\n    email: ann@acme.example\n    groups: [a, b]\n\n  ben:\n    email: "ben@acme.example"\n'
    const opened = await openWith(text)
    expect(opened.format).toBe('yaml')
    expect(linesOf(await readAll(text))).toEqual([
      [4, { username: 'ann', email: 'ann@acme.example', groups: ['a', 'b'] }],
      [8, { username: 'ben', email: 'ben@acme.example' }],
    ])
  })

  it.each([
    ['a list', '- id: 1\n  email: a@x.org\n- id: 2\n  email: b@x.org\n'],
    ['a list under a name', 'version: 2\npeople:\n  - id: 1\n    email: a@x.org\n  - id: 2\n    email: b@x.org\n'],
    ['a list in an object', 'auth:\n  users:\n    - {id: 1, email: a@x.org}\n    - {id: 2, email: b@x.org}\n'],
    ['a list on one line', '[{id: 1, email: a@x.org}, {id: 2, email: b@x.org}]'],
    ['a list under a name on one line', 'users: [{id: 1, email: a@x.org}, {id: 2, email: b@x.org}]\n'],
    ['a list on one line under a quoted name', '"users": [ {"id": 1, "email": a@x.org}, {id: 2, email: b@x.org} ]'],
    ['a list in braces behind a mark', '---\n# export\n{users: [{id: 1, email: a@x.org}, {id: 2, email: b@x.org}]}\n'],
    ['documents', '---\nid: 1\nemail: a@x.org\n---\nid: 2\nemail: b@x.org\n...\n'],
  ])('is %s', async (_, text) => {
    expect(valuesOf(await readAll(text))).toEqual([
      { id: '1', email: 'a@x.org' },
      { id: '2', email: 'b@x.org' },
    ])
  })

  it('may have values that begin with a reserved character, as Symfony took them', async () => {
    const text =
      "App\\User:\n  u1:\n    email: a@x.org\n    role: @admin\n    secret: %kernel.secret%\n    code: `x`\n  u2:\n    email: b@x.org\n    roles: [@one, '@two']\n    more:\n      - @three\n"
    expect(valuesOf(await readAll(text))).toMatchObject([
      { email: 'a@x.org', role: '@admin', secret: '%kernel.secret%', code: '`x`' },
      { email: 'b@x.org', roles: ['@one', '@two'], more: ['@three'] },
    ])
  })

  it('is an object of users by name on one line', async () => {
    const text = 'users: {ann: {email: a@x.org, plan: gold}, ben: {email: b@x.org, plan: free}}\n'
    expect(linesOf(await readAll(text))).toEqual([
      [1, { username: 'ann', email: 'a@x.org', plan: 'gold' }],
      [1, { username: 'ben', email: 'b@x.org', plan: 'free' }],
    ])
  })

  it.each([
    ['JSON', '[{"id": 1, "email": "a@x.org"}, {"id": 2, "email": "b@x.org"}]', 'json'],
    ['JavaScript', '[{id: 1, email: "a@x.org"}, {id: 2, email: "b@x.org"}]', 'json'],
    ['what a shell printed', "[ { _id: ObjectId('64'), email: 'a@x.org' } ]", 'json'],
    ['a table with a colon in its header', 'note: [x],email\n1,a@x.org\n2,b@x.org\n', 'csv'],
  ])('is not %s', async (_, text, format) => expect((await openWith(text)).format).toBe(format))

  it('is a list in which each user stands under an ID or a name alone', async () => {
    const text = '---\n- 7047:\n    mail: a@x.org\n    username: ann\n- 6537:\n    mail: b@x.org\n    username: ben\n'
    expect(linesOf(await readAll(text))).toEqual([
      [2, { mail: 'a@x.org', username: 'ann', key: '7047' }],
      [5, { mail: 'b@x.org', username: 'ben', key: '6537' }],
    ])
    // A wrapper of one name is no name of a user.
    expect(valuesOf(await readAll('- user: {mail: a@x.org}\n- user: {mail: b@x.org}\n'))).toEqual([
      { user: { mail: 'a@x.org' } },
      { user: { mail: 'b@x.org' } },
    ])
  })

  it('is the users of a realm, however much else the realm has', async () => {
    const roles = Array.from({ length: 6000 }, (_, at) => `  - {id: r${at}, name: n${at}}\n`).join('')
    const text = `id: acme\nrealm: acme\nroles:\n${roles}users:\n  - {username: ann}\n  - {username: ben}\n`
    expect(valuesOf(ofPeople(await readAll(text)))).toEqual([{ username: 'ann' }, { username: 'ben' }])
  })

  it('is the users of several realms, each with its own', async () => {
    const text = '- realm: a\n  users: [{username: ann}]\n- realm: b\n  users: [{username: ben}]\n'
    expect(valuesOf(await readAll(text))).toEqual([
      { username: 'ann', realm: 'a' },
      { username: 'ben', realm: 'b' },
    ])
  })

  it('keeps ids, phone numbers and dates as they are written', async () => {
    const text =
      '- id: 007\n  phone: +491701234567\n  big: 12345678901234567890\n  since: 2024-01-01\n  on: yes\n  off: false\n  none: ~\n'
    expect(valuesOf(await readAll(text))).toEqual([
      {
        id: '007',
        phone: '+491701234567',
        big: '12345678901234567890',
        since: '2024-01-01',
        on: 'yes',
        off: false,
        none: null,
      },
    ])
  })

  it('reads anchors, merged objects, tags of other programs and base64', async () => {
    const text =
      'base: &base\n  active: true\nusers:\n  - <<: *base\n    id: a\n    pw: !vault |\n      x1\n    bin: !!binary aGk=\n  - &b {id: b, bin: !!binary /w==}\n  - *b\n'
    expect(valuesOf(await readAll(text))).toEqual([
      { active: true, id: 'a', pw: 'x1\n', bin: 'hi' },
      { id: 'b', bin: '(1 bytes)' },
      { id: 'b', bin: '(1 bytes)' },
    ])
  })

  it('stays small whatever anchors make of it', async () => {
    const lols = Array.from({ length: 12 }, (_, level) =>
      level === 0 ? 'a0: &a0 [x,x,x,x,x,x,x,x,x,x]' : `a${level}: &a${level} [${`*a${level - 1},`.repeat(10)}]`,
    )
    expect(valuesOf(await readAll(`${lols.join('\n')}\nusers:\n  - {id: 1, of: *a11}\n  - {id: 2}\n`))).toEqual([
      expect.stringContaining('more than 10,000 values'),
      { id: '2' },
    ])
    const many = `big: &big [${'x,'.repeat(9000)}]\nusers:\n${'  - {id: 1, of: *big}\n'.repeat(2000)}`
    const read = await readAll(many)
    expect(read.at(-1)).toMatchObject({
      kind: 'unreadable',
      truncates: true,
      reason: expect.stringContaining('Anchors'),
    })
    expect(read.length).toBeLessThan(100)
    const itself = await readAll('users:\n  - &a\n    id: 1\n    of: [*a]\n  - id: 2\n')
    expect(linesOf(itself)).toEqual([
      [2, 'This object has more than 10,000 values,'],
      [5, { id: '2' }],
    ])
  })

  it.each([
    ['a name twice', 'users:\n  ann:\n    email: a@x.org\n  ann:\n    email: b@x.org\n', 'A name comes twice'],
    ['a tab', 'users:\n  ann:\n\t  email: a@x.org\n', 'YAML does not allow a tab here'],
    ['an alias of nothing', 'users:\n  - *nobody\n', 'This alias refers to something'],
    ['an end within', 'users:\n  - name: "ann\n', 'The file ends within a value'],
    ['too many lists in lists', `users:\n  - ${'['.repeat(300)}\n`, 'More than 200 lists'],
  ])('says where a fault is: %s', async (_, text, said) => {
    const read = await readAll(text)
    expect(read).toHaveLength(1)
    expect(read[0]).toMatchObject({ kind: 'unreadable', truncates: true, reason: expect.stringContaining(said) })
  })

  it('refuses what is too large to be read as a whole', async () => {
    const user = `- id: ${'x'.repeat(1000)}\n`
    expect(valuesOf(await readAll(user.repeat(8500)))).toEqual([expect.stringContaining('longer than 8 MiB')])
  })

  it('counts what is no object, and reads another list of users as a table', async () => {
    const text = 'users:\n  - id: 1\n    email: a@x.org\n  - just text\nresults:\n  - id: 3\n'
    expect(linesOf(await readAll(text))).toEqual([
      [2, { id: '1', email: 'a@x.org' }],
      [expect.any(Number), 'This is not an object with the fields of'],
      [6, { id: '3' }],
    ])
  })

  it('is no table and no dump', async () => {
    for (const text of [
      'id,email\n1,a@x.org\n',
      'email\na@x.org\n',
      'Report: users\n\nid;email\n1;a@x.org\n',
      'name: x\tmail: y\n1\t2\n',
    ]) {
      expect((await openWith(text)).format).toBe('csv')
    }
  })

  it('reads a user again by its place, behind a byte order mark too', async () => {
    const opened = await openWith('\uFEFFusers:\r\n  änn:\r\n    email: a@x.org\r\n  ben:\r\n    email: b@x.org\r\n')
    const records = await collect(opened.batches())
    expect(records.map(({ line }) => line)).toEqual([2, 4])
    expect(await opened.recordAt(records[1]?.offset ?? -1)).toEqual({ username: 'ben', email: 'b@x.org' })
  })
})
