import { describe, expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { folderOf } from '../../support/temporary-folder.ts'

type Row = Readonly<Record<string, string | number>>

const some = [1, 2, 3, 4]
const mail = (at: number) => `user${at}@acme.example`
const made = (list: number, at: number) => `65f0c0ffee00000000000${list}0${at}`

/** Rows as files of several forms, by their name. */
const formsOf = (name: string, rows: readonly Row[]): Readonly<Record<string, string>> => ({
  [`${name}.csv`]: `${[Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))].map((cells) => cells.join(',')).join('\n')}\n`,
  [`${name}.ndjson`]: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  [`${name}.json`]: JSON.stringify(rows),
  [`${name}.yml`]: `${rows.map((row) => `- ${JSON.stringify(row)}`).join('\n')}\n`,
})

const users = (id: (at: number) => string | number) =>
  JSON.stringify(some.map((at) => ({ _id: id(at), email: mail(at), password: madeUpBcrypt(at) })))

describe('a file with an ID, a name and a status beside the users', () => {
  test.each<[string, (at: number) => Row]>([
    ['groups', (at: number) => ({ _id: `g0${at}`, name: `Choir ${at}`, status: at > 2 ? 'empty' : 'notEmpty' })],
    ['roles', (at: number) => ({ _id: made(9, at), name: `role${at}`, status: at > 2 ? 'stable' : 'beta' })],
    ['teams', (at: number) => ({ _id: at, name: `Team ${at}`, state: at > 2 ? 'voll' : 'offen' })],
    ['user_types', (at: number) => ({ _id: at, label: `Kind ${at}`, status: at > 2 ? 'blocked' : 'active' })],
  ])('has none, whatever its name and its form: %s', async (name, row) => {
    for (const [file, text] of Object.entries(formsOf(name, some.map(row)))) {
      const cwd = folderOf({ 'users.json': users((at) => made(0, at)), [file]: text })
      const { code, err, out } = await cli(['inspect', 'users.json', file], { cwd })
      // Words of users may be states of theirs.
      const isLeft = name !== 'user_types'
      expect([file, code]).toEqual([file, isLeft ? 0 : 2])
      expect(err).toContain(`${file} contains no users.`)
      expect(err).toContain(isLeft ? 'It is left out.' : 'Remove it from the command.')
      expect(out).toContain('8 records = 4 users')
      expect(out).not.toContain('No way to log in')
      expect(out).not.toContain('may keep users out')
    }
  })

  test('is left out where it has a kind of thing in place of the status', async () => {
    const rows = some.map((at) => ({ _id: `c${at}`, name: `Land ${at}`, type: at > 2 ? 'bot' : 'island' }))
    for (const [file, text] of Object.entries(formsOf('countries', rows))) {
      const { code, err, json } = await inspect({ 'users.json': users((at) => made(0, at)), [file]: text })
      expect([file, code]).toEqual([file, 0])
      expect(err).toContain(`${file} contains no users.`)
      expect(err).toContain('It is left out.')
      expect(json).toMatchObject({ users: 4, ready: 4 })
    }
  })

  test('has none alone either', async () => {
    for (const of of [2, 9]) {
      const rows = some.map((at) => ({ _id: of === 9 ? made(of, at) : at, name: `Team ${at}`, state: 'voll' }))
      for (const [file, text] of Object.entries(formsOf('teams', rows)))
        expect((await cli(['inspect', file], { cwd: folderOf({ [file]: text }) })).err).toContain('contains no users.')
    }
  })
})

describe('rows with a status and no login', () => {
  test.each([
    ['that is read', 'blocked', 'active', [], { disabled: 1 }],
    ['that is asked about', 'pausiert', 'laeuft', ['--decide', 'unmapped-status:status=laeuft=active'], undefined],
  ])(
    'give it to the users who have their IDs, where a program made these: %s',
    async (_, off, on, decided, blocked) => {
      const status = (at: number) => (at === 2 ? off : on)
      const rows = some.map((at) => ({ _id: made(0, at), name: `User ${at}`, status: status(at) }))
      for (const [file, text] of Object.entries(formsOf('people', rows))) {
        const { json } = await inspect({ 'users.json': users((at) => made(0, at)), [file]: text }, decided)
        expect(json).toMatchObject({ users: 4, joined: 4, ready: 3, unreadable: 0 })
        expect(json).toMatchObject({ blocked: blocked ?? { 'unmapped-status': 1 } })
      }
    },
  )

  test('give it to users by a column that names them, in words of its own', async () => {
    const rows = some.map((at) => ({ user_id: at, name: `User ${at}`, status: at === 2 ? 'pausiert' : 'laeuft' }))
    const referring = some.map((at) => ({ id: 10 - at, user_id: at, status: at === 2 ? 'pausiert' : 'laeuft' }))
    for (const list of [rows, referring])
      for (const [file, text] of Object.entries(formsOf('states', list))) {
        const { json } = await inspect({ 'users.json': users((at) => at), [file]: text })
        expect(json).toMatchObject({ users: 4, joined: 4, ready: 0, blocked: { 'unmapped-status': 4 } })
      }
  })
})

test.each<[string, (at: number) => Row]>([
  [
    'orders',
    (at: number) => ({ user_id: at, amount: at * 1000, currency: 'EUR', status: at > 2 ? 'pending' : 'paid' }),
  ],
  ['participants', (at: number) => ({ user_id: at, meeting_id: 7, status: at > 2 ? 'joined' : 'left out' })],
])('the status of rows about a thing is not that of the user whom they name: %s', async (name, row) => {
  for (const [file, text] of Object.entries(formsOf(name, some.map(row)))) {
    const cwd = folderOf({ 'users.json': users((at) => at), [file]: text })
    const { err, out } = await cli(['inspect', 'users.json', file], { cwd })
    expect(err).toContain(`${file} contains no users.`)
    expect(out).not.toContain('may keep users out')
  }
})

test('users without a login beside those who have one stay users', async () => {
  const rows = some.map((at) => ({ id: at, name: `User ${at}`, email: at === 2 ? '' : mail(at), state: 'pausiert' }))
  for (const [file, text] of Object.entries(formsOf('users', rows))) {
    const { json } = await inspect({ [file]: text })
    expect(json).toMatchObject({ users: 4, unreadable: 0 })
  }
})

describe('a subject', () => {
  test.each<[string, (at: number) => string]>([
    ['words', (at: number) => ['howdy', 'hello', 'Danke!', 'Überblick'][at - 1] ?? ''],
    ['texts', (at: number) => `Order ${at}`],
    ['words and texts', (at: number) => (at === 2 ? 'see you' : `Re:${at}`)],
  ])('of messages is no ID at a third party: %s', async (_, subject) => {
    const rows = some.map((at) => ({ _id: made(3, at), from: at, to: 9 - at, subject: subject(at), text: 'good luck' }))
    const lessons = some.map((at) => ({ id: at, subject: subject(at), room: 10 + at }))
    for (const list of [rows, lessons])
      for (const [file, text] of Object.entries(formsOf('messages', list))) {
        const { err, out } = await cli(['inspect', file], { cwd: folderOf({ [file]: text }) })
        expect(err).toContain('contains no users.')
        expect(out).not.toContain('Provider user ID')
      }
  })

  test.each<[string, (at: number) => string]>([
    ['numbers', (at: number) => `10354799159714281734${at}`],
    ['codes', (at: number) => `auth-x${at}f`],
    ['made IDs', (at: number) => made(4, at)],
  ])('of users is one: %s', async (_, subject) => {
    const rows = some.map((at) => ({ user_id: at, provider: 'google', subject: subject(at) }))
    for (const [file, text] of Object.entries(formsOf('logins', rows))) {
      const { out } = await cli(['inspect', 'users.json', file], {
        cwd: folderOf({ 'users.json': users((at) => at), [file]: text }),
      })
      expect(out).toMatch(/subject +-> Provider user ID/)
    }
  })
})

describe('a record whose only address is that of its maker', () => {
  const person = (at: number) => ({ _id: made(0, at), email: mail(at) })
  const jsonOf = (rows: readonly object[]) => JSON.stringify(rows)
  test.each<[string, (at: number) => object]>([
    ['groups', (at: number) => ({ name: `Choir ${at}`, owner: person((at % 2) + 1), active: at !== 3 })],
    ['posts', (at: number) => ({ title: `News ${at}`, author: person(1) })],
    ['projects', (at: number) => ({ title: `Plan ${at}`, created_by: person(at), updatedBy: person(1) })],
    ['teams', (at: number) => ({ name: `T${at}`, owner: person(1), permissions: [{ user: person(2), write: true }] })],
  ])('is no user: %s', async (name, row) => {
    const file = `${name}.json`
    const rows = jsonOf(some.map((at) => ({ _id: made(9, at), ...row(at) })))
    const cwd = folderOf({ 'users.json': users((at) => made(0, at)), [file]: rows })
    const { code, err, out } = await cli(['inspect', 'users.json', file], { cwd })
    expect(code).toBe(2)
    expect(err).toContain(`${file} contains no users.`)
    expect(out).toContain('8 records = 4 users')
    expect(out).not.toContain('No way to log in')
    expect(out).not.toContain('unmapped column')
  })

  test.each<[string, (at: number) => object]>([
    ['beside an address of its own', (at: number) => ({ email: mail(at), manager: person(1) })],
    ['beside a phone number', (at: number) => ({ phone: `+4930123456${at}`, owner: person(1) })],
    ['beside an ID at a third party', (at: number) => ({ google_id: `10354799159714281734${at}`, manager: person(1) })],
    ['in an object of another name', (at: number) => ({ person: person(at) })],
  ])('is one with a login of its own: %s', async (_, row) => {
    const { json } = await inspect({ 'people.json': jsonOf(some.map((at) => ({ _id: made(9, at), ...row(at) }))) })
    expect(json).toMatchObject({ users: 4 })
  })
})
