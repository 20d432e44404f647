import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { inspect } from '../../support/cli.ts'
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
          ? { 'contacts.csv': contacts, 'accounts.csv': accounts }
          : { 'accounts.csv': accounts, 'contacts.csv': contacts }
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
