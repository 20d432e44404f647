import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forgetRecords } from '../../../../electron/engine/document/clear-records.ts'
import type { Document } from '../../../../electron/engine/document/open-document.ts'
import { createReadingJudge } from '../../../../electron/engine/document/plans/judge-while-reading.ts'
import { changedDecisions, outdatedPlans } from '../../../../electron/engine/document/plans/outdated-plans.ts'
import { getChoices, setSetting } from '../../../../electron/engine/document/settings.ts'
import { createClaimIndex, type ClaimIndex } from '../../../../electron/engine/import-pipeline/fast/claim-index.ts'
import { noChoices, type Choices } from '../../../../shared/planning/choices.ts'
import type { PlanContext } from '../../../../shared/planning/judge-for-plan.ts'
import type { User } from '../../../../shared/users/user.ts'
import { rounds } from '../../../support/length.ts'
import { choices, context, rival, user } from '../../planning/arbitraries.ts'
import { bcrypt, user as madeUser } from '../../planning/made-users.ts'
import {
  hasSeveralTenants,
  moveTo,
  plan,
  plansIn,
  read,
  type ReadInBatches,
  readWith,
  withDocument,
  written,
} from './planned-documents.ts'

/** Users that want the same as one another, some of them in one tenant, deleted, or with the email of another at a provider. */
const twin: fc.Arbitrary<User> = fc
  .tuple(
    rival,
    fc.constantFrom([], [], [], ['acme'], ['public'], ['acme', 'org_1']),
    fc.constantFrom('active' as const, 'active' as const, 'active' as const, 'deleted' as const, 'disabled' as const),
    fc.constantFrom(null, 'ann@example.com'),
  )
  .map(([one, tenants, standing, email]) => ({
    ...one,
    tenants,
    standing,
    emailIsLogin: one.emailIsLogin && one.hash === null,
    identities: one.identities.map((identity) => ({ ...identity, email })),
  }))

/** Few block or exclude users before their claims count. */
const fewChoices = fc.constantFrom<Choices>(
  noChoices,
  { ...noChoices, unverifiedEmail: 'migrate', thirdPartyWithoutEmail: { kind: 'placeholder', domain: 'example.net' } },
  { ...noChoices, unverifiedEmail: 'migrate', duplicates: 'exclude', severalMethods: 'separate' },
  {
    ...noChoices,
    duplicates: 'exclude',
    disabled: 'exclude',
    emailsKeptOut: { disabled: 'exclude', deleted: 'migrate' },
  },
  { ...noChoices, disabled: 'migrate', emailsKeptOut: { deleted: 'exclude' } },
)
const anyChoices = fc.oneof({ weight: 3, arbitrary: fewChoices }, choices)

const batches = fc.array(fc.array(fc.oneof({ weight: 8, arbitrary: twin }, user), { minLength: 1, maxLength: 5 }), {
  minLength: 1,
  maxLength: 4,
})

/** Files, and what happens while they are read. */
type Reading = {
  readonly files: readonly ReadInBatches[]
  readonly chosen: Choices
  readonly core: PlanContext
  /** Choices that are made after a batch. */
  readonly decided?: { readonly after: number; readonly choices: Choices }
  /** The batch that the process is killed after. */
  readonly killed?: number
}

const named = (all: readonly ReadInBatches['batches'][]) =>
  all.map((one, index) => ({ name: `export-${index}.csv`, batches: one }))
const whole = { chosen: anyChoices, core: context }
const oneFile: fc.Arbitrary<Reading> = fc.record({ ...whole, files: batches.map((one) => named([one])) })
const after = fc.integer({ min: 1, max: 4 })
const decidedMeanwhile: fc.Arbitrary<Reading> = fc.record({
  ...whole,
  files: batches.map((one) => named([one])),
  decided: fc.record({ after: fc.constant(1), choices: anyChoices }),
})
const severalFiles = fc.array(fc.oneof(batches, fc.constant([])), { minLength: 2, maxLength: 3 }).map(named)
const killed: fc.Arbitrary<Reading> = fc.record({ ...whole, files: severalFiles, killed: after })

/** Reads all files as a process does that ends after a batch; what it wrote is there. Returns what it judged. */
function readAll(document: Document, from: Reading, isJudging: boolean) {
  const { database } = document
  const { files, decided, killed } = from
  const judge = () => (isJudging ? createReadingJudge(database, () => createClaimIndex(10)) : null)
  let judging = judge()
  let batch = 0
  for (const one of files) {
    let isKilled = false
    const onBatch = (): boolean => {
      batch += 1
      if (decided !== undefined && batch === decided.after) {
        outdatedPlans.mark(database, changedDecisions(getChoices(database), decided.choices))
        setSetting(database, 'choices', decided.choices)
      }
      isKilled = batch === killed
      return !isKilled
    }
    const file = readWith(document, judging, one, onBatch)
    if (!isKilled) continue
    forgetRecords(database, file)
    judging = judge()
    readWith(document, judging, one)
  }
  return judging?.judged() ?? null
}

/** A document of a reading, planned, and whether its users were judged while they were read. */
async function planned(from: Reading, isJudging: boolean) {
  let isJudged = false
  let found: unknown = null
  await withDocument(async (document) => {
    const { database } = document
    setSetting(database, 'choices', from.chosen)
    await moveTo(document, from.core.core ?? null, 'all', from.core.dialect)
    const users = from.files.flatMap((file) => file.batches.flat())
    // Otherwise all are planned and judged again.
    setSetting(database, 'several-tenants', hasSeveralTenants(users))
    const judged = readAll(document, from, isJudging)
    isJudged = judged !== null
    await plan(document, judged)
    found = written(document)
  })
  return { isJudged, found }
}

/** Readings that judge users as they are read write what judging them afterwards writes; `isJudged`: whether that one judges all. */
async function holds(
  readings: fc.Arbitrary<Reading>,
  numRuns: number,
  isJudged: (one: Reading) => boolean,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(readings, async (one) => {
      const { found } = await planned(one, false)
      expect(await planned(one, true)).toEqual({ isJudged: isJudged(one), found })
    }),
    { numRuns },
  )
}

/** Two documents: in one the users were judged as they were read, in the other afterwards. */
async function inBothWays(all: readonly User[], chosen: Choices, claims: ClaimIndex): Promise<readonly unknown[]> {
  const found: unknown[] = []
  for (const one of [claims, null]) {
    await withDocument(async (document) => {
      setSetting(document.database, 'choices', chosen)
      await plan(document, read(document, all, one))
      found.push(written(document))
    })
  }
  return found
}

/** Takes all users for duplicates of the first one. */
const lying: ClaimIndex = {
  holderOf: () => 1,
  isKnown: () => true,
  hold: () => true,
  note: () => true,
}

describe('judging users as they are read', () => {
  test('writes what judging them afterwards writes, whatever the core and the batches they come in', () =>
    holds(oneFile, rounds(20, 400), () => true))

  test('writes the same where it is decided meanwhile', () => holds(decidedMeanwhile, rounds(8, 100), () => true))

  test('writes the same where several files are read, killed and read again, and judges one file with users alone', () =>
    holds(killed, rounds(8, 100), ({ files }) => files.filter((file) => file.batches.length > 0).length <= 1))

  test('judges all afterwards once there is no more room, or a holder is not who it was taken for', async () => {
    const all = fc.array(fc.oneof(user, rival), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(all, choices, async (users, chosen) => {
        for (const claims of [createClaimIndex(4, 4), lying]) {
          const [asRead, afterwards] = await inBothWays(users, chosen, claims)
          expect(asRead).toEqual(afterwards)
        }
      }),
      { numRuns: rounds(4, 30) },
    )
  })

  test('asks about a user who keeps a third party beside the email of a user who is kept out', async () => {
    const out = madeUser({ email: 'ann@example.com', hash: { hash: bcrypt }, standing: 'disabled' })
    const google = [{ provider: 'google-oauth2', userId: '1', email: null, emailVerified: null }]
    const users = [out, madeUser({ email: 'ann@example.com', hash: { hash: bcrypt }, identities: google })]
    const chosen: Choices = { ...noChoices, duplicates: 'exclude', severalMethods: 'separate' }
    for (const claims of [createClaimIndex(100), null])
      await withDocument(async (document) => {
        setSetting(document.database, 'choices', chosen)
        await plan(document, read(document, users, claims))
        expect(plansIn(document).map(({ state }) => state)).toEqual(['blocked', 'blocked'])
      })
  })

  test('is said of users who all were, and of no others', async () => {
    const ann = madeUser({ email: 'ann@example.com', hash: { hash: bcrypt } })
    await withDocument(async (document) => {
      expect(read(document, [ann, ann, ann])).toEqual({ sharingEmail: [] })
      expect(read(document, [ann])).toBeNull()
    })
    const google = [{ provider: 'google-oauth2', userId: '1', email: null, emailVerified: null }]
    const withGoogle = madeUser({ email: 'ann@example.com', identities: google })
    await withDocument(async (document) => {
      expect(read(document, [ann, withGoogle, ann])).toEqual({ sharingEmail: [2] })
    })
    const byPhone = madeUser({ phone: '+14155552671', phoneIsLogin: true })
    await withDocument(async (document) => {
      expect(read(document, [byPhone, byPhone, byPhone])).toEqual({ sharingEmail: [] })
      expect(plansIn(document).map(({ state }) => state)).toEqual(['ready', 'blocked', 'blocked'])
    })
    await withDocument(async (document) => expect(read(document, [ann, ann], lying)).toBeNull())
    const many = Array.from({ length: 5 }, (_, index) => ({ ...ann, email: `${index}@example.com` }))
    await withDocument(async (document) => expect(read(document, many, createClaimIndex(4, 4))).toBeNull())
  })
})
