import type { ExportFormat, SourceRecord } from '../../mapping/export-format.ts'
import { columnTitle } from '../../mapping/target-titles.ts'
import { type PresetTable, type PresetTarget, presetTargets, type StandingRule, type UsersTable } from './preset.ts'

/** Databases of documents keep ids and times in an object of their own. */
const inside: Partial<Record<PresetTarget, string>> = {
  'source-id': '$oid',
  'email-verified': '$date',
  'time-joined': '$date',
}

/** The columns of a preset, each also as the object that a database of documents makes of it. */
export function pathsOf({ columns }: UsersTable): readonly { readonly path: string; readonly target: PresetTarget }[] {
  return presetTargets.flatMap((target) =>
    (columns[target] ?? []).flatMap((path) => {
      const within = inside[target]
      return [{ path, target }, ...(within === undefined ? [] : [{ path: `${path}.${within}`, target }])]
    }),
  )
}

const becomes: Record<PresetTarget | 'disabled' | 'deleted', string> = {
  'source-id': 'Source ID',
  email: 'Email',
  'email-verified': 'Email verified',
  phone: 'Phone number',
  'phone-verified': 'Phone verified',
  'password-hash': 'Password hash',
  salt: 'Hash salt',
  'hash-algorithm': 'Hash algorithm',
  provider: 'Provider',
  'provider-user-id': 'Provider user ID',
  'provider-email': 'Provider email',
  role: 'Role',
  'totp-secret': 'TOTP secret',
  'time-joined': 'Time joined',
  tenant: 'Tenant',
  disabled: 'Disabled',
  deleted: 'Deleted',
}

/** What the mapping screen shows of a table. */
export function fieldsOf(table: PresetTable): ExportFormat['fields'] {
  if (table.kind === 'additions') {
    const { user, email = [], disabled = [] } = table
    return [
      ...user.map((path) => ({ path, becomes: 'Source ID of its user' })),
      ...email.map((path) => ({ path, becomes: 'Email' })),
      ...disabled.map((path) => ({ path, becomes: 'Disabled' })),
    ]
  }
  if (table.kind === 'logins') {
    const { user, provider, userId, own } = table
    const label = (names: readonly string[], text: string) => names.map((path) => ({ path, becomes: text }))
    return [
      ...label(user, 'Source ID of its user'),
      ...label(provider, own === undefined ? 'Provider' : 'Provider or password'),
      ...label(userId, 'Provider user ID'),
      ...label(own?.password ?? [], 'Password hash'),
    ]
  }
  const isKept = (path: string) => !path.endsWith('.$oid') || path === '_id.$oid'
  const mapped = pathsOf(table)
    .filter(({ path }) => isKept(path))
    .map(({ path, target }) => ({ path, becomes: becomes[target] }))
  const named =
    table.emailAsName === undefined ? [] : [{ path: table.emailAsName, becomes: 'Email, if there is no other' }]
  const rules = (table.standing ?? []).map(({ column, means, until = [] }) => ({
    path: column,
    becomes: until.includes(column)
      ? `${becomes[means]} until then`
      : means === 'disabled'
        ? columnTitle(means, column)
        : becomes[means],
  }))
  const waiting = table.unverified === undefined ? [] : [{ path: table.unverified, becomes: 'Email verified' }]
  const ids = (table.idsAt ?? []).map((path) => ({ path, becomes: 'Provider user ID' }))
  return [...named, ...mapped, ...waiting, ...ids, ...rules]
}

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
