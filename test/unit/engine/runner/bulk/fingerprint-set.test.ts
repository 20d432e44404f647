import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFingerprintSet } from '../../../../../electron/engine/runner/bulk/candidates.ts'

test('a set of fingerprints has what a set of the texts has', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.array(fc.string()), (added, asked) => {
      const [prints, texts] = [createFingerprintSet(), new Set(added)]
      for (const text of added) prints.add(text)
      expect(prints.size()).toBe(texts.size)
      for (const text of [...added, ...asked]) expect(prints.has(text)).toBe(texts.has(text))
    }),
  )
})

test('it grows, and takes none of many similar texts for another', () => {
  const prints = createFingerprintSet()
  for (let number = 0; number < 50_000; number += 1) prints.add(`["emailpassword","email","user${number}@example.com"]`)
  expect([prints.size(), prints.has('["emailpassword","email","user50000@example.com"]')]).toEqual([50_000, false])
  expect(prints.has('["emailpassword","email","user49999@example.com"]')).toBe(true)
})

test('several texts are added together, or none of them where one is known', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'))), (lists) => {
      const [prints, texts] = [createFingerprintSet(), new Set<string>()]
      for (const list of lists) {
        const isNew = list.every((text) => !texts.has(text))
        expect(prints.addUnlessKnown(list)).toBe(isNew)
        if (isNew) for (const text of list) texts.add(text)
        expect(prints.size()).toBe(texts.size)
      }
    }),
  )
})
