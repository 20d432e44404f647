import type { Mapping } from '../../shared/mapping/mapping.ts'
import type { MappingTarget } from '../../shared/mapping/targets.ts'

/** A mapping of columns to what they become: `mappingOf({ key: 'source-id', mail: 'email' })`. */
export function mappingOf(columns: Readonly<Record<string, MappingTarget>>, more: Partial<Mapping> = {}): Mapping {
  return {
    version: 1,
    columns: Object.entries(columns).map(([path, target]) => ({ path, target })),
    fixedProvider: null,
    ...more,
  }
}
