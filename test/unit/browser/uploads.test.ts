import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createUploads } from '../../../electron/browser/uploads.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'uploads-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A request that notes the files in the folder when its first byte is asked for, then breaks off. */
function brokenOff(seen: number[]): Readable {
  return new Readable({
    read() {
      seen.push(readdirSync(folder).length)
      this.destroy(new Error('aborted'))
    },
  })
}

test('the file of an upload is open before anything can refuse it, so that no refusal leaves one', async () => {
  const uploads = createUploads(folder, 3)
  const seen: number[] = []
  for (let round = 0; round < 10; round++) {
    expect(await uploads.receive('offer', 'a.csv', brokenOff(seen))).toMatchObject({
      ok: false,
      error: { code: 'upload-broken' },
    })
  }
  expect(seen).toEqual(Array.from({ length: 10 }, () => 1))
  expect(readdirSync(folder)).toEqual([])
})

test.each([
  ['has broken off already', () => new Readable().destroy(), 'upload-broken'],
  ['is too large', () => Readable.from([Buffer.from('fo'), Buffer.from('ur')]), 'upload-too-large'],
])('an upload that %s is refused and leaves no file', async (_name, body, code) => {
  const uploads = createUploads(folder, 3)
  expect(await uploads.receive('offer', 'a.csv', body())).toMatchObject({ ok: false, error: { code } })
  expect(readdirSync(folder)).toEqual([])
  expect(uploads.take('offer')).toEqual([])
})
