import { describe, expect, test } from 'vitest'
import { contactOf, textOf } from '../../../shared/mapping/cell.ts'

function nested(levels: number, value: unknown): unknown {
  return levels === 0 ? value : [nested(levels - 1, value)]
}

describe('a value as text', () => {
  test.each([
    [['', null, 'a', 'b'], 'a'],
    [[[[]], [['a']]], 'a'],
    [nested(8, 'a'), 'a'],
    [nested(40, null), null],
    [JSON.parse(`${'['.repeat(100_000)}"a"${']'.repeat(100_000)}`), null],
  ])('is the first one of a list, or of a list in it: %#', (value, text) => {
    expect(textOf(value)).toBe(text)
  })
})

describe('an email or phone number', () => {
  test.each([
    [' [ "ann@acme.example" ] ', 'ann@acme.example'],
    ['{ann@acme.example,ben@acme.example}', 'ann@acme.example'],
    ['+49 171 1234567 | ann@acme.example', 'ann@acme.example'],
    [' + 49 171 ', '+ 49 171'],
  ])('is taken out of a cell with several: %s', (cell, contact) => {
    expect(contactOf(cell)).toBe(contact)
  })
})
