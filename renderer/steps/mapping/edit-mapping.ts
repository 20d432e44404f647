import type { MappingView } from '../../../shared/ipc/views.ts'
import type { Mapping } from '../../../shared/mapping/mapping.ts'
import { saysStandingOnly } from '../../../shared/mapping/standing-rows.ts'
import type { MappingTarget } from '../../../shared/mapping/targets.ts'

const empty: Mapping = { version: 1, columns: [], fixedProvider: null }

/** Changes of a mapping by the operator. */
export const editMapping = {
  /**
   * Sets or clears the target of a column. A mapped column is no longer ignored. `values`: the values that bar a user, where the target is
   * `disabled` or `deleted`.
   */
  withColumn: (
    mapping: Mapping | null,
    path: string,
    target: MappingTarget | null,
    values?: readonly string[],
  ): Mapping => {
    const { columns, ignored = [], ...kept } = mapping ?? empty
    const left = target === null ? ignored : ignored.filter((one) => one !== path)
    const rest = left.length === 0 ? kept : { ...kept, ignored: left }
    const others = columns.filter((column) => column.path !== path)
    if (target === null) return { ...rest, columns: others }
    const place = columns.findIndex((column) => column.path === path)
    const at = place < 0 ? others.length : place
    return {
      ...rest,
      columns: [...others.slice(0, at), { path, target, ...(values && { values: [...values] }) }, ...others.slice(at)],
    }
  },
  /** Leaves a column behind by the operator's word. */
  withoutColumn: (mapping: Mapping | null, path: string): Mapping => {
    const { ignored = [], ...rest } = editMapping.withColumn(mapping, path, null)
    return { ...rest, ignored: [...ignored.filter((other) => other !== path), path] }
  },
  /** Says which provider every provider user id of the file belongs to; null: a column says it. */
  withFixedProvider: (mapping: Mapping | null, fixedProvider: string | null): Mapping => ({
    ...(mapping ?? empty),
    fixedProvider,
  }),
  /** Columns of a mapping that the file does not have, as far as its first records show. */
  absentColumns: (view: Pick<MappingView, 'columns' | 'mapping'>): readonly string[] => {
    const present = new Set(view.columns.map(({ path }) => path))
    return (view.mapping?.columns ?? []).map(({ path }) => path).filter((path) => !present.has(path))
  },
  /** Which choice for its target a column is: 1 for the first, whose empty values the next ones fill. */
  choiceOf: (mapping: Mapping | null, path: string): number => {
    const columns = mapping?.columns ?? []
    const own = columns.find((column) => column.path === path)
    const same = columns.filter(({ target }) => target === own?.target)
    return own === undefined ? 1 : same.indexOf(own) + 1
  },
  /** Why a mapping cannot work yet, in a sentence; null when it can. `paths`: the columns of the file. */
  missingFrom: (mapping: Mapping | null, paths: readonly string[]): string | null => {
    const has = (target: MappingTarget) => mapping?.columns.some((column) => column.target === target) ?? false
    if (has('provider-user-id') && !has('provider') && !mapping?.fixedProvider) {
      return 'Provider user IDs need a provider. Import a column as “Provider”, or choose one provider for the whole file.'
    }
    if (has('salt') && !has('password-hash')) return 'A salt needs a password hash. Import a column as “Password hash”.'
    if (mapping !== null && saysStandingOnly(mapping, paths)) return null
    if (!has('email') && !has('phone') && !has('provider-user-id')) {
      return 'Import at least one column as the email, the phone number, or the provider user ID.'
    }
    return null
  },
}
