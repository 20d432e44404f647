import { rmSync } from 'node:fs'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { unreadHashes, type ControlTotals } from '../../../shared/mapping/unmapped/control-totals.ts'
import { readTotals } from './read-totals.ts'
import { rounds } from '../../support/length.ts'
import { madeUpArgon2, madeUpBcrypt } from '../../support/made-up-csv.ts'
import { forms, plantedFile, usersInFile } from './planted-logins.ts'
import { seedOfRun } from '../../support/seed.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const plants = {
  emails: (n: number) => [`lost${n}@corner.example`, `ask lost${n}@corner.example!`][n % 2] ?? '',
  hashes: (n: number) =>
    [
      madeUpBcrypt(1000 + n),
      `old ${madeUpBcrypt(2000 + n)}`,
      madeUpArgon2(n),
      'scrypt:32768:8:1$Zm9vYmFyYmF6$' + `${n}`.padStart(40, 'ab'),
      `${`${n}`.padStart(64, 'ab')}:Zm9vYmFyYmF6:${n % 4}`,
    ][n % 5] ?? '',
} as const

const file = fc.constantFrom(...forms).chain((form) =>
  fc.record({
    form: fc.constant(form),
    planted: fc.uniqueArray(
      fc.record({ place: fc.constantFrom(...form.places), kind: fc.constantFrom('emails', 'hashes'), n: fc.nat(99) }),
      { maxLength: 5, selector: ({ place }) => place },
    ),
  }),
)

test(
  'whatever looks like a login anywhere in a file is in one of the sums, and what nothing has is named with its place',
  { timeout: 1_800_000 },
  async () => {
    const folder = temporaryFolder()
    const tried = new Set<string>()
    await fc.assert(
      fc.asyncProperty(file, async ({ form, planted }) => {
        const texts = Object.fromEntries(
          planted.map(({ place, kind, n }, index) => [place, plants[kind](n * 5 + index)]),
        )
        const path = plantedFile(folder, form, texts)
        const read = await readTotals(path)
        rmSync(path, { force: true })
        if (!read.ok) throw new Error(`${read.error.code}: ${read.error.message}`)
        for (const { place } of planted) tried.add(`${form.name}: ${place}`)
        const { totals } = read.value
        const expected = (kind: 'emails' | 'hashes') =>
          usersInFile.length + planted.filter((one) => one.kind === kind).length
        expect({ emails: totals.emails, hashes: totals.hashes, ...sumsOf(totals) }).toEqual({
          emails: expected('emails'),
          hashes: expected('hashes'),
          accounted: { emails: expected('emails'), hashes: expected('hashes') },
          users: { emails: usersInFile.length, hashes: usersInFile.length },
          withoutPlace: [],
        })
      }),
      { numRuns: rounds(150, 10_000), seed: seedOfRun('CONTROL_TOTALS_SEED') },
    )
    const places = forms.reduce((sum, form) => sum + form.places.length, 0)
    expect(tried.size).toBeGreaterThan(places * 0.6)
  },
)

/** The second book: all accounts, the users' accounts, and the accounts that must name places and do not. */
function sumsOf(totals: ControlTotals) {
  const sum = (accounts: ControlTotals['accounts']) => ({
    emails: accounts.reduce((all, { emails }) => all + emails, 0),
    hashes: accounts.reduce((all, { hashes }) => all + hashes, 0),
  })
  const open = new Set([...unreadHashes(totals), ...totals.accounts.filter(({ kind }) => kind === 'unaccounted')])
  return {
    accounted: sum(totals.accounts),
    users: sum(totals.accounts.filter(({ kind }) => kind === 'users')),
    withoutPlace: [...open].filter(({ places }) => places.length === 0),
  }
}
