import { describe, expect, test } from 'vitest'
import { setSetting } from '../../../../electron/engine/document/settings.ts'
import { targetTable } from '../../../../electron/engine/document/targets.ts'
import {
  compareWithRehearsal,
  reportDigest,
  reportView,
  signOffView,
} from '../../../../electron/engine/queries/report-view.ts'
import type { Call } from '../../../../shared/planning/call.ts'
import { codeOf, importOf, liveTarget, plannedDocument, runRound, type Script } from '../../../support/rounds.ts'

const nameless: Script = () => ({ userId: null, recipeUserId: null })

test('parts that were left out because the core did not name its user are counted, by what is missing', async () => {
  const second: Call = { kind: 'update', email: 'a@example.com', phoneNumber: '+491711234567' }
  const verify: Call = { kind: 'verify-email', email: 'c@example.com' }
  const oldId: Call = { kind: 'map-id', externalUserId: 'old-1' }
  const planned = plannedDocument([
    [codeOf('a@example.com'), second],
    [codeOf('b@example.com'), second],
    [importOf('c@example.com'), oldId, verify],
  ])
  const { counts } = await runRound({ ...planned, script: nameless })
  const { notes } = reportView(planned.document.database)
  expect([counts.migrated, notes]).toEqual([
    3,
    [
      { title: 'Second contact not attached', users: 2 },
      { title: 'Email not marked verified', users: 1 },
      { title: 'Old ID not kept', users: 1 },
    ],
  ])
})

test('users whom an exclusion did not reach before the app ended are counted', () => {
  const { database } = plannedDocument([[importOf('a@example.com')]]).document
  setSetting(database, 'exclusion', { excluded: true, done: 1200, total: 5000 })
  expect(reportView(database).notes).toEqual([
    { title: 'Selected to be excluded, but not reached when that was interrupted', users: 3800 },
  ])
})

test('a run that left nothing out has no notes', async () => {
  const planned = plannedDocument([[importOf('c@example.com')]])
  await runRound({ ...planned })
  expect(reportView(planned.document.database).notes).toEqual([])
})

function rehearsedAndLive(rehearsal: readonly string[], live: readonly string[]) {
  const plans = rehearsal.map((_, n) => [importOf(`user${n}@example.com`)])
  const { document, target } = plannedDocument(plans, { kind: 'rehearsal', base_url: 'http://127.0.0.1:1' })
  const { database } = document
  const real = targetTable.use(database, liveTarget)
  const insert = database.prepare('INSERT INTO progress (target_id, user_id, state, changed_at) VALUES (?, ?, ?, 0)')
  rehearsal.forEach((state, n) => insert.run(target.id, n + 1, state))
  live.forEach((state, n) => insert.run(real.id, n + 1, state))
  return { database, live: real.id }
}

describe('a live run beside its rehearsal', () => {
  test('is compared user by user, among those who were sent to both', () => {
    const states = rehearsedAndLive(
      ['migrated', 'migrated', 'failed', 'failed', 'migrated'],
      ['migrated', 'failed', 'failed', 'migrated', 'ready'],
    )
    const { same, different, users } = compareWithRehearsal(states.database, states.live) ?? {}
    expect([same, different, users?.map(({ id, rehearsal, live }) => [id, rehearsal, live])]).toEqual([
      2,
      2,
      [
        [2, 'migrated', 'failed'],
        [4, 'failed', 'migrated'],
      ],
    ])
  })

  test('is compared with nothing before it was sent, and without a rehearsal', () => {
    const notYet = rehearsedAndLive(['migrated'], [])
    const { document, target } = plannedDocument([[importOf('a@example.com')]])
    expect([
      compareWithRehearsal(notYet.database, notYet.live),
      compareWithRehearsal(document.database, target.id),
    ]).toEqual([null, null])
  })
})

describe('the digest of a report', () => {
  test('is the same for the same report, and another when one user ended otherwise', () => {
    const { database, live } = rehearsedAndLive(['migrated', 'migrated'], ['migrated', 'migrated'])
    const before = reportDigest(database)
    expect([before, /^[0-9a-f]{64}$/.test(before)]).toEqual([reportDigest(database), true])
    setSetting(database, 'sign-off', { project: 'Shop', operator: 'M', note: '', signedAt: 5, digest: before })
    const signed = signOffView(database)
    database.exec(`UPDATE progress SET state = 'failed' WHERE user_id = 1 AND target_id = ${live}`)
    expect([signed.changedSince, reportDigest(database) === before, signOffView(database).changedSince]).toEqual([
      false,
      false,
      true,
    ])
  })
})
