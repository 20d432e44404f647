import { describe, expect, test } from 'vitest'
import { fileTable } from '../../../../electron/engine/document/files.ts'
import { getSetting, setSetting } from '../../../../electron/engine/document/settings.ts'
import { oneNumber, sql } from '../../../../electron/engine/document/sqlite.ts'
import { readDrafts, readingStopped, type ReadDrafts } from '../../../../electron/engine/import-pipeline/read-drafts.ts'
import { deferred } from '../../../../electron/engine/runner/clock.ts'
import { createBackgroundWork } from '../../../../electron/engine/session/background-work.ts'
import { emptyDocument, must } from '../../../support/documents.ts'
import { fileIn, temporaryFolder } from '../../../support/temporary-folder.ts'
import { turns } from '../../../support/virtual-clock.ts'

/** Work on a document with one file of two users, which is read when the test lets it be read. */
function workOn(mayRead: (path: string) => boolean = () => true) {
  const document = emptyDocument()
  const { database } = document
  const path = fileIn(temporaryFolder(), 'users.csv', 'user_id,email\n1,ann@example.com\n2,bo@example.com\n')
  const file = fileTable.add(database, path, 'users.csv', 50)
  const log: string[] = []
  const shown: string[] = []
  const hold = { reading: null as Promise<void> | null }
  const read: ReadDrafts = async (order, options) => {
    log.push('read')
    await hold.reading
    const result = options.signal.aborted ? readingStopped : await readDrafts(order, options)
    log.push(options.signal.aborted ? 'stopped' : 'read to the end')
    return result
  }
  const work = createBackgroundWork(document, {
    onChange: () => void (shown.at(-1) === work.state().kind || shown.push(work.state().kind)),
    onError: ({ code }) => void log.push(code),
    readDrafts: read,
    mayRead,
  })
  const users = () => oneNumber(sql(database, 'SELECT count(*) AS n FROM user'))
  return { database, file, work, log, shown, hold, users }
}

test('files are read and their users planned, which is shown step by step', async () => {
  const { database, file, work, log, shown, users } = workOn()
  work.begin('read')
  expect(work.state().kind).toBe('reading')
  must(await work.settled())
  expect([fileTable.get(database, file)?.complete, users(), getSetting(database, 'plans-current')]).toEqual([
    true,
    2,
    true,
  ])
  expect([log, shown]).toEqual([
    ['read', 'read to the end'],
    ['reading', 'planning', 'idle'],
  ])
})

test('the file that is read is shown before its first record is', async () => {
  const { file, work, hold } = workOn()
  const held = deferred<void>()
  hold.reading = held.promise
  work.begin('read')
  await turns()
  const reading = { fileId: file, records: 0, secondsLeft: null }
  expect(work.state()).toEqual({ kind: 'reading', done: 0, total: 50, reading })
  held.resolve()
  must(await work.settled())
})

test('a decision is taken at once, and users are planned again where their plans depend on it', async () => {
  const { database, work, shown } = workOn()
  work.begin('read')
  must(await work.settled())
  const taken: string[] = []
  const decide = async (depends: readonly string[]) => {
    const before = shown.length
    work.decide(depends, () => void taken.push(depends.join()))
    const isCurrent = getSetting(database, 'plans-current')
    must(await work.settled())
    return [isCurrent, shown.slice(before)]
  }
  expect([await decide([]), await decide(['disabled']), taken]).toEqual([
    [true, []],
    [false, ['planning', 'idle']],
    ['', 'disabled'],
  ])
})

test('a file that was not confirmed on this machine is not read', async () => {
  const { work, log, users } = workOn(() => false)
  work.begin('read')
  must(await work.settled())
  expect([log, users()]).toEqual([[], 0])
})

describe('a change of files', () => {
  test('waits until the reading that it stops has ended, and what follows from it is read after it', async () => {
    const { work, log, hold, users } = workOn()
    const held = deferred<void>()
    hold.reading = held.promise
    work.begin('read')
    while (log.length === 0) await turns()
    const changed = work.change(() => void log.push('change'))
    await turns()
    const before = [...log]
    hold.reading = null
    held.resolve()
    await changed
    must(await work.settled())
    expect([before, log, users()]).toEqual([['read'], ['read', 'stopped', 'change', 'read', 'read to the end'], 2])
  })

  test('waits for work that is done alone, and for the change before it, also where that fails', async () => {
    const { work, log } = workOn()
    const held = deferred<void>()
    const alone = work.alone('comparing', () => held.promise.then(() => void log.push('compared')))
    await turns()
    const failing = work.change(() => {
      log.push('fails')
      throw new Error('made up')
    })
    const second = work.change(() => void log.push('second'))
    await turns()
    const before = [...log]
    held.resolve()
    const ends = await Promise.allSettled([alone, failing, second])
    must(await work.settled())
    expect([before, ends.map(({ status }) => status)]).toEqual([[], ['fulfilled', 'rejected', 'fulfilled']])
    expect(log).toEqual(['compared', 'fails', 'second', 'read', 'read to the end'])
  })

  test('shows what is cleared before it, and is not made once the migration is closed', async () => {
    const { work, log, shown } = workOn()
    const cleared = work.change(
      () => void log.push('change'),
      async ({ onProgress }) => {
        onProgress(1, 4)
        log.push(`${work.state().kind} ${work.state().done} of ${work.state().total}`)
      },
    )
    await cleared
    must(await work.settled())
    expect([log.slice(0, 2), shown.slice(0, 3)]).toEqual([
      ['clearing 1 of 4', 'change'],
      ['clearing', 'idle', 'reading'],
    ])
    const late = work.change(() => void log.push('late'))
    await work.stop()
    await late
    expect([log.includes('late'), work.state().kind]).toEqual([false, 'idle'])
  })
})

describe('work that is done alone', () => {
  test.each([
    ['excluding', false],
    ['including', false],
    ['comparing', true],
    ['removing', true],
  ] as const)('is shown as %s from the first moment, and leaves plans current: %s', async (kind, staysCurrent) => {
    const { database, work } = workOn(() => false)
    setSetting(database, 'plans-current', true)
    setSetting(database, 'joined', true)
    const inside: unknown[] = []
    const alone = work.alone(kind, async ({ onProgress, isCalledOff, signal }) => {
      onProgress(3, 7)
      const before = [isCalledOff(), signal.aborted]
      work.stopExcluding()
      inside.push(getSetting(database, 'plans-current'), work.state().done, before, [isCalledOff(), signal.aborted])
    })
    const shown = work.state().kind
    await alone
    must(await work.settled())
    expect([shown, inside]).toEqual([kind, [staysCurrent, 3, [false, false], [true, !staysCurrent]]])
    expect([work.state().kind, getSetting(database, 'plans-current')]).toEqual(['idle', true])
  })

  test('begins when reading has ended, and what is to be read meanwhile begins after it', async () => {
    const { work, log, hold } = workOn()
    const held = deferred<void>()
    hold.reading = held.promise
    work.begin('read')
    const ended = deferred<void>()
    const alone = work.alone('comparing', async () => {
      log.push('begins')
      work.begin('plan')
      await ended.promise
      log.push('ends')
    })
    await turns()
    const before = [...log]
    held.resolve()
    while (!log.includes('begins')) await turns()
    await turns()
    const between = work.state().kind
    ended.resolve()
    await alone
    must(await work.settled())
    expect([before, log, between]).toEqual([['read'], ['read', 'read to the end', 'begins', 'ends'], 'comparing'])
  })
})

test('nothing is planned again once the hashes are removed: users would lose their passwords', async () => {
  const { database, work, log, shown } = workOn()
  setSetting(database, 'hashes-removing', 1)
  work.outdate('all')
  work.begin('plan')
  work.begin('read')
  must(await work.settled())
  expect([log, shown, getSetting(database, 'plans-stale')]).toEqual([[], [], undefined])
})
