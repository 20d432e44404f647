import { expect, it } from 'vitest'
import { detectLayout } from '../../../../electron/engine/reading/csv/csv-layout.ts'
import { madeUpArgon2 } from '../../../support/made-up-csv.ts'

const layoutOf = (text: string) => detectLayout(Buffer.from(text), true)

it('parts a list without a header at its bars, not at the commas of Argon2', () => {
  const lines = [1, 2, 3].map((n) => `user${n}@acme.example|Ann|${madeUpArgon2(n)}\n`).join('')
  expect(layoutOf(lines)).toMatchObject({ delimiter: '|', header: null, columns: 3 })
})

it('names no column by a part of a hash that a delimiter cut', () => {
  const hash = madeUpArgon2(1)
  const [, salt = '', digest = ''] = /p=\d+\$([^$]+)\$([^$]+)$/.exec(hash) ?? []
  for (const line of [`Ann ${hash}`, `x,${hash},y`, `${hash} (old)`]) {
    const names = layoutOf(`${line}\nother,words,here\n`)?.header?.join(' ') ?? ''
    expect([names.includes(salt), names.includes(digest)]).toEqual([false, false])
  }
})
