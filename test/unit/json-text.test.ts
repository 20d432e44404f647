import * as fc from 'fast-check'
import { it } from 'vitest'
import { jsonText, jsonTextBetween } from '../../shared/json-text.ts'
import { anyCharacter } from '../support/data/any-character.ts'

it('writes any text as JSON.stringify does', () => {
  const special = ['"', '\\', '\n', '\u0000', '\u001f', '\u007f', '\u2028', '\ud800', '\udfff', '😀', 'é', 'a', '/']
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.array(fc.constantFrom(...special)).map((list) => list.join('')),
  )
  fc.assert(
    fc.property(
      text,
      (one) =>
        jsonText(one) === JSON.stringify(one) && jsonTextBetween('{"a":"', one, '"}') === JSON.stringify({ a: one }),
    ),
    { numRuns: 1000 },
  )
})
