import { assert, constantFrom, nat, property, record, uuid as anyUuid } from 'fast-check'
import { expect, it } from 'vitest'
import { isUuid } from '../../../shared/hashes/hash-likeness.ts'

const shape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

it('knows a UUID in small and capital letters', () => {
  expect(isUuid('0b0e5a3c-9d1f-4c7e-a1b2-00112233aaFF')).toBe(true)
})

it('agrees with the shape of a UUID on any text near one', () => {
  const character = constantFrom('0', '9', 'a', 'f', 'F', 'g', '-', ' ', 'é', '\u0130')
  const changed = record({ uuid: anyUuid(), at: nat(36), character, take: nat(2) })
  assert(
    property(changed, ({ uuid, at, character: put, take }) => {
      const text = uuid.slice(0, at) + put + uuid.slice(at + take)
      expect(isUuid(text)).toBe(shape.test(text))
    }),
  )
})
