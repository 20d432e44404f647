import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { readStoredUser, writeStoredUser } from '../../../../electron/engine/import-pipeline/stored-user.ts'
import { emptyUser, type User } from '../../../../shared/users/user.ts'
import { user } from '../../planning/arbitraries.ts'
import { rounds } from '../../../support/length.ts'
import { anyCharacter } from '../../../support/data/any-character.ts'

it('writes of any user what the export says, as JSON.stringify does, and reads it back', () => {
  const wild = fc
    .tuple(user, fc.string({ unit: anyCharacter }))
    .map(([one, text]): User => ({ ...one, sourceId: text }))
  fc.assert(
    fc.property(fc.oneof(user, wild), (one) => {
      const fields = Object.entries(one).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(emptyUser, name)),
      )
      const text = writeStoredUser(one)
      expect(text).toBe(JSON.stringify(Object.fromEntries(fields)))
      expect(readStoredUser(text)).toEqual(one)
    }),
    { numRuns: rounds(300, 2000) },
  )
})
