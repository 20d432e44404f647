import { rmSync, utimesSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createSameFile, digestFile, type FileSnapshot } from '../../../../electron/engine/reading/same-file.ts'
import { codeOf, must } from '../../../support/documents.ts'
import { fileIn, temporaryFolder } from '../../../support/temporary-folder.ts'

const longAgo = new Date('2020-01-01')

/** A file that was noted down when it said `one`, and how often it was read whole since. */
async function noted() {
  const path = fileIn(temporaryFolder(), 'users.csv', 'one')
  utimesSync(path, longAgo, longAgo)
  const file: FileSnapshot = { name: 'users.csv', path, size: 3, digest: must(await digestFile(path)) }
  let reads = 0
  const same = createSameFile((...input) => {
    reads += 1
    return digestFile(...input)
  })
  return { file, path, same, reads: () => reads }
}

describe('whether a file is still the one that was read', () => {
  test('is read from it once, however often it is asked', async () => {
    const { file, same, reads } = await noted()
    for (let times = 0; times < 5; times++) expect(must(await same(file))).toBe(file.digest)
    expect(reads()).toBe(1)
  })

  test('is read from it each time where everything in it is taken over', async () => {
    const { file, same, reads } = await noted()
    for (let times = 0; times < 3; times++) must(await same(file, { anew: true }))
    expect(reads()).toBe(3)
  })

  test('is told by another size without reading it', async () => {
    const { file, path, same, reads } = await noted()
    writeFileSync(path, 'longer')
    expect([codeOf(await same(file)), reads()]).toEqual(['file-changed', 0])
  })

  test('is told by its content when it has the same size, also with the time it had before', async () => {
    const { file, path, same } = await noted()
    must(await same(file))
    writeFileSync(path, 'two')
    utimesSync(path, longAgo, longAgo)
    expect(await same(file)).toMatchObject({
      ok: false,
      error: { code: 'file-changed', message: expect.stringContaining('users.csv has changed since it was read') },
    })
  })

  test('holds for one that was only touched, and for the original put back', async () => {
    const { file, path, same } = await noted()
    utimesSync(path, new Date(), new Date())
    must(await same(file))
    writeFileSync(path, 'two')
    expect(codeOf(await same(file))).toBe('file-changed')
    writeFileSync(path, 'one')
    must(await same(file))
  })

  test('is not remembered of a file that is just being written', async () => {
    const { file, path, same, reads } = await noted()
    utimesSync(path, new Date(), new Date())
    for (let times = 0; times < 2; times++) must(await same(file))
    expect(reads()).toBe(2)
  })

  test('is no question for one that was never read, nor for one that is gone', async () => {
    const { file, path, same } = await noted()
    expect(must(await same({ ...file, size: 0, digest: null }))).toBe(file.digest)
    rmSync(path)
    expect(codeOf(await same(file))).not.toBe('no problem')
  })
})
