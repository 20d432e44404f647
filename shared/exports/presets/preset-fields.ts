import type { ExportFormat, SourceRecord } from '../../mapping/export-format.ts'
import type { FlagMeaning } from '../../mapping/entries/state-words.ts'
import { columnTitle, targetTitles } from '../../mapping/shown/target-titles.ts'
import { type PresetTarget, mappingTargets } from '../../mapping/targets.ts'
import type { IdentitiesIn, PresetTable, StandingRule, UsersTable } from './preset.ts'

/** Member of the object in which MongoDB exports ids and times. */
const inside: Partial<Record<PresetTarget, string>> = {
  'source-id': '$oid',
  'email-verified': '$date',
  'time-joined': '$date',
}

/** The columns of a table with their targets, each also in MongoDB's form as an object. */
export function pathsOf({ columns }: UsersTable): readonly { readonly path: string; readonly target: PresetTarget }[] {
  return presetTargets.flatMap((target) =>
    (columns[target] ?? []).flatMap((path) => {
      const within = inside[target]
      return [{ path, target }, ...(within === undefined ? [] : [{ path: `${path}.${within}`, target }])]
    }),
  )
}

type Fields = ExportFormat['fields']

/** The columns of a table that are read, with what they become, for the mapping screen. Paths into a list name its first element. */
export function fieldsOf(table: PresetTable): Fields {
  const fields = new Map<string, Fields[number]>()
  for (const field of readFields(table)) {
    // A column may have a note in brackets: `Status [READ ONLY]`.
    const path = field.path.replaceAll(/(?<=\S)\[[^[\]]{1,60}\]/g, '[0]')
    const before = fields.get(path)
    const becomes = before === undefined ? field.becomes : `${before.becomes}; ${field.becomes.toLowerCase()}`
    fields.set(path, { ...before, ...field, path, becomes })
  }
  return [...fields.values()]
}

function label(names: readonly string[], text: string): Fields {
  return names.map((path) => ({ path, becomes: text }))
}

function readFields(table: PresetTable): Fields {
  if (table.kind === 'additions') {
    const { user, email = [], phone = [], tenant = [], role = [], totp = [], disabled = [] } = table
    const { standing = [], hash, aside } = table
    return [
      ...label(user, 'Source ID of its user'),
      ...label(email, 'Email'),
      ...label(phone, targetTitles.phone),
      ...label(tenant, targetTitles.tenant),
      ...label(role, targetTitles.role),
      ...label(totp, targetTitles['totp-secret']),
      ...label(disabled, 'Disabled'),
      ...label(aside === undefined ? [] : [aside.column], 'The kind of entry'),
      ...standing.flatMap(fieldsOfRule),
      ...(hash === undefined
        ? []
        : [
            ...label([hash.value], targetTitles['password-hash']),
            ...label([hash.salt], targetTitles.salt),
            ...label([hash.algorithm], targetTitles['hash-algorithm']),
          ]),
    ]
  }
  if (table.kind === 'logins') {
    const { user, provider, userId, own } = table
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
    .map(({ path, target }) => ({
      path,
      becomes: targetTitles[target],
      ...(whole.has(target) ? { whole: true as const } : {}),
    }))
  const named =
    table.emailAsName === undefined ? [] : [{ path: table.emailAsName, becomes: 'Email, if there is no other' }]
  const rules = (table.standing ?? []).flatMap(fieldsOfRule)
  const waiting = table.unverified === undefined ? [] : [{ path: table.unverified, becomes: 'Email verified' }]
  const metadata = (table.metadata ?? []).map((path) => ({ path, becomes: 'Metadata', whole: true as const }))
  return [
    ...named,
    ...mapped,
    ...waiting,
    ...label(table.idsAt ?? [], 'Provider user ID'),
    ...label(table.hasPassword === undefined ? [] : [table.hasPassword.column], 'Has a password'),
    ...(table.identities ?? []).flatMap(identityFields),
    ...rules,
    ...metadata,
  ]
}

/** The columns of a rule: the one with the state, and those with its end, which alone disable no user. */
function fieldsOfRule(rule: StandingRule): Fields {
  const { column, until = [] } = 'states' in rule ? { ...rule, until: [] } : rule
  return [
    fieldOfRule(rule),
    ...label(
      until.filter((path) => path !== column),
      `${targetTitles.disabled} until then`,
    ),
  ]
}

function fieldOfRule(rule: StandingRule): Fields[number] {
  const path = rule.column
  if ('states' in rule) return { path, becomes: targetTitles.disabled, states: rule.states }
  const { is, means, since, until = [] } = rule
  if (since === path) return { path, becomes: `${targetTitles[means]} from then on` }
  if (until.includes(path)) return { path, becomes: `${targetTitles[means]} until then` }
  const flag = is === 'yes' || is === 'no' ? { flag: meaningOf(is) } : {}
  if (means === 'deleted') return { path, becomes: targetTitles.deleted, ...flag }
  return { path, becomes: is === 'no' ? `${targetTitles.disabled} when no` : columnTitle(means, path), ...flag }
}

/** The meaning of a flag that disables its user by this answer. */
export function meaningOf(is: 'yes' | 'no'): FlagMeaning {
  return is === 'yes' ? 'keeps-out' : 'lets-in'
}

const whole: ReadonlySet<PresetTarget> = new Set(['role', 'tenant'])

function identityFields({ at, provider, userId, email = [] }: IdentitiesIn): Fields {
  // The columns of a wildcard are known only from the records.
  if (at.endsWith('*')) return []
  if (provider === undefined)
    return [{ path: at, becomes: userId === undefined ? 'Provider' : 'Provider user ID', whole: true }]
  const inList = (names: readonly string[]) => names.map((name) => `${at}[0].${name}`)
  return [
    ...label(inList(provider), 'Provider'),
    ...label(inList(userId ?? []), 'Provider user ID'),
    ...label(inList(email), 'Provider email'),
  ]
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll('_', '')
}

/** The record with column names in lower case and without `_`. */
export function withPlainNames(record: SourceRecord): SourceRecord {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [plainName(name), value]))
}

/** The table with column names in lower case and without `_`. */
export function withPlainColumns(table: PresetTable): PresetTable {
  const all = (names: readonly string[]) => names.map(plainName)
  const recognised = {
    has: table.has.map((names) => (typeof names === 'string' ? plainName(names) : all(names))),
    lacks: all(table.lacks ?? []),
    values: (table.values ?? []).map(({ columns, are }) => ({ columns: all(columns), are })),
  }
  if (table.kind === 'additions') {
    const { user, totp = [], aside } = table
    const plainAside = aside === undefined ? {} : { aside: { ...aside, column: plainName(aside.column) } }
    return { ...table, ...recognised, user: all(user), totp: all(totp), ...plainAside }
  }
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

function withPlainRule(given: StandingRule): StandingRule {
  if ('states' in given) return { ...given, column: plainName(given.column) }
  const { column, since, until = [], unless, ...rule } = given
  const from = since === undefined ? {} : { since: plainName(since) }
  const named = { ...rule, ...from, column: plainName(column), until: until.map(plainName) }
  return unless === undefined ? named : { ...named, unless: plainName(unless) }
}

const presetTargets: readonly PresetTarget[] = mappingTargets.filter(
  (target) => target !== 'disabled' && target !== 'deleted' && target !== 'metadata',
)
