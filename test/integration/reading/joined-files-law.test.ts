import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { inspect } from '../../support/cli.ts'
import { usersOf } from '../../support/read-users.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { sum, totalsSchema } from '../../support/totals.ts'

const schema = totalsSchema.extend({ loginMethods: z.object({ emailPassword: z.number() }) })

/** A person in one file or both; disabled in one of them, in both or in none. */
const person = fc.record({
  account: fc.boolean(),
  contact: fc.boolean(),
  isAccountOff: fc.boolean(),
  isContactOff: fc.boolean(),
  repeats: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
})
type Person = typeof person extends fc.Arbitrary<infer P> ? P : never

const number = (at: number) => `${at + 1}`
const code = (at: number) => `7e57c0de-0000-4abc-8def-${String(at).padStart(12, '0')}`

const forms = [
  {
    name: 'a reference and a name',
    account: 'id,login,hash,disabled',
    contact: 'user_id,email,disabled',
    hasName: true,
    isNamed: false,
  },
  {
    name: 'a reference and no name',
    account: 'user_id,hash,disabled',
    contact: 'id,email,disabled',
    hasName: false,
    isNamed: false,
  },
  {
    name: 'no reference',
    account: 'id,login,hash,disabled',
    contact: 'id,email,disabled',
    hasName: true,
    isNamed: false,
  },
  {
    name: 'names, and IDs of their own',
    account: 'id,login,hash,disabled',
    contact: 'id,login,email,disabled',
    hasName: true,
    isNamed: true,
  },
] as const

/** The two files of these people, and how many of each kind there are. */
function filesOf(people: readonly Person[], keyOf: (at: number) => string, form: (typeof forms)[number]) {
  // Where IDs of accounts repeat they are no IDs, but may be references.
  const all = people.map((one, at) => ({ ...one, at, repeats: one.repeats && form.account.startsWith('user_id') }))
  const account = ({ at, isAccountOff }: (typeof all)[number], seed: number) =>
    `${keyOf(at)},${form.hasName ? `name${seed},` : ''}${madeUpBcrypt(seed)},${isAccountOff}`
  const accounts = all.flatMap((one) =>
    one.account ? [account(one, one.at), ...(one.repeats ? [account(one, 500 + one.at)] : [])] : [],
  )
  const contacts = all.flatMap(({ at, contact, isContactOff }) =>
    contact
      ? [
          `${keyOf(form.isNamed ? 20 - at : at)},${form.isNamed ? `name${at},` : ''}user${at}@acme.example,${isContactOff}`,
        ]
      : [],
  )
  return {
    accounts: `${form.account}\n${accounts.join('\n')}\n`,
    contacts: `${form.contact}\n${contacts.join('\n')}\n`,
    records: accounts.length + contacts.length,
    mayGo: all.filter((one) => one.contact && !one.isContactOff && !(one.account && one.isAccountOff)).length,
    whole: all.filter((one) => one.account && one.contact && !one.repeats),
    isPlain: all.every(({ repeats, account: has }) => !(repeats && has)),
  }
}

test.each(
  forms.flatMap((form) => [
    { ...form, keys: 'numbers', keyOf: number },
    { ...form, keys: 'IDs of a program', keyOf: code },
  ]),
)('with $name, by $keys: sums add up, and nobody goes out who is disabled in either file', async (form) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(person, { minLength: 4, maxLength: 14 }),
      fc.boolean(),
      fc.constantFrom(null, 'join'),
      async (people, isSwapped, answer) => {
        const { accounts, contacts, records, mayGo, whole, isPlain } = filesOf(people, form.keyOf, form)
        fc.pre(people.filter((one) => one.account).length > 1 && people.filter((one) => one.contact).length > 1)
        const files = isSwapped
          ? { 'a-users.csv': contacts, 'logins.csv': accounts }
          : { 'logins.csv': accounts, 'users.csv': contacts }
        const { json } = await inspect(files, answer === null ? [] : ['--decide', `same-id-in-files=${answer}`])
        const counts = schema.parse(json)
        const { users, joined, unmatched, unreadable, other, ready, blocked, excluded, loginMethods } = counts
        expect(counts.records).toBe(records)
        expect(users + joined + unmatched + unreadable + sum(other)).toBe(records)
        expect(ready + sum(blocked) + excluded).toBe(users)
        expect(ready).toBeLessThanOrEqual(mayGo)
        if (!isPlain || (answer !== 'join' && (form.keys === 'numbers' || form.isNamed))) return
        expect([joined, loginMethods.emailPassword]).toEqual([whole.length, whole.length])
        expect(ready).toBe(mayGo)
      },
    ),
    { numRuns: 12 },
  )
})

const references = [
  'user_id',
  'userId',
  'person_id',
  'account_id',
  'member_id',
  'customer_id',
  'usuario_id',
  'kunden_id',
  'utilisateur_id',
  'owner',
  'owner_id',
  'belongs_to',
  'gehoert_zu',
  'titulaire',
  'dono',
  'uid_fk',
  'auth_user_id',
  'profile_id',
  'identity',
  'user',
] as const

/** Rows that number themselves: the columns of the file with the references, and of the one that they refer to. */
const referring = [
  { name: 'hashes', own: 'password_hash', other: 'email' },
  { name: 'identities', own: 'provider,uid', other: 'email' },
  { name: 'contacts', own: 'email', other: 'password_hash' },
  { name: 'standings', own: 'banned', other: 'email' },
] as const

/** The value of a column that says of which person it is. */
const valueOf = (columns: string, at: number, isBanned: boolean, more = 0) =>
  columns
    .split(',')
    .map((column) => {
      if (column === 'email') return `user${at}@acme.example`
      if (column === 'password_hash') return madeUpBcrypt(at + more)
      if (column === 'banned') return `${isBanned}`
      return column === 'provider' ? 'google' : `1021564738291045${String(at).padStart(4, '0')}`
    })
    .join(',')

test.each(referring)('no row of $name reaches another person than its reference says', async ({ own, other }) => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 3, max: 9 }).chain((n) =>
        fc.record({
          people: fc.shuffledSubarray(
            Array.from({ length: n }, (_, at) => at + 1),
            { minLength: 2 },
          ),
          count: fc.constant(n),
          banned: fc.array(fc.boolean(), { minLength: n, maxLength: n }),
        }),
      ),
      fc.constantFrom(...references),
      fc.constantFrom('csv', 'json', 'yaml', 'sql'),
      fc.boolean(),
      fc.constantFrom(null, 'join'),
      fc.constantFrom('id', 'user_id', 'uid', 'pk'),
      fc.constantFrom('rows', 'logins', 'accounts', 'user_details'),
      fc.boolean(),
      async ({ people, count, banned }, column, format, isSwapped, answer, key, list, areSeveral) => {
        const isOut = (at: number) => banned[at - 1] === true
        const users = Array.from({ length: count }, (_, at) => [`${at + 1}`, valueOf(other, at + 1, isOut(at + 1))])
        const values = people.map((at) => [`${at}`, valueOf(own, at, isOut(at))])
        // Of a list of former passwords, each person has several rows.
        const several = areSeveral ? people.map((at) => [`${at}`, valueOf(own, at, isOut(at), 100)]).toReversed() : []
        const rows = [...values, ...several].map((row, at) => [`${at + 1}`, ...row])
        const one = written(`${key},${other}`, users, format)
        const two = written(`id,${column},${own}`, rows, format)
        const names = [`people.${format}`, `${list}.${format}`] as const
        const apart = isSwapped ? { [names[1]]: two, [names[0]]: one } : { [names[0]]: one, [names[1]]: two }
        const files = format === 'sql' ? { 'all.sql': dumpOf(apart) } : apart
        const found = await usersOf(files, answer === null ? [] : ['--decide', `same-id-in-files=${answer}`])
        for (const { email, hash, identities, standing, sourceId } of found) {
          const [ofMail] = /\d+/.exec(email ?? '') ?? []
          const ofHash = people.find((at) => [at, at + 100].some((n) => madeUpBcrypt(n) === hash?.hash))
          const ofIds = identities.map(({ userId }) => Number(userId.slice(-4)))
          const all = new Set([
            ...(ofMail === undefined ? [] : [Number(ofMail)]),
            ...(ofHash === undefined ? [] : [ofHash]),
            ...ofIds,
          ])
          expect(all.size, `${column}: ${[...all].join()}`).toBeLessThanOrEqual(1)
          const [person = Number(sourceId)] = all
          if (standing !== 'active') expect(isOut(person)).toBe(true)
        }
      },
    ),
    { numRuns: 24 },
  )
})

test('no row of a further address gets the ID of another person, nor becomes a second user without a question', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 3, max: 9 }).chain((n) =>
        fc.shuffledSubarray(
          Array.from({ length: n }, (_, at) => at + 1),
          { minLength: 2 },
        ),
      ),
      fc.constantFrom(...references.filter((column) => !/profile|identity/.test(column))),
      fc.constantFrom('csv', 'json'),
      fc.constantFrom('users', 'people', 'customers', 'members', 'participants'),
      fc.constantFrom('emails', 'contacts', 'user_emails', 'rows'),
      fc.boolean(),
      async (people, column, format, list, further, isSwapped) => {
        const last = Math.max(...people)
        const users = Array.from({ length: last }, (_, at) => [`${at + 1}`, `user${at + 1}@acme.example`])
        const rows = people.map((at, row) => [`${row + 1}`, `${at}`, `user${at}@former.example`])
        const [one, two] = [written('id,email', users, format), written(`id,${column},email`, rows, format)]
        const files = isSwapped
          ? { [`a-${further}.${format}`]: two, [`z-${list}.${format}`]: one }
          : { [`${list}.${format}`]: one, [`${further}.${format}`]: two }
        const { json } = await inspect(files)
        const { users: all, joined, ready } = schema.parse(json)
        if (joined === 0) expect([all, ready], column).toEqual([last + people.length, last - people.length])
        else expect([all, joined, ready], column).toEqual([last, people.length, last])
        for (const { email, sourceId } of joined === 0 ? [] : await usersOf(files))
          expect(email).toBe(`user${sourceId}@acme.example`)
      },
    ),
    { numRuns: 24 },
  )
})

type Format = 'csv' | 'json' | 'yaml' | 'sql'

/** The lists as tables of one dump. */
function dumpOf(lists: Readonly<Record<string, string>>): string {
  return Object.entries(lists)
    .map(([name, csv]) => {
      const [header = '', ...rows] = csv.trim().split('\n')
      const values = rows.map(
        (row) =>
          `(${row
            .split(',')
            .map((value) => `'${value}'`)
            .join(', ')})`,
      )
      return `INSERT INTO ${name.replace('.sql', '')} (${header}) VALUES ${values.join(',\n')};\n`
    })
    .join('')
}

/** Rows in a format; in YAML each has a label, which numbers it as well. */
function written(header: string, rows: readonly (readonly string[])[], format: Format): string {
  const names = header.split(',')
  const cells = rows.map((row) => row.flatMap((value) => value.split(',')))
  if (format === 'csv' || format === 'sql') return `${header}\n${cells.map((row) => row.join(',')).join('\n')}\n`
  const plain = (value: string) => (/^(?:\d{1,12}|true|false)$/.test(value) ? value : JSON.stringify(value))
  if (format === 'json')
    return `[${cells.map((row) => `{${row.map((value, at) => `"${names[at]}":${plain(value)}`).join(',')}}`).join(',')}]`
  return cells
    .map((row, at) => `row${at + 1}:\n${row.map((value, column) => `  ${names[column]}: ${plain(value)}\n`).join('')}`)
    .join('')
}
