import type { Choices } from '../../../shared/planning/choices.ts'
import { findingCodes, type FindingCode } from '../../../shared/planning/findings.ts'
import { unmappedKey } from '../../../shared/planning/unmapped.ts'

/** What the operator chose for a group of findings, as the value of the offered choice; null: undecided. */
export function chosenFor(choices: Choices, code: FindingCode, group: string): string | null {
  const { choice } = findingCodes[code]
  switch (choice) {
    case null:
      return null
    case 'hashes':
      // Missing parameters can still be given, so the choice for all the rest does not count for them.
      return choices.hashes[group] ?? (code === 'hash-parameters-missing' ? null : choices.otherHashes)
    case 'providers': {
      const provider = choices.providers[group]
      return provider === undefined ? null : provider.kind === 'name' ? provider.name : 'exclude'
    }
    case 'thirdPartyWithoutEmail':
      return choices.thirdPartyWithoutEmail?.kind ?? null
    case 'changed':
      return choices.changed[group] ?? null
    case 'unmapped':
      return choices.unmapped[unmappedKey(code, group)] ?? null
    case 'existing':
      return choices.existing === 'hold' ? null : choices.existing
    case 'keepUserIds':
      return choices.keepUserIds && group === '' ? 'keep' : null
    case 'verifyEmails':
      return choices.verifyEmails && group === '' ? 'mark' : null
    case 'signerKeySet':
      return choices.signerKeySet ? 'set' : null
    default:
      return choices[choice]
  }
}
