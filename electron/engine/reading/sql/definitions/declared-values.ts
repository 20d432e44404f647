import type { DeclaredColumns } from '../sql-heads.ts'
import type { RowsOf } from '../sql-rows.ts'
import { columnDefault } from '../sql-values.ts'

/* Values that the definition of a table gives its rows: the defaults of columns that they leave out, and the values of enumerations by their numbers. */

/** The values of DEFAULT in rows with these columns, of the columns that they leave out, and of enumerations. */
export function declaredValues(
  created: DeclaredColumns | null,
  columns: readonly string[] | null,
): Pick<RowsOf, 'defaults' | 'omitted' | 'enums'> {
  if (created === null || columns === null) return {}
  const declared = [...created.defaults].filter(([name]) => name !== '__proto__')
  const named = new Set(columns.map((name) => name.toLowerCase()))
  const enums = columns.flatMap((name) => {
    const members = created.enums.get(name.toLowerCase())
    return members === undefined ? [] : [[name, members] as const]
  })
  const defaults = new Map(declared.map(([name, value]) => [name.toLowerCase(), value]))
  return {
    ...(declared.length === 0
      ? {}
      : { defaults, omitted: declared.filter(([name]) => !named.has(name.toLowerCase())) }),
    ...(enums.length === 0 ? {} : { enums }),
  }
}

/** The values for a row that names its own columns. */
export function valuesFor(
  { declared = null, noteDefaulted }: RowsOf,
  row: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (declared === null) return row
  const { defaults, omitted = [], enums } = declaredValues(declared, Object.keys(row))
  const value = { ...row }
  const asDefault = Object.keys(row).filter((name) => row[name] === columnDefault)
  for (const name of asDefault) value[name] = defaults?.get(name.toLowerCase()) ?? null
  giveDeclared(value, { omitted, ...(enums === undefined ? {} : { enums }) })
  for (const name of [...asDefault, ...omitted.map(([column]) => column)]) noteDefaulted?.(name)
  return value
}

/** Gives a row the defaults of the columns that it leaves out, and the values of enumerations in place of their numbers. */
export function giveDeclared(
  row: Record<string, unknown>,
  { omitted, enums }: Pick<RowsOf, 'omitted' | 'enums'>,
): void {
  if (omitted !== undefined) for (const [name, one] of omitted) row[name] = one
  if (enums !== undefined) for (const [name, members] of enums) row[name] = memberOf(row[name], members)
}

/** MySQL counts the values of an ENUM from 1. A value that is one itself is no number of another. */
function memberOf(value: unknown, members: readonly string[]): unknown {
  if (typeof value !== 'string' || !/^[1-9]\d?$/.test(value) || members.includes(value)) return value
  return members[Number(value) - 1] ?? value
}
