import { describe, expect, it } from 'vitest'
import { parseScryptParameters } from '../../../shared/hashes/scrypt-parameters.ts'

const key = 'c2lnbmVyIGtleSBtYWRlIHVwIGZvciB0aGUgdGVzdHM='
const block = `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: ${key},
  base64_salt_separator: Bw==,
  rounds: 8,
  mem_cost: 14,
}`
const expected = {
  ok: true,
  value: { parameters: { separator: 'Bw==', rounds: 8, memoryCost: 14, signerKeyLength: 32 }, signerKey: key },
}

describe('parseScryptParameters', () => {
  it.each([
    ['the block of the console', block],
    ['the block on one line', block.replaceAll('\n', ' ')],
    ['the block with Windows line ends and a mark', `\uFEFF${block.replaceAll('\n', '\r\n')}`],
    [
      'JSON with the same names',
      JSON.stringify({
        hash_config: {
          algorithm: 'SCRYPT',
          base64_signer_key: key,
          base64_salt_separator: 'Bw==',
          rounds: 8,
          mem_cost: 14,
        },
      }),
    ],
    [
      'JSON of the API',
      JSON.stringify(
        { hashConfig: { algorithm: 'SCRYPT', signerKey: key, saltSeparator: 'Bw==', rounds: 8, memoryCost: 14 } },
        null,
        2,
      ),
    ],
    ['the URL alphabet without padding', block.replace('Bw==', 'Bw').replace(key, key.replaceAll('=', ''))],
  ])('reads %s', (_, text) => {
    expect(parseScryptParameters(text)).toEqual(expected)
  })

  it('does without the signer key', () => {
    expect(parseScryptParameters(block.replace(/.*signer_key.*\n/, ''))).toEqual({
      ok: true,
      value: { parameters: { separator: 'Bw==', rounds: 8, memoryCost: 14, signerKeyLength: null }, signerKey: null },
    })
  })

  it.each([
    ['scrypt-parameters-missing', ''],
    ['scrypt-parameters-missing', block.replace('rounds: 8,', '')],
    ['scrypt-parameters-algorithm', block.replace('SCRYPT', 'HMAC_SHA256')],
    ['scrypt-parameters-malformed', block.replace('rounds: 8', 'rounds: 0')],
    ['scrypt-parameters-malformed', block.replace('mem_cost: 14', 'mem_cost: 1.5')],
    ['scrypt-parameters-malformed', block.replace('Bw==', '**')],
    ['scrypt-parameters-malformed', block.replace(key, `${key}!`)],
  ])('answers %s and never repeats the key', (code, text) => {
    const result = parseScryptParameters(text)
    expect(result.ok ? null : result.error.code).toBe(code)
    expect(JSON.stringify(result)).not.toContain(key.slice(0, 8))
  })
})
