import { ok, problem, type Result } from '../result.ts'
import { base64 } from './base64.ts'
import type { ScryptParameters } from './verdict.ts'

/** The names of each parameter: console text, REST and Admin API, command line. */
const names = {
  algorithm: ['algorithm', 'hash_algo'],
  signerKey: ['base64_signer_key', 'signerKey', 'base64SignerKey', 'signer_key', 'hash_key'],
  separator: ['base64_salt_separator', 'saltSeparator', 'base64SaltSeparator', 'salt_separator'],
  rounds: ['rounds'],
  memoryCost: ['mem_cost', 'memCost', 'memoryCost', 'memory_cost'],
} as const

/**
 * Reads the hash parameters of a Firebase project as its console shows them: `hash_config { algorithm: SCRYPT, ... }`,
 * or the same as JSON. The signer key is handed back separately because it goes to the core's configuration only
 * (specification 4.5, rule 3); it is in no message. Problems: `scrypt-parameters-missing`, `-algorithm`, `-malformed`.
 */
export function parseScryptParameters(
  text: string,
): Result<{ readonly parameters: ScryptParameters; readonly signerKey: string | null }> {
  const algorithm = find(text, names.algorithm)
  if (algorithm !== null && !/^(?:FIREBASE_)?SCRYPT$/i.test(algorithm)) {
    return problem(
      'scrypt-parameters-algorithm',
      'These parameters are for another algorithm than SCRYPT, whose hashes the core cannot check.',
    )
  }
  const separatorText = find(text, names.separator)
  const roundsText = find(text, names.rounds)
  const memoryText = find(text, names.memoryCost)
  if (separatorText === null || roundsText === null || memoryText === null) {
    const missing = [
      ...(separatorText === null ? ['base64_salt_separator'] : []),
      ...(roundsText === null ? ['rounds'] : []),
      ...(memoryText === null ? ['mem_cost'] : []),
    ]
    return problem(
      'scrypt-parameters-missing',
      `Not found: ${missing.join(', ')}. Give the whole block, from hash_config to the closing brace.`,
    )
  }
  const keyText = find(text, names.signerKey)
  const separator = base64.padded(separatorText)
  const signerKey = keyText === null ? null : base64.padded(keyText)
  if (separator === null) return malformed('base64_salt_separator is not base64')
  if (keyText !== null && signerKey === null) return malformed('base64_signer_key is not base64')
  const rounds = wholeNumber(roundsText, 120)
  const memoryCost = wholeNumber(memoryText, 30)
  if (rounds === null) return malformed('rounds is not a number from 1 (usually 8)')
  if (memoryCost === null) return malformed('mem_cost is not a number from 1 (usually 14)')
  const signerKeyLength = signerKey === null ? null : base64.countBytes(signerKey)
  return ok({ parameters: { separator, rounds, memoryCost, signerKeyLength }, signerKey })
}

/** The value behind one of the names, with or without quotation marks; null when it is missing or empty. */
function find(text: string, spellings: readonly string[]): string | null {
  for (const name of spellings) {
    const found = new RegExp(`(?<![A-Za-z0-9_])["']?${name}["']?\\s*[:=]\\s*["']?([^"',;{}\\s]+)`, 'i').exec(text)
    if (found?.[1] !== undefined) return found[1]
  }
  return null
}

function wholeNumber(text: string, highest: number): number | null {
  return /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= highest ? Number(text) : null
}

function malformed(what: string): ReturnType<typeof problem> {
  return problem(
    'scrypt-parameters-malformed',
    `In these parameters ${what}. Copy the block from the console once more.`,
  )
}
