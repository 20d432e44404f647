import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { lstatSync, readFileSync, readdirSync, renameSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  draftBeside,
  moveIntoPlace,
  moveIntoPlaceSync,
  streamFileAtomically,
  writeFileAtomically,
} from '../../../../electron/engine/files/atomic-file.ts'
import { fileIn, temporaryFolder } from '../../../support/temporary-folder.ts'
import { tinyDisk } from '../../../support/machine/tiny-disk.ts'

describe('a file that is written whole', () => {
  test('holds everything, is readable by its owner only, and leaves nothing beside it', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'report.csv')
    const lines = Array.from({ length: 20_000 }, (_, n) => `line ${n} äöü €\n`)
    await streamFileAtomically(path, (put) => lines.forEach(put))
    expect([
      readFileSync(path, 'utf8') === lines.join(''),
      (statSync(path).mode & 0o777).toString(8),
      readdirSync(folder),
    ]).toEqual([true, '600', ['report.csv']])
  })

  test('is not there when writing it fails, and the one of before stays', async () => {
    const folder = temporaryFolder()
    const before = fileIn(folder, 'report.csv', 'the one of before')
    const fail = async (path: string) =>
      streamFileAtomically(path, (put) => {
        put('half')
        throw new Error('no more')
      })
    await expect(fail(before)).rejects.toThrow('no more')
    await expect(fail(join(folder, 'other.csv'))).rejects.toThrow('no more')
    expect([readFileSync(before, 'utf8'), readdirSync(folder)]).toEqual(['the one of before', ['report.csv']])
  })

  test('is written to no file and through no link that another person laid beside it', async () => {
    const folder = temporaryFolder()
    const victim = fileIn(folder, 'victim.txt', 'mine')
    const path = join(folder, 'report.csv')
    symlinkSync(victim, `${path}.part-${process.pid}`)
    let beside: readonly string[] = []
    await streamFileAtomically(path, (put) => {
      put('the report')
      beside = readdirSync(folder).filter((name) => name.endsWith('.part'))
    })
    const names = beside.map((name) => /^\.report\.csv\.[0-9a-f]{8}-\d+\.[0-9a-f-]{36}\.part$/.test(name))
    expect([readFileSync(victim, 'utf8'), readFileSync(path, 'utf8'), lstatSync(path).isSymbolicLink(), names]).toEqual(
      ['mine', 'the report', false, [true]],
    )
  })

  test('takes the place of a link and leaves alone what it led to', async () => {
    const folder = temporaryFolder()
    const victim = fileIn(folder, 'victim.txt', 'mine')
    const path = join(folder, 'report.csv')
    symlinkSync(victim, path)
    await streamFileAtomically(path, (put) => put('the report'))
    expect([readFileSync(victim, 'utf8'), lstatSync(path).isSymbolicLink()]).toEqual(['mine', false])
  })

  test('is not there when the disk is full', async ({ skip }) => {
    const disk = tinyDisk(256)
    if (disk === null) return skip('no small file system can be mounted here')
    const path = join(disk, 'report.csv')
    const text = 'x'.repeat(1000)
    const writing = streamFileAtomically(path, (put) => {
      for (let n = 0; n < 1000; n++) put(text)
    })
    await expect(writing).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(readdirSync(disk)).toEqual([])
  })
})

describe('a draft that is moved into place', () => {
  /** Refuses `times` times with `code`, as Windows does while a virus scanner holds the file. */
  const refusing = (times: number, code: string) => {
    let attempts = 0
    const rename: typeof renameSync = (from, to) => {
      attempts++
      if (attempts <= times) throw Object.assign(new Error(code), { code })
      renameSync(from, to)
    }
    return { rename, attempts: () => attempts }
  }

  test.each(['EPERM', 'EBUSY', 'EACCES'])('is tried again after %s', async (code) => {
    const folder = temporaryFolder()
    const [path, other] = [join(folder, 'settings.json'), join(folder, 'trust.json')]
    const [first, second] = [refusing(3, code), refusing(3, code)]
    await moveIntoPlace(fileIn(folder, 'draft', 'new'), path, first.rename)
    moveIntoPlaceSync(fileIn(folder, 'draft', 'new'), other, second.rename)
    expect([first.attempts(), second.attempts(), readdirSync(folder).toSorted()]).toEqual([
      4,
      4,
      ['settings.json', 'trust.json'],
    ])
  })

  test('fails at last when the file stays locked, and at once for another reason', async () => {
    const folder = temporaryFolder()
    const draft = fileIn(folder, 'draft', 'new')
    const [locked, full] = [refusing(100, 'EBUSY'), refusing(100, 'ENOSPC')]
    await expect(moveIntoPlace(draft, join(folder, 'a'), locked.rename)).rejects.toMatchObject({ code: 'EBUSY' })
    await expect(moveIntoPlace(draft, join(folder, 'a'), full.rename)).rejects.toMatchObject({ code: 'ENOSPC' })
    expect([locked.attempts() > 3, full.attempts()]).toEqual([true, 1])
  })
})

test('a small file is written whole, readable by its owner only, and nothing is left beside it when it cannot be', () => {
  const folder = temporaryFolder()
  const path = join(folder, 'trust.json')
  writeFileAtomically(path, ['one ', 'two'])
  const halfWay = function* (): Generator<string> {
    yield 'three'
    throw new Error('no more')
  }
  expect(() => writeFileAtomically(path, halfWay())).toThrow('no more')
  expect([readFileSync(path, 'utf8'), (statSync(path).mode & 0o777).toString(8), readdirSync(folder)]).toEqual([
    'one two',
    '600',
    ['trust.json'],
  ])
})

test('drafts of a process that was killed are removed by the next one; those of others stay', () => {
  const folder = temporaryFolder()
  const killed = spawnSync(process.execPath, ['-e', '']).pid
  const machine = /\.([0-9a-f]{8})-\d+\./.exec(draftBeside(join(temporaryFolder(), 'a')))?.[1] ?? ''
  const draft = (pid: number, of = machine) => `.report.csv.${of}-${pid}.${randomUUID()}.part`
  const [gone, running, elsewhere] = [draft(killed), draft(process.pid), draft(killed, '00000000')]
  for (const name of [gone, running, elsewhere, 'report.csv.part']) fileIn(folder, name, 'ann@example.com')
  const link = draft(killed)
  symlinkSync(fileIn(folder, 'thesis.txt', 'mine'), join(folder, link))
  writeFileAtomically(join(folder, 'other.csv'), ['text'])
  const stay = [running, elsewhere, 'report.csv.part', 'thesis.txt', link, 'other.csv']
  expect(readdirSync(folder).toSorted()).toEqual(stay.toSorted())
})
