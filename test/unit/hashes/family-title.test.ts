import { expect, test } from 'vitest'
import { hashFamily } from '../../../shared/hashes/family-title.ts'
import { causeTitle } from '../../../shared/report/state-titles.ts'

test('the hashes of a family are named with the word once', () => {
  const families = [
    'pbkdf2',
    'bcrypt',
    'phpass',
    'bcrypt_peppered',
    'scrypt',
    'bare-64',
    'pbkdf2-or-sha',
    'clear-text',
    'unknown',
    'other',
  ]
  expect(families.map(hashFamily.hashes)).toEqual([
    'PBKDF2 hashes',
    'bcrypt hashes',
    'Portable PHP hashes',
    'Peppered bcrypt hashes',
    'Plain scrypt hashes',
    'Hashes of 64 bytes without an algorithm',
    'Hashes of PBKDF2 of Spring Security or of SHA',
    'Clear passwords',
    'Hashes that are not recognized',
    'Hashes of another declared algorithm',
  ])
  expect(causeTitle({ code: 'unsupported-hash', group: 'md5', title: '' })).toBe('MD5 hashes')
})

test('a name without a sentence around it begins with a capital letter, but that of bcrypt', () => {
  expect(['unknown', 'bcrypt', 'bcrypt-phc', 'md5', 'plaintext'].map(hashFamily.heading)).toEqual([
    'Not recognized',
    'bcrypt',
    'bcrypt in another form',
    'MD5',
    'Probably a clear password',
  ])
})

test('a family that is sent has a title for its peppered hashes', () => {
  for (const family of ['bcrypt', 'argon2', 'firebase-scrypt'])
    expect(hashFamily.title(`${family}_peppered`)).toBe(`peppered ${hashFamily.title(family)}`)
})
