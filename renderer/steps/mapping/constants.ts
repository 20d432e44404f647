import { familyTitle } from '../../../shared/hashes/family-title.ts'
import type { ConstantTarget, Mapping } from '../../../shared/mapping/mapping.ts'

/** Says that something is the same in every record; null: only the columns say it. */
export function withConstant(mapping: Mapping | null, target: ConstantTarget, value: string | null): Mapping {
  const { constants = [], ...rest } = mapping ?? { version: 1, columns: [], fixedProvider: null }
  const others = constants.filter((constant) => constant.target !== target)
  const next = value === null ? others : [...others, { target, value }]
  return next.length === 0 ? rest : { ...rest, constants: next }
}

/** One thing that may be the same in every record, and the values it can have. */
export type ConstantField = {
  readonly target: ConstantTarget
  readonly title: string
  /** What no value is called. */
  readonly none: string
  readonly values: readonly (readonly [value: string, title: string])[]
  /** What is chosen; null for none. */
  readonly value: string | null
  /** A column of this target comes first. */
  readonly byColumn: boolean
}

const answers = [
  ['true', 'Yes'],
  ['false', 'No'],
] as const

const algorithms = [
  ['bcrypt', familyTitle('bcrypt')],
  ['argon2', familyTitle('argon2')],
  ['firebase-scrypt', familyTitle('firebase-scrypt')],
  ['bcrypt_peppered', 'bcrypt with a pepper'],
  ['bcrypt_sha256', 'bcrypt over another hash'],
] as const

/** What can be said of every record at once, as far as the mapped columns give a reason to. */
export function constantFields(mapping: Mapping | null): readonly ConstantField[] {
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
  return [
    ...(has('email') ? [field('email-verified', 'Emails are verified', 'Not known', answers)] : []),
    ...(has('phone') ? [field('phone-verified', 'Phones are verified', 'Not known', answers)] : []),
    ...(has('password-hash') ? [field('hash-algorithm', 'Hash algorithm', 'Detect from each hash', algorithms)] : []),
  ]
}
