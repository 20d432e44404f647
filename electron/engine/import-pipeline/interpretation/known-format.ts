import { namedByProduct } from '../../../../shared/exports/logins/names-of-products.ts'
import type { ExportFormat, Recognition, Sample, SourceRecord } from '../../../../shared/mapping/export-format.ts'
import type { Doubt } from '../../../../shared/mapping/columns/doubtful-columns.ts'
import { idColumns } from '../../../../shared/mapping/columns/secrets/ids-like-digests.ts'
import { saysOffByValue, statesByValue } from '../../../../shared/mapping/columns/standing-columns.ts'
import type { Mapping } from '../../../../shared/mapping/mapping.ts'
import { formatReader } from '../../../../shared/mapping/read-table.ts'
import { suggestMapping } from '../../../../shared/mapping/suggest-mapping.ts'
import { withVerified } from '../../../../shared/mapping/entries/with-verified.ts'
import { type Interpretation, notationOf, valuesOfSample } from './interpretation.ts'

/* Records of a known format, with what a mapping adds and what its values say of a status. */

/** Adds to the users that a known format reads: a mapping, and the algorithm that a further column declares. */
function additionOf(
  sample: Sample,
  mapping: Mapping | null,
  { fields }: ExportFormat,
): NonNullable<Parameters<typeof formatReader>[2]> {
  const known = new Set([
    ...[...fields, ...(mapping?.columns ?? [])].map(({ path }) => path),
    ...(mapping?.ignored ?? []),
  ])
  const declaring = suggestMapping(sample).mapping.columns.filter(({ target }) => target === 'hash-algorithm')
  const algorithms = declaring.filter(({ path }) => !known.has(path))
  return { mapping, algorithms, ...(mapping === null ? {} : { notation: notationOf(sample, mapping) }) }
}

/**
 * Reads users of a known format, with what a mapping adds, and asks about a status that only its values say, in columns that nothing reads, as in a
 * table of the operator's own.
 */
export function formatUsers(
  format: ExportFormat,
  sample: Sample,
  mapping: Mapping | null,
): { readonly read: ReturnType<typeof formatReader> } & Required<Pick<Interpretation, 'askLate'>> {
  const doubtful = new Map<string, Doubt>(statesByValue(sample).map((path) => [path, 'late-status']))
  const ids = idColumns(sample)
  const added = { ...additionOf(sample, mapping, format), doubtful }
  const isInSample = valuesOfSample(sample)
  let reader = formatReader(format, ids, added)
  return {
    read: (...row) => reader(...row),
    askLate: (path, value) => {
      if (doubtful.has(path) || !saysOffByValue(path, value) || isInSample(path, value)) return false
      doubtful.set(path, 'late-status')
      reader = formatReader(format, ids, added)
      return true
    },
  }
}

/** Reads the records of a file of a known format. */
export function byFormat(
  format: ExportFormat,
  recognition: Recognition,
  sample: Sample,
  mapping: Mapping | null,
): Interpretation {
  const { read, askLate } = formatUsers(format, sample, mapping)
  const plain = (record: SourceRecord) => read(record, recognition)
  const verified = withVerified(sample, plain)
  const named = namedByProduct(format, sample, plain)
  return {
    recognition,
    mapping,
    sample,
    wants: () => true,
    read: (record) => {
      const entry = named(plain(record), record)
      return verified === null ? entry : verified(entry, record)
    },
    askLate,
    names: null,
    offers: null,
  }
}
