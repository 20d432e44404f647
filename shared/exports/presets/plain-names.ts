import type { SourceRecord } from '../../mapping/export-format.ts'
import type { PresetTable, StandingRule } from './preset.ts'

function plainName(name: string): string {
  return name.toLowerCase().replaceAll('_', '')
}

/** A record whose columns are named in small letters, without `_`. */
export function withPlainNames(record: SourceRecord): SourceRecord {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [plainName(name), value]))
}

/** A table whose columns are named so. */
export function withPlainColumns(table: PresetTable): PresetTable {
  const all = (names: readonly string[]) => names.map(plainName)
  const recognised = {
    has: table.has.map((names) => (typeof names === 'string' ? plainName(names) : all(names))),
    lacks: all(table.lacks ?? []),
    values: (table.values ?? []).map(({ columns, are }) => ({ columns: all(columns), are })),
  }
  if (table.kind === 'additions') return { ...table, ...recognised, user: all(table.user) }
  if (table.kind === 'logins') {
    const { user, provider, userId, email = [], own } = table
    return {
      ...table,
      ...recognised,
      user: all(user),
      provider: all(provider),
      userId: all(userId),
      email: all(email),
      ...(own === undefined ? {} : { own: { ...own, password: all(own.password ?? []) } }),
    }
  }
  const { columns, emailAsName, standing, skip = [] } = table
  return {
    ...table,
    ...recognised,
    columns: Object.fromEntries(Object.entries(columns).map(([target, names]) => [target, all(names)])),
    ...(emailAsName === undefined ? {} : { emailAsName: plainName(emailAsName) }),
    ...(standing === undefined ? {} : { standing: standing.map(withPlainRule) }),
    skip: skip.map((one) => ({ ...one, column: plainName(one.column) })),
  }
}

function withPlainRule({ column, until = [], unless, ...rule }: StandingRule): StandingRule {
  const named = { ...rule, column: plainName(column), until: until.map(plainName) }
  return unless === undefined ? named : { ...named, unless: plainName(unless) }
}
