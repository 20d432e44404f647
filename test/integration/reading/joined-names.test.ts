import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'

test.each(["O'Neil", 'D’Angelo', 'Smith-Jones'])(
  '%s in a line without column names is no possible password',
  async (name) => {
    const { json } = await inspect({ 'one.csv': `"ann@acme.example","Ann","${name}","ann@acme.example"\n` })
    expect(json).toMatchObject({ users: 1, ready: 1 })
  },
)

test.each(["o'neil7", 'Kumquat-7', 'blue-horse'])(
  '%s in a line without column names may be a password',
  async (word) => {
    const { json } = await inspect({ 'one.csv': `"ann@acme.example","Ann","${word}","ann@acme.example"\n` })
    expect(json).toMatchObject({ users: 1, ready: 0 })
  },
)
