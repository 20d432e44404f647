import { describe, expect, test } from 'vitest'
import { carriesScrypt, missingForKey, signerKeySettings } from '../../../../renderer/steps/export/signer-key.tsx'
import { emptyDocument } from '../../ipc/support/fakes.ts'

const parameters = { separator: 'Bw==', rounds: 8, memoryCost: 14, signerKeyLength: 64, signerKeyHeld: true }

describe('hashes of Firebase scrypt', () => {
  test('are there when any export has them, whatever its provider, or when parameters were given', () => {
    const nothing = emptyDocument('/made up')
    expect([
      carriesScrypt(nothing),
      carriesScrypt({ ...nothing, scryptHashes: true }),
      carriesScrypt({ ...nothing, scrypt: parameters }),
    ]).toEqual([false, true, true])
  })

  test.each([
    ['no parameters', null, /hash parameters of the old project are missing/],
    ['parameters without the key', { ...parameters, signerKeyLength: null, signerKeyHeld: false }, /without it/],
    ['a key that is not here', { ...parameters, signerKeyHeld: false }, /this machine does not have it/],
  ])('with %s say what is missing', (_, scrypt, words) => {
    expect(missingForKey(scrypt)).toMatch(words)
  })

  test('with everything at hand miss nothing', () => {
    expect(missingForKey(parameters)).toBeNull()
  })

  test.each([
    ['documented', ['partner_password_hashing_signer_key', 'PARTNER_PASSWORD_HASHING_SIGNER_KEY']],
    ['supertokens', ['firebase_password_hashing_signer_key', 'FIREBASE_PASSWORD_HASHING_SIGNER_KEY']],
  ] as const)('need a setting that a %s core knows, as a field and as a variable', (dialect, names) => {
    expect(signerKeySettings(dialect).map(({ name }) => name)).toEqual(names)
  })
})
