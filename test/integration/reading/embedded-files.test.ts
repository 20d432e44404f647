import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Users in files within manifests of Kubernetes, and among the settings of a program. */

const numbers = [1, 2, 3, 4]
const email = (n: number) => `ann${n}@acme.example`
const indented = (text: string, by = 4) => text.replaceAll(/^(?=.)/gm, ' '.repeat(by))
const list = numbers.map((n) => `- id: ${n}\n  email: ${email(n)}\n  password: ${madeUpBcrypt(n)}\n`).join('')
const csv = `id,email,password\n${numbers.map((n) => `${n},${email(n)},${madeUpBcrypt(n)}\n`).join('')}`
const json = JSON.stringify(
  numbers.map((n) => ({ id: n, email: email(n), password: madeUpBcrypt(n) })),
  null,
  2,
)
const base64 = (text: string) => Buffer.from(text).toString('base64')
const manifest = (kind: string, data: string) =>
  `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: users\n  annotations:\n    owner: ops@acme.example\n${data}`

/** The counts of a file of which nothing is left behind. */
async function countsOf(name: string, text: string) {
  const { json: found, out } = await inspect({ [name]: text })
  expect(out).not.toContain('$2')
  return { ready: found?.['ready'], unreadable: found?.['unreadable'], files: found?.['files'] }
}
const allRead = {
  ready: numbers.length,
  unreadable: 0,
  files: [{ controlTotals: { hashes: { counted: numbers.length, accounted: numbers.length }, unreadHashes: null } }],
}

describe('a manifest of Kubernetes', () => {
  test.each([
    ['a list of YAML', manifest('ConfigMap', `data:\n  users.yml: |\n${indented(list)}`)],
    ['an object of YAML', manifest('ConfigMap', `data:\n  app.yaml: |\n    users:\n${indented(list, 6)}`)],
    ['a table', manifest('ConfigMap', `data:\n  accounts.csv: |\n${indented(csv)}`)],
    ['JSON', manifest('Secret', `stringData:\n  users.json: |-\n${indented(json)}\n`)],
    ['a file without an ending', manifest('Secret', `stringData:\n  users: |\n${indented(list)}`)],
    [
      'one of several objects',
      `${manifest('ConfigMap', `data:\n  users.yml: |\n${indented(list)}`)}---\n${manifest('ConfigMap', 'data:\n  LOG: debug\n')}`,
    ],
  ])('is read where it holds %s', async (_, text) => {
    expect(await countsOf('manifest.yaml', text)).toMatchObject(allRead)
  })

  test('is read in JSON, as a list, too', async () => {
    const one = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'users' }, data: { 'users.yml': list } }
    for (const text of [JSON.stringify(one), JSON.stringify({ kind: 'List', items: [one] }, null, 1)])
      expect(await countsOf('manifest.json', text)).toMatchObject(allRead)
  })

  test('is read where the file is in base64', async () => {
    const text = manifest('Secret', `data:\n  users.csv: ${base64(csv)}\n`)
    expect(await countsOf('manifest.yaml', text)).toMatchObject({ ready: numbers.length, unreadable: 0 })
  })

  test('shows the line of each user', async () => {
    const bad = list.replace(email(2), 'ann 2@acme')
    const { out } = await inspect({ 'm.yaml': manifest('ConfigMap', `data:\n  users.yml: |\n${indented(bad)}`) })
    expect(out).toContain('Invalid email')
  })

  test('of settings with the address of a sender has no users', async () => {
    const settings = 'spring.mail.host=smtp.acme.example\nspring.mail.username=noreply@acme.example\n'
    const text = manifest('ConfigMap', `data:\n  application.properties: |\n${indented(settings)}`)
    expect(await countsOf('manifest.yaml', text)).toMatchObject({ ready: 0 })
  })
})

test('a text in a field of a user is no file', async () => {
  const notes = list.replaceAll(/^  email.*$/gm, '$&\n  note.yml: |\n    mail: x@y.example\n    age: 7')
  expect(await countsOf('users.yaml', `users:\n${indented(notes, 2)}`)).toMatchObject({ ready: numbers.length })
})

describe('settings of a program beside users', () => {
  const smtp = ['mail.smtp.host=smtp.acme.example', 'mail.smtp.user=noreply', 'mail.smtp.password=made-up!7']
  const pairs = numbers.map((n) => `${email(n)}=${madeUpBcrypt(n)}`)

  test.each([
    [
      'below a word for users',
      numbers.flatMap((n) => [`user.${n}.email=${email(n)}`, `user.${n}.password=${madeUpBcrypt(n)}`]),
    ],
    ['by name', numbers.map((n) => `ann${n}=${madeUpBcrypt(n)}`)],
    ['by address', pairs],
    ['with roles', numbers.map((n) => `ann${n}=${madeUpBcrypt(n)},ROLE_USER,enabled`)],
  ])('lose none of the users of properties: %s', async (_, users) => {
    for (const name of ['users.properties', 'application.properties'])
      for (const lines of [
        [...smtp, ...users],
        [...users, ...smtp],
      ]) {
        const { json: found } = await inspect({ [name]: `${lines.join('\n')}\n` })
        expect(found).toMatchObject({ users: 4, hashes: { bcrypt: 4 } })
      }
  })

  test('lose none of the users of YAML', async () => {
    const text = `smtp_password: made-up!7\nmail_host: smtp.acme.example\n${numbers.map((n) => `${email(n)}: ${madeUpBcrypt(n)}\n`).join('')}`
    expect(await countsOf('users.yml', text)).toMatchObject({ ready: 4 })
  })

  test('alone are no users', async () => {
    const { json: found } = await inspect({ 'application.properties': `${smtp.join('\n')}\ndb.password=made-up?8\n` })
    expect(found?.['users'] ?? 0).toBe(0)
  })
})
