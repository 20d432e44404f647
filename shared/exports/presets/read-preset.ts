import type { Entry, ExportFormat, Recognition, SourceRecord } from '../../mapping/export-format.ts'
import { asEmail, field, shareOf, third, thirdParty, withoutEmail, tenantsOfUser } from '../fields.ts'
import { customKeyReader, idField, isInFuture, isOver, standingOfRow } from '../own-columns.ts'
import { encryptedTotp } from '../../users/totp-secret.ts'
import { type Identity, type Standing, type User, type UserPart, userWith } from '../../users/user.ts'
import { readByMapping } from '../../mapping/apply-mapping.ts'
import { booleanOf, isTime, textOf, trimmedText } from '../../mapping/cell.ts'
import { keysOfOther } from '../../mapping/entries/other-keys.ts'
import { factorStatesBeside, secretInUse } from '../../mapping/entries/factor-use.ts'
import { isDeleted } from '../../mapping/entries/standing.ts'
import { isOffByFlag, knownStanding } from '../../mapping/entries/state-words.ts'
import { valueAt, insideOf } from '../../mapping/value-at.ts'
import { fieldsOf, meaningOf, pathsOf, withPlainColumns, withPlainNames } from './preset-fields.ts'
import type {
  AdditionsTable,
  Preset,
  PresetTable,
  Says,
  StandingFlag,
  StandingRule,
  UsersTable,
  IdentitiesIn,
  LoginsTable,
} from './preset.ts'
import { identityWithoutId } from '../../users/known-provider.ts'

/** Creates an export format from a preset. */
export function presetFormat(preset: Preset): ExportFormat {
  const { provider, title } = preset
  const inCase = (id: string) => (preset.idsInAnyCase === true ? id.trim().toLowerCase() : id)
  const keysOf = ({ product }: PresetTable) => {
    const before = product === undefined ? provider : `${provider}:${product}`
    return (id: string) => `${before}:${inCase(id)}`
  }
  const tables = preset.tables.map((table) => ({ table, ...rowsOf(table, provider, keysOf(table)) }))
  const fields = once(() => preset.tables.flatMap(fieldsOf))
  return {
    provider,
    title,
    ...(preset.isOfSeveral === true ? { isOfSeveral: true } : {}),
    recognise: ({ records, table: name = '' }) => {
      const isOther = ({ otherTable }: PresetTable) => otherTable?.test(name.split('.').at(-1) ?? '') === true
      const own = tables.filter(({ table }) => !isOther(table))
      const found =
        own.find(({ fits }) => shareOf(records, fits) >= 0.8) ??
        (preset.isMixed === true && shareOf(records, (record) => own.some(({ fits }) => fits(record))) >= 0.8
          ? own.find(({ table, fits }) => table.kind === 'users' && records.some(fits))
          : undefined)
      return found === undefined ? null : recognitionOf(provider, found.table)
    },
    read: (record, { shape }) => {
      // A record that fits no table is read as the shape of the file, or else as the first table.
      const table = tables.find(({ fits }) => fits(record)) ?? tables.find((one) => one.table.shape === shape)
      return (table ?? tables[0])?.read(record) ?? { kind: 'unreadable', reason: 'This record is of no known table.' }
    },
    get fields() {
      return fields()
    },
    signInNames: preset.tables.flatMap((table) => (table.kind === 'users' ? (table.signInNames ?? []) : [])),
    preferences: preset.tables.flatMap((table) => (table.kind === 'users' ? (table.preferences ?? []) : [])),
    fieldsOfShape: (shape) => preset.tables.filter((table) => table.shape === shape).flatMap(fieldsOf),
  }
}

/** A value that is made when it is first asked for: of all presets, a file needs one. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => (made ??= { value: make() }).value
}

function recognitionOf(provider: string, { shape, reason, kind }: PresetTable): Recognition {
  return { provider, shape, reason, role: kind === 'users' ? 'users' : 'parts' }
}

type Rows = { readonly fits: (record: SourceRecord) => boolean; readonly read: (record: SourceRecord) => Entry }

/** Functions that recognise and read the records of a table. `keyOf`: join key of a user by id. */
function rowsOf(table: PresetTable, provider: string, keyOf: (id: string) => string): Rows {
  const plain = table.plainNames === true
  const named = plain ? withPlainColumns(table) : table
  const fits = fitter(named)
  const rowReader = once(() =>
    named.kind === 'users'
      ? userReader(named, provider, keyOf)
      : named.kind === 'logins'
        ? (record: SourceRecord) => readLogin(named, provider, keyOf, record)
        : (record: SourceRecord) => readAddition(named, provider, keyOf, record),
  )
  const read = (record: SourceRecord): Entry => {
    const skipped = named.skip?.find(({ column, is }) => isThere(record, column) && says(record, column, is))
    if (skipped === undefined) return rowReader()(record)
    return { kind: 'aside', what: skipped.what, ...keysOfOther(rowReader()(record)) }
  }
  if (!plain) return { fits, read }
  return { fits: (record) => fits(withPlainNames(record)), read: (record) => read(withPlainNames(record)) }
}

function fitter({ has, lacks = [], values = [] }: PresetTable): (record: SourceRecord) => boolean {
  return (record) => {
    const isIn = (name: string) => isThere(record, name)
    return (
      has.every((names) => (typeof names === 'string' ? isIn(names) : names.some(isIn))) &&
      !lacks.some(isIn) &&
      values.every(({ columns, are }) => holds(record[columns.find(isIn) ?? ''], are))
    )
  }
}

function isThere(record: SourceRecord, path: string): boolean {
  if (path.endsWith('*')) return Object.keys(record).some((name) => name.startsWith(path.slice(0, -1)))
  return field.has(record, path) || (path.includes('.') && valueAt(record, path) !== undefined)
}

function holds(value: unknown, are: 'yes-or-no' | 'time-or-nothing' | RegExp): boolean {
  const text = trimmedText(value)
  if (are === 'time-or-nothing') return text === '' || isTime(text)
  if (are !== 'yes-or-no') return are.test(text)
  return text !== '' && booleanOf(text) !== null && !isTime(text)
}

function says(record: SourceRecord, column: string, is: Says): boolean {
  const value = valueAt(record, column)
  if (is === 'yes' || is === 'no') return booleanOf(value) === (is === 'yes')
  return is.test(trimmedText(value))
}

function userReader(
  table: UsersTable,
  provider: string,
  keyOf: (id: string) => string,
): (record: SourceRecord) => Entry {
  const { columns, noPassword, emailAsName, standing, foundBy, unverified, idsAt = [], declared } = table
  const { identities: logins = [], metadata: kept = [], hasPassword, thirdParties, complete } = table
  const all = [...pathsOf(table)]
  const notation = { factorStates: factorStatesBeside(all) }
  const mapped = readByMapping({ version: 1, columns: all, fixedProvider: null }, notation)
  const marked = markEncryptedTotp(table)
  const passwords = columns['password-hash'] ?? []
  const told = new Set([...Object.values(columns).flat(), ...(standing ?? []).map(({ column }) => column)])
  const usual = columns['source-id'] ?? []
  const customKey = customKeyReader(usual, told)
  const withKey = (record: SourceRecord): SourceRecord => {
    const key = customKey(record)
    return key === null ? record : { ...record, [usual[0] ?? 'id']: key }
  }
  const standingIn = (record: SourceRecord): Standing => {
    const fromRules = standing === undefined ? 'active' : standingByRules(record, standing)
    return fromRules === 'active' ? standingOfRow(record, told) : fromRules
  }
  return (record) => {
    const entry = mapped(withKey(record))
    if (entry.kind !== 'user') return entry.kind === 'unreadable' ? withoutEmail : entry
    const named = emailAsName === undefined ? null : asEmail(field.text(record, emailAsName))
    const { sourceId, phone, hash } = entry.user
    const email = entry.user.email ?? named
    const identities = [
      ...entry.user.identities,
      ...logins.flatMap((one) => identitiesIn(record, one)),
      ...(thirdParties === true ? thirdParty.listOf(record) : []),
      ...idsAt.flatMap((name) => {
        const id = field.text(record, name)
        return id === null ? [] : [third(name, id)]
      }),
    ]
    const isWaiting = unverified !== undefined && field.text(record, unverified) !== null
    if (sourceId === null && email === null && phone === null && identities.length === 0) return withoutEmail
    const hasHash = hash !== null && noPassword?.test(hash.hash.trim()) !== true
    const isKnown = passwords.some((name) => isThere(record, name))
    const whole = marked(withMetadata(entry.user, field.metadata(record, ...kept)), record)
    const user = userWith(whole, {
      email,
      ...(isWaiting ? { emailVerified: false } : {}),
      identities,
      hash: hasHash ? { ...declaredOf(hash.hash, declared), ...hash, provider } : null,
      hasPassword: hasHash ? true : (saysPassword(record, hasPassword) ?? (isKnown ? false : null)),
      standing: standingIn(record),
    })
    return {
      kind: 'user',
      user: complete === undefined ? user : complete(user, record),
      keys: [...(sourceId === null ? [] : [keyOf(sourceId)]), ...otherKeys(record, foundBy, keyOf)],
    }
  }
}

function withMetadata(user: User, metadata: ReturnType<typeof field.metadata>): User {
  return metadata === null ? user : userWith(user, { profile: { ...user.profile, metadata } })
}

function saysPassword(record: SourceRecord, rule: UsersTable['hasPassword']): boolean | null {
  if (rule === undefined || !isThere(record, rule.column)) return null
  if (rule.is !== undefined) return says(record, rule.column, rule.is)
  if (record[rule.column] === null) return false
  return field.object(record, rule.column) !== null || booleanOf(record[rule.column])
}

function declaredOf(hash: string, declared: UsersTable['declared']): { readonly declared?: string } {
  return declared?.look.test(hash.trim()) === true ? { declared: declared.as } : {}
}

function otherKeys(
  record: SourceRecord,
  foundBy: string | undefined,
  keyOf: (id: string) => string,
): readonly string[] {
  const other = foundBy === undefined ? null : field.text(record, foundBy)
  return other === null ? [] : [otherKey(other, keyOf)]
}

function otherKey(id: string, keyOf: (id: string) => string): string {
  return keyOf(`other:${id}`)
}

/** Creates a function that marks the secrets of authenticator apps that their application encrypted. */
function markEncryptedTotp({ encryptedTotp: columns = [] }: UsersTable): (user: User, record: SourceRecord) => User {
  const [first = ''] = columns
  const statesOf = factorStatesBeside(columns.map((path) => ({ path, target: 'totp-secret' })))(first)
  return (user, record) => {
    if (field.text(record, ...columns) === null) return user
    const { totp = [], ...others } = user.profile ?? {}
    const mark = secretInUse(encryptedTotp, statesOf(record), record)
    return userWith(user, { profile: { ...others, totp: [...new Set([...totp, mark])] } })
  }
}

function standingByRules(record: SourceRecord, rules: readonly StandingRule[]): Standing {
  const standings = rules.map((rule) => standingByRule(record, rule))
  return standings.find((one) => one === 'deleted') ?? standings.find((one) => one === 'disabled') ?? 'active'
}

function standingByRule(record: SourceRecord, rule: StandingRule): Standing {
  const { column } = rule
  if (!isThere(record, column)) return 'active'
  if ('states' in rule) return knownStanding(rule.states, textOf(valueAt(record, column)))
  const { since, until = [], unless, means } = rule
  if (!disables(record, rule)) return 'active'
  if (since !== undefined && isInFuture(record[since], Date.now())) return 'active'
  if (unless !== undefined && field.flag(record, unless) === false) return 'active'
  const end = until.find((name) => textOf(record[name]) !== null)
  return end === undefined || !isOver(record[end], Date.now()) ? means : 'active'
}

/** Whether the value of a rule disables or deletes its user. */
function disables(record: SourceRecord, { column, is, means }: StandingFlag): boolean {
  if (is !== 'yes' && is !== 'no') return says(record, column, is)
  const value = valueAt(record, column)
  return means === 'deleted' ? isDeleted(value) : isOffByFlag(meaningOf(is), value)
}

function readAddition(
  { user, byOther, email = [], emailIf, phone = [], tenant = [], role = [], totp = [], ...table }: AdditionsTable,
  provider: string,
  keyOf: (id: string) => string,
  record: SourceRecord,
): Entry {
  const { disabled = [], standing = [], hash, aside } = table
  if (aside !== undefined && says(record, aside.column, aside.is)) return { kind: 'aside', what: aside.what }
  const owner = idField(record, ...user)
  if (owner === null) return unreadable('This row has no user that it belongs to.')
  const own = emailIf === undefined || says(record, emailIf.column, emailIf.is) ? field.text(record, ...email) : null
  const number = field.text(record, ...phone)
  const roles = textAt(record, role)
  const secret = field.text(record, ...totp)
  const isOff = field.text(record, ...disabled) !== null || standingByRules(record, standing) !== 'active'
  return {
    kind: 'part',
    part: {
      ...(own === null ? {} : { email: own }),
      ...(number === null ? {} : { phone: number }),
      ...hashOf(record, hash, provider),
      ...tenantsOfUser(record, ...tenant),
      ...(roles === null ? {} : { roles: [roles] }),
      ...(secret === null ? {} : { totp: [secret] }),
      ...(isOff ? { standing: 'disabled' as const } : {}),
    },
    keys: byOther === true ? [otherKey(owner, keyOf)] : ownerKeys(owner, keyOf),
  }
}

/** The keys of the user that a row belongs to: the plain ID, too, for users that a mapping reads because nothing recognises their table. */
function ownerKeys(owner: string, keyOf: (id: string) => string): readonly string[] {
  return [keyOf(owner), `id:${owner}`]
}

function hashOf(record: SourceRecord, columns: AdditionsTable['hash'], provider: string): Pick<UserPart, 'hash'> {
  const hash = columns === undefined ? null : field.text(record, columns.value)
  if (columns === undefined || hash === null) return {}
  const salt = field.text(record, columns.salt)
  const declared = field.text(record, columns.algorithm) ?? columns.otherwise
  return {
    hash: {
      hash,
      provider,
      ...(salt === null ? {} : { salt }),
      ...(declared === undefined ? {} : { declared }),
    },
  }
}

function unreadable(reason: string): Extract<Entry, { kind: 'unreadable' }> {
  return { kind: 'unreadable', reason }
}

/** The text at the first of these paths that has one; else null. */
function textAt(record: unknown, paths: readonly string[]): string | null {
  for (const path of paths) {
    const text = textOf(valueAt(record, path))
    if (text !== null) return text
  }
  return null
}

/** The third-party logins within a record. */
function identitiesIn(record: SourceRecord, logins: IdentitiesIn): readonly Identity[] {
  const { at, provider = [], userId, own } = logins
  if (at.endsWith('*')) {
    const before = at.slice(0, -1)
    const columns = Object.keys(record).filter((name) => name.startsWith(before))
    return columns.flatMap((name) => memberIdentity(record[name], name.slice(before.length), logins))
  }
  const value = insideOf(valueAt(record, at))
  if (Array.isArray(value)) return value.flatMap((one) => identityOf(one, textAt(one, provider), logins))
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, one]) => memberIdentity(one, name, logins))
  }
  if (userId !== undefined) return []
  const named = booleanOf(value) === null ? textOf(value) : booleanOf(value) === true ? at.toLowerCase() : null
  return named === null || isOwn(null, named, own) ? [] : [identityWithoutId(named)]
}

/** The login of a member named after its provider: a nonempty object, or true if the export only names providers. */
function memberIdentity(member: unknown, name: string, logins: IdentitiesIn): readonly Identity[] {
  const value = insideOf(member)
  const isFilled = typeof value === 'object' && value !== null && Object.keys(value).length > 0
  return (logins.userId === undefined ? booleanOf(value) === true : isFilled) ? identityOf(value, name, logins) : []
}

function identityOf(
  login: unknown,
  provider: string | null,
  { userId = [], email = [], own }: Omit<IdentitiesIn, 'at'>,
): readonly Identity[] {
  const id = textAt(login, userId)
  if ((provider === null && id === null) || isOwn(login, provider, own)) return []
  return [third(provider ?? 'unknown', id ?? '', textAt(login, email))]
}

function isOwn(login: unknown, provider: string | null, own: IdentitiesIn['own']): boolean {
  const kind = own?.by === undefined ? provider : textAt(login, own.by)
  return own?.is.test(kind?.trim() ?? '') === true
}

/** Reads a row of a table of logins. */
function readLogin(
  { user, provider, userId, email = [], own }: LoginsTable,
  preset: string,
  keyOf: (id: string) => string,
  record: SourceRecord,
): Entry {
  const owner = idField(record, ...user)
  if (owner === null) return { kind: 'unreadable', reason: 'This login has no user that it belongs to.' }
  const keys = ownerKeys(owner, keyOf)
  const name = textAt(record, provider)
  if (isOwn(record, name, own)) {
    const hash = textAt(record, own?.password ?? [])
    return { kind: 'part', part: hash === null ? {} : { hash: { hash, provider: preset } }, keys }
  }
  const identities = identityOf(record, name, { userId, email })
  if (identities.length === 0)
    return { kind: 'unreadable', reason: 'This login has neither a provider nor an ID there.' }
  return { kind: 'part', part: { identities }, keys }
}
