import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { formByName } from '../../../electron/engine/reading/lines/form-by-name.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

describe('the name of a file tells what one or two lines are', () => {
  test.each([
    ['jetty-users.properties', 'ann=geheim,ROLE_USER\nben=test,ROLE_USER\n', 2, 'plaintext'],
    ['one-users.properties', 'ann=geheim,ROLE_USER\n', 1, 'plaintext'],
    ['realm.properties', 'ann: geheim, admin\n', 1, 'plaintext'],
    ['.htpasswd', 'ann:rl5Yb1kTq2Wzs\n', 1, 'crypt'],
    ['site.htpasswd', 'ann:$apr1$Zx1kq9aB$0nG0yXcM8e7Qb5rS1tUvW/\n', 1, 'md5'],
    ['shadow', 'ann:rl5Yb1kTq2Wzs:19000:0:99999:7:::\n', 1, 'crypt'],
  ])('%s', async (name, text, users, family) => {
    expect((await inspect({ [name]: text })).json).toMatchObject({
      users,
      unreadable: 0,
      hashes: { unsupported: { [family]: users } },
      blocked: { 'hash-without-contact': users },
    })
  })

  test('a hash of bcrypt is read in one line, too', async () => {
    const { json } = await inspect({ '.htpasswd': `ann@acme.example:${madeUpBcrypt(1)}\n` })
    expect(json).toMatchObject({ users: 1, ready: 1 })
  })

  test('no reason names a column that the file does not have', async () => {
    const hashes = [1, 2].map(
      (at) => `user${at}@acme.example:${madeUpBcrypt(at)}:autocreated 2024-06-25T15:47:1${at}Z\n`,
    )
    const { json } = await inspect({ htpasswd: hashes.join('') })
    expect(json).toMatchObject({
      ready: 2,
      findings: [],
      files: [
        {
          mapping: {
            columns: [
              { becomes: 'email', reason: 'all samples are email addresses; the file has no column names' },
              { becomes: 'password-hash', reason: 'all samples are password hashes; the file has no column names' },
            ],
          },
        },
      ],
    })
  })

  test.each([
    ['texts of a screen', 'users.properties', 'title=Title\nsave=Save\ncancel=Cancel,Close\n'],
    ['roles', 'application-roles.properties', 'ann=admin,user\n'],
    ['settings', 'users.properties', 'enabled=true,on\nport=8080\n'],
    ['words with a colon', 'notes.txt', 'today:tomorrow\n'],
  ])('%s are no users', async (_, name, text) => {
    const { json } = await inspect({ [name]: text })
    expect(json?.['users'] ?? 0).toBe(0)
  })

  test('a folder and an ending of a copy change nothing', () => {
    expect(formByName('/etc/nginx/.htpasswd.bak')).toBe('secrets')
    expect(formByName('C:\\jetty\\etc\\realm.properties')).toBe('realm')
    expect(formByName('/etc/passwd-list.csv')).toBeNull()
    expect(formByName('users.csv')).toBeNull()
    expect(formByName('messages.properties')).toBeNull()
  })
})
