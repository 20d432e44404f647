import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { countHashTexts } from '../../../../electron/engine/document/removed-hashes.ts'
import { madeUpBcrypt } from '../../../support/made-up-csv.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const mebibyte = 1024 * 1024

/** A file with a text at some place, and much behind it. */
function fileWith(text: string, at: number): string {
  const path = join(temporaryFolder(), 'm.migration')
  writeFileSync(path, Buffer.alloc(at, '.'))
  appendFileSync(path, text)
  appendFileSync(path, Buffer.alloc(mebibyte, '.'))
  return path
}

async function counts(text: string): Promise<readonly number[]> {
  const found = new Set<number>()
  for (let before = 0; before <= text.length + 1; before += 1) {
    found.add(await countHashTexts(fileWith(text, mebibyte - before), () => undefined))
  }
  return [...found]
}

describe('the search of a file for hashes', () => {
  test('does not take an emptied hash for one wherever the pieces are cut', async () => {
    expect([await counts('"passwordHash":""'), await counts('"hash":null')]).toEqual([[0], [0]])
  })

  test('finds a hash once wherever the pieces are cut', async () => {
    expect(await counts(madeUpBcrypt(1))).toEqual([1])
  })
})
