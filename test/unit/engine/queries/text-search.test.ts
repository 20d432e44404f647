import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  markMatches,
  placesOf,
  readIds,
  smallLetters,
  textLines,
} from '../../../../electron/engine/queries/user-index/pieces.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'B', 'ä', '@', '.', '🙂'), minLength: 1, maxLength: 6 })

test('marks exactly the users whose text holds the words', () => {
  fc.assert(
    fc.property(fc.array(text), text, (texts, typed) => {
      const words = smallLetters(typed)
      const kept = texts.map(smallLetters)
      const lines = textLines(
        kept.join('\n'),
        Uint32Array.from(texts, (_, index) => texts.length - 1 - index),
      )
      const marks = new Uint8Array(texts.length)
      if (lines !== null) markMatches(lines, words, marks)
      expect([...marks].toReversed()).toEqual(kept.map((one) => (one.includes(words) ? 1 : 0)))
    }),
  )
})

test('refuses lines that are not as many as the users', () => {
  expect([textLines('a\nb', new Uint32Array(1)), textLines('a', new Uint32Array(2))]).toEqual([null, null])
})

test('reads ids as SQLite lists them', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 4_000_000_000 })), (ids) => {
      expect([...readIds(Buffer.from(ids.join(',')))]).toEqual(ids)
    }),
  )
})

test('knows the place of every id and of no other, with gaps and without', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 60 })), (ids) => {
      const half = Math.floor(ids.length / 2)
      const places = placesOf([Uint32Array.from(ids.slice(0, half)), Uint32Array.from(ids.slice(half))])
      const sorted = ids.toSorted((a, b) => a - b)
      expect([
        Array.from({ length: 62 }, (_, id) => places.of(id)),
        sorted.map((_, place) => places.idAt(place)),
        places.count,
      ]).toEqual([Array.from({ length: 62 }, (_, id) => sorted.indexOf(id)), sorted, ids.length])
    }),
  )
})
