import { expect, test } from 'vitest'
import { setSetting } from '../../../../electron/engine/document/settings.ts'
import { reportView } from '../../../../electron/engine/queries/report-view.ts'
import type { Call } from '../../../../shared/planning/call.ts'
import { codeOf, importOf, plannedDocument, runRound, type Script } from '../../../support/rounds.ts'

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
