import { hashFamily } from '../../../shared/hashes/family-title.ts'
import type { MappingView } from '../../../shared/ipc/views.ts'
import type { Mapping } from '../../../shared/mapping/mapping.ts'
import { listsKeptOut } from '../../../shared/mapping/names/standing/kept-out-names.ts'
import { areOfOtherProviders } from '../../../shared/mapping/entries/identities.ts'
import { keepsAllOut, saysStandingOnly } from '../../../shared/mapping/rows/standing-rows.ts'
import { type constantTargets, isCumulative, type MappingTarget } from '../../../shared/mapping/targets.ts'

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
    const same = columns.filter(
      (one) =>
        one.target === own?.target && !(one.target === 'provider-user-id' && areOfOtherProviders(one.path, path)),
    )
    return own === undefined || isCumulative(own.target) ? 1 : same.indexOf(own) + 1
  },
  /**
   * Why a mapping cannot work yet, in a sentence; null when it can. `paths`: the columns of the file. `isPart`: its rows add to the users
   * of another file, and need no login of their own.
   */
  missingFrom: (mapping: Mapping | null, paths: readonly string[], isPart = false): string | null => {
    const has = (target: MappingTarget) => mapping?.columns.some((column) => column.target === target) ?? false
    if (has('provider-user-id') && !has('provider') && !mapping?.fixedProvider) {
      return 'Provider user IDs need a provider. Import a column as “Provider”, or choose one provider for the whole file.'
    }
    if (has('salt') && !has('password-hash')) return 'A salt needs a password hash. Import a column as “Password hash”.'
    if (isPart || (mapping !== null && saysStandingOnly(mapping, paths))) return null
    if (!has('email') && !has('phone') && !has('provider-user-id')) {
      return 'Import at least one column as the email, the phone number, or the provider user ID, or remove this file on Export.'
    }
    return null
  } /** Says that something is the same in every record; null: only the columns say it. */,
  withConstant: (mapping: Mapping | null, target: ConstantTarget, value: string | null): Mapping => {
    const { constants = [], ...rest } = mapping ?? empty
    const others = constants.filter((constant) => constant.target !== target)
    const next = value === null ? others : [...others, { target, value }]
    return next.length === 0 ? rest : { ...rest, constants: next }
  },
}

/** A value that may be the same in every record, with its choices. */
type ConstantField = {
  readonly target: ConstantTarget
  readonly title: string
  /** The label of no value. */
  readonly none: string
  readonly values: readonly (readonly [value: string, title: string])[]
  /** The chosen value; null for none. */
  readonly value: string | null
  /** A mapped column overrides the value. */
  readonly byColumn: boolean
}

const answers = [
  ['true', 'Yes'],
  ['false', 'No'],
] as const

const algorithms = [
  ['bcrypt', hashFamily.title('bcrypt')],
  ['argon2', hashFamily.title('argon2')],
  ['firebase-scrypt', hashFamily.title('firebase-scrypt')],
  ['bcrypt_peppered', 'bcrypt with a pepper'],
  ['bcrypt_sha256', 'bcrypt over another hash'],
] as const

/** Values that can be set for all records at once, as far as the mapped columns or the name of the file give a reason to. */
export function constantFields(mapping: Mapping | null, file = ''): readonly ConstantField[] {
  const has = (target: string) => mapping?.columns.some((column) => column.target === target) ?? false
  const field = (
    target: ConstantTarget,
    title: string,
    none: string,
    known: ConstantField['values'],
  ): ConstantField => {
    const value = mapping?.constants?.find((constant) => constant.target === target)?.value ?? null
    const values =
      value === null || known.some(([each]) => each === value) ? known : [...known, [value, value] as const]
    return { target, title, none, values, value, byColumn: has(target) }
  }
  const keepsOut = listsKeptOut(file) || (mapping !== null && keepsAllOut(mapping))
  return [
    ...(has('email') ? [field('email-verified', 'Emails are verified', 'Not known', answers)] : []),
    ...(has('phone') ? [field('phone-verified', 'Phones are verified', 'Not known', answers)] : []),
    ...(keepsOut ? [field('disabled', 'Every user in this file is disabled', 'No', [['true', 'Yes']])] : []),
    ...(has('password-hash') ? [field('hash-algorithm', 'Hash algorithm', 'Detect from each hash', algorithms)] : []),
  ]
}

type ConstantTarget = (typeof constantTargets)[number]
