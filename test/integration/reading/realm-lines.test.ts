import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const md5 = '5f4dcc3b5aa765d61d8327deb882cf99'

describe('lines of a name, a secret and roles', () => {
  test('are users with the hashes of Jetty', async () => {
    const text = `# username: password [,rolename ...]\nann: CRYPT:adkQ1wRypwF2A, admin\nben=MD5:${md5},user,admin\n! more\ncia: OBF:1v2j1uum1xtv1zej\ndora: Geheim-1x, user\n`
    expect((await inspect({ 'realm.properties': text })).json).toMatchObject({
      records: 4,
      users: 4,
      unreadable: 0,
      hashes: { unsupported: { crypt: 1, md5: 1, plaintext: 2 } },
    })
  })

  test('say who is disabled, as Spring Security writes it', async () => {
    const text = `ann@acme.example=${madeUpBcrypt(1)},ROLE_USER,enabled\nben@acme.example=${madeUpBcrypt(2)},ROLE_USER,disabled\n`
    expect((await inspect({ 'users.properties': text })).json).toMatchObject({
      users: 2,
      ready: 1,
      blocked: { disabled: 1 },
      hashes: { bcrypt: 2 },
      files: [{ controlTotals: { hashes: { counted: 2, accounted: 2 }, emails: { counted: 2, accounted: 2 } } }],
    })
  })

  test.each([
    [
      'the fields of one user',
      `email: ann@acme.example\npassword: ${madeUpBcrypt(1)}\nroles: admin, user\n`,
      { bcrypt: 1 },
    ],
    ['names with their hashes alone', `ann: ${madeUpBcrypt(1)}\nben: ${madeUpBcrypt(2)}\n`, { bcrypt: 2 }],
  ])('are not %s', async (_, text, hashes) => {
    const { json } = await inspect({ 'users.yml': text })
    expect(json).toMatchObject({ files: [{ format: 'yaml' }], hashes })
  })

  test('are no settings, one of which is a digest', async () => {
    const text = `name: shop\ncolors: red, green\nchecksum: MD5:${md5}\n`
    expect((await inspect({ 'settings.yml': text })).code).toBe(2)
  })
})

test('a column of a table has the hashes of Jetty', async () => {
  const text = `email,password\nann@acme.example,MD5:${md5}\nben@acme.example,CRYPT:adkQ1wRypwF2A\n`
  expect((await inspect({ 'users.csv': text })).json).toMatchObject({ hashes: { unsupported: { md5: 1, crypt: 1 } } })
})

test('hashes of Jetty that nothing reads are counted and named', async () => {
  const realm = `ann: CRYPT:adkQ1wRypwF2A, admin\nben: MD5:${md5}, user\ncia: OBF:1v2j1uum1xtv1zej\n`
  const lines = (await inspect({ 'realm.properties': realm })).json
  expect(lines).toMatchObject({ files: [{ controlTotals: { hashes: { counted: 3, accounted: 3 } } }] })
  const rows = [1, 2, 3].map((at) => ({
    email: `user${at}@acme.example`,
    note: `N ${at}`,
    passwordHash: madeUpBcrypt(at),
  }))
  const beside = JSON.stringify({ users: rows, realm: { text: realm } }, null, 1)
  const { out } = await inspect({ 'users.json': beside })
  expect(out).toContain('3 password hashes: 3 beside the users (realm')
})

test('a checksum behind the name of its algorithm is no hash of a user', async () => {
  const rows = [1, 2, 3].map((at) => `user${at}@acme.example,${madeUpBcrypt(at)},MD5:${md5.slice(1)}${at}`)
  for (const name of ['checksum', 'avatar_etag']) {
    const { json } = await inspect({ 'users.csv': `email,password,${name}\n${rows.join('\n')}\n` })
    expect(json).toMatchObject({ ready: 3, hashes: { bcrypt: 3 } })
    expect(JSON.stringify(json)).not.toMatch(/unmapped-hash|unread-hash/)
  }
  const kept = await inspect({ 'users.csv': `email,password,old_login\n${rows.join('\n')}\n` })
  expect(JSON.stringify(kept.json)).toContain('old_login')
})
