import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { usersOf } from '../../support/read-users.ts'

/* A name that an object of YAML has twice. */

const some = [1, 2, 3, 4]
const mail = (at: number) => `user${at}@acme.example`
const entry = (at: number, more = '') =>
  `  - id: ${at}\n    email: ${mail(at)}\n${more}    password: ${madeUpBcrypt(at)}\n`
const list = (more: (at: number) => string = () => '') => `users:\n${some.map((at) => entry(at, more(at))).join('')}`
const keyed = (at: number, hash = madeUpBcrypt(at)) => `  u${at}:\n    email: ${mail(at)}\n    password: ${hash}\n`

describe('a name that comes twice', () => {
  test.each([
    ['in every entry', list((at) => `    email: ${mail(at)}\n`)],
    ['in one entry', list((at) => (at === 3 ? `    role: a\n    role: a\n` : '    role: a\n'))],
    ['at the top', `name: shop\nname: shop\n${list()}`],
    [
      'in many entries of several documents',
      some
        .map((at) => `---\nid: ${at}\nemail: ${mail(at)}\nrole: a\nrole: a\npassword: ${madeUpBcrypt(at)}\n`)
        .join(''),
    ],
  ])('with one value hides nothing: %s', async (_, text) => {
    const { json, out } = await inspect({ 'users.yaml': text })
    expect(json, out).toMatchObject({ records: 4, users: 4, ready: 4, unreadable: 0 })
    expect((await usersOf({ 'users.yaml': text })).map(({ email }) => email)).toEqual(some.map(mail))
  })

  test('in one document leaves the same line in all others', async () => {
    const text = some
      .map(
        (at) =>
          `---\nid: ${at}\nemail: ${mail(at)}\nstatus: blocked\n${at === 1 ? 'status: blocked\n' : ''}password: ${madeUpBcrypt(at)}\n`,
      )
      .join('')
    const { json, out } = await inspect({ 'users.yaml': text })
    expect(json, out).toMatchObject({ users: 4, ready: 0, blocked: { disabled: 4 } })
  })

  test('with two values in an entry makes that entry unreadable, and no other', async () => {
    const { json } = await inspect({ 'users.yaml': list((at) => (at === 3 ? '    email: other@acme.example\n' : '')) })
    expect(json).toMatchObject({ records: 4, users: 3, ready: 3, unreadable: 1 })
  })

  test('of two entries makes both unreadable, as nothing says which one counts', async () => {
    const text = `users:\n${some.map((at) => keyed(at)).join('')}${keyed(1, madeUpBcrypt(99))}`
    const { json } = await inspect({ 'users.yaml': text })
    expect(json).toMatchObject({ users: 3, unreadable: 2 })
    expect((await usersOf({ 'users.yaml': text })).map(({ email }) => email)).toEqual([2, 3, 4].map(mail))
  })

  test('with two values beside the users leaves these as they are', async () => {
    const { json } = await inspect({ 'users.yaml': `${list()}settings:\n  port: 1\n  port: 2\n` })
    expect(json).toMatchObject({ users: 4, ready: 4, unreadable: 2 })
  })

  test('of the list of users leaves the file unread', async () => {
    const { json } = await inspect({ 'users.yaml': `${list()}${list()}`.replace('user4@', 'other@') })
    expect(json).toMatchObject({ users: 0, unreadable: 1 })
  })

  test('within a text of several lines is a part of the text', async () => {
    const note = '    note: |\n      a: b\n      a: b\n'
    const { json } = await inspect({ 'users.yaml': list((at) => `${note}    email: ${mail(at)}\n`) })
    expect(json).toMatchObject({ users: 4, unreadable: 0 })
    const [first] = await usersOf({ 'users.yaml': list(() => `${note}    role: a\n    role: a\n`) })
    expect(first?.email).toBe(mail(1))
  })
})
