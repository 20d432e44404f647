import { providerReader } from './apply-mapping.ts'
import type { Entry, SourceRecord } from './export-format.ts'
import type { Mapping } from './mapping.ts'
import type { UnmappedValue } from '../users/user.ts'

/**
 * Gives a user ID of a third party that is in no mapped column the provider that the mapping reads in the same record. Without it,
 * such an ID that is imported by choice would belong to a provider that is not known.
 */
export function withMappedProvider(mapping: Mapping): (entry: Entry, record: SourceRecord) => Entry {
  const providerOf = providerReader(mapping)
  return (entry, record) => {
    if (entry.kind !== 'user' || entry.user.unmapped?.some(isOfUnknown) !== true) return entry
    const provider = providerOf(record)
    if (provider === null) return entry
    const unmapped = entry.user.unmapped.map((value) => (isOfUnknown(value) ? { ...value, provider } : value))
    return { ...entry, user: { ...entry.user, unmapped } }
  }
}

function isOfUnknown({ kind, provider = 'unknown' }: UnmappedValue): boolean {
  return kind === 'provider-user-id' && provider === 'unknown'
}
