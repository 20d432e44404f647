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
