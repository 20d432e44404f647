import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createGroupFsync, createJournal } from '../../../../electron/engine/runner/journal.ts'
import { importOf, plannedDocument } from '../../../support/rounds.ts'
import { virtualClock } from '../../../support/virtual-clock.ts'

test('what belongs to outcomes is written with outcomes only', async () => {
  const { document, target } = plannedDocument([[importOf('user1@example.com')]])
  let writings = 0
  const journal = createJournal(document.database, {
    targetId: target.id,
    lookUps: { canLookUp: false, existing: 'skip' },
    setTimer: virtualClock().setTimer,
    walSync: { sync: async () => {}, end: async () => {} },
    onWriting: () => {
      writings += 1
    },
    onCommitted: () => {},
    onError: (error) => {
      throw error
    },
  })
  const call = {
    call: importOf('user1@example.com'),
    key: 'import',
    state: 'todo',
    skippedExisting: false,
    sentBefore: false,
    unansweredSince: null,
    reconcileFirst: false,
    wasAbsent: false,
    ownCause: null,
    absence: null,
    replaces: false,
    coreUserId: null,
    recipeUserId: null,
  } as const
  expect([await journal.sending(1, call, 1000), writings]).toEqual([true, 0])
  const known = { coreUserId: 'c1', recipeUserId: null, created: true, existed: false }
  const result = { kind: 'done', ...known, httpStatus: 200, message: '' } as const
  journal.outcome({ userId: 1, call, result, attempts: [], at: 1001, userState: 'migrated' })
  journal.flush()
  expect(writings).toBe(1)
})

test.runIf(existsSync('/proc/self/fd'))(
  'the journal of the document is open while it is forced to the disk, and closed at the end',
  async () => {
    const { document } = plannedDocument([])
    const handles = () =>
      readdirSync('/proc/self/fd').filter((handle) => {
        try {
          return readlinkSync(`/proc/self/fd/${handle}`) === `${document.path}-wal`
        } catch {
          return false
        }
      }).length
    const before = handles()
    const walSync = createGroupFsync(document.database)
    await walSync.sync()
    const meanwhile = handles()
    await walSync.end()
    expect([before, meanwhile, handles()]).toEqual([before, before + 1, before])
  },
)
