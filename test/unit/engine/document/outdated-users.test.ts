import { expect, test } from 'vitest'
import { readPlanning } from '../../../../electron/engine/document/plans/plan-row.ts'
import { changedDecisions, outdatedPlans } from '../../../../electron/engine/document/plans/outdated-plans.ts'
import type { Document } from '../../../../electron/engine/document/open-document.ts'
import { getSetting, setSetting } from '../../../../electron/engine/document/settings.ts'
import { noChoices } from '../../../../shared/planning/choices.ts'
import { bcrypt, identity, user } from '../../planning/made-users.ts'
import { plan, read, send, withDocument } from './planned-documents.ts'

const people = [
  user({ email: 'ann@example.com', hash: { hash: bcrypt } }),
  user({ email: 'bob@example.com', phone: '+4930123456' }),
  user({ email: 'cem@example.com', hash: { hash: bcrypt }, standing: 'disabled' }),
  user({ email: 'dan@example.com', identities: [identity('google', '1')] }),
  user({ email: 'eve@example.com', hash: { hash: bcrypt }, tenants: ['north'] }),
]

/** The users that are planned again, and how many they are said to be. */
function outdatedIn({ database }: Document): unknown[] {
  const { where, users } = outdatedPlans.findUsers(database, readPlanning(database))
  const ids = database.prepare(`SELECT id FROM user WHERE ${where ?? 'TRUE'} ORDER BY id`).all()
  return [users, ids.map((row) => Object.values(row ?? {})[0]), where === null]
}

test('the users whose plans depend on what changed are planned again, each of them once', async () => {
  await withDocument(async (document) => {
    const { database } = document
    await plan(document, read(document, people))
    const outdatedBy = (changed: readonly string[] | 'all') => {
      outdatedPlans.setFresh(database)
      outdatedPlans.forgetPlanned(database)
      outdatedPlans.mark(database, changed)
      return outdatedIn(document)
    }
    const all = [5, [1, 2, 3, 4, 5], true]
    expect([[], ['country'], ['disabled'], ['providers'], ['several-tenants'], ['core.totp']].map(outdatedBy)).toEqual([
      [0, [], false],
      [1, [2], false],
      [1, [3], false],
      [1, [4], false],
      [1, [5], false],
      [0, [], false],
    ])
    expect(outdatedBy(['disabled', 'country', 'providers', 'country'])).toEqual([3, [2, 3, 4], false])
    // This user with a phone has an outdated facet as well.
    database.exec("UPDATE user SET phone = '+4930123457' WHERE id = 4")
    expect(outdatedBy(['country', 'providers'])).toEqual([2, [2, 4], false])
    expect([outdatedBy('all'), outdatedBy(['country', 'unknown'])]).toEqual([all, all])
    outdatedBy(['country'])
    outdatedPlans.setFresh(database)
    expect(outdatedIn(document)).toEqual(all)
  })
})

test('nobody is planned again while all plans follow from the same, unless users were sent or compared', async () => {
  await withDocument(async (document) => {
    const { database } = document
    await plan(document, read(document, people))
    const outdated = [outdatedIn(document)]
    const noted = getSetting(database, 'planned-with')
    setSetting(database, 'choices', { ...noChoices, existing: 'skip' })
    outdated.push(outdatedIn(document))
    setSetting(database, 'choices', { ...noChoices, disabled: 'exclude' })
    outdated.push(outdatedIn(document))
    setSetting(database, 'choices', noChoices)
    setSetting(database, 'baseline', { name: 'a', core: 'https://core.example.com', key: '', blind: false })
    setSetting(database, 'plans-stale-by', [])
    outdated.push(outdatedIn(document))
    database.exec("DELETE FROM setting WHERE key = 'baseline'")
    send(document, [1])
    setSetting(database, 'plans-stale-by', 'all')
    outdated.push(outdatedIn(document))
    const none = [0, [], false]
    const all = [5, [1, 2, 3, 4, 5], true]
    expect([typeof noted, outdated]).toEqual(['string', [none, none, all, all, all]])
  })
})

test('a decision that plans do not depend on outdates none', () => {
  const before = { ...noChoices, disabled: 'exclude' }
  expect(changedDecisions(before, { ...before, disabled: 'migrate', country: 'DE', existing: 'skip' })).toEqual([
    'country',
    'disabled',
  ])
  expect(changedDecisions(before, { ...before })).toEqual([])
})
