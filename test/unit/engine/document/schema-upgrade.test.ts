import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { currentSchema } from '../../../../electron/engine/document/schema.ts'

test('every version is one numbered file', () => {
  const folder = new URL('../../../../electron/engine/document/upgrades/', import.meta.url)
  const numbers = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => Number(/^(\d{4})-[a-z-]+\.sql$/.exec(name)?.[1]))
  expect(numbers).toEqual(Array.from({ length: currentSchema.version }, (_, index) => index + 1))
})
