import { applyMapping } from '../mapping/apply-mapping.ts'
import type { Mapping } from '../mapping/mapping.ts'
import type { ExportFormat } from '../mapping/export-format.ts'

/** A table or JSON of the operator's own, read through a mapping. It recognises nothing: it is what remains. */
export function genericFormat(mapping: Mapping): ExportFormat {
  return {
    provider: 'generic',
    title: 'Custom table',
    recognise: () => null,
    read: (record) => applyMapping(mapping, record),
    fields: mapping.columns.map(({ path, target }) => ({ path, becomes: target })),
  }
}
