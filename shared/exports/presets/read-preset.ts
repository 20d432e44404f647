import type { Entry, ExportFormat, Recognition, SourceRecord } from '../../mapping/export-format.ts'
import { asEmail, booleanField, hasFields, shareOf, textField, third, thirdPartiesOf } from '../fields.ts'
import { confirmedField, idField, isInFuture, standingOfRow } from '../own-columns.ts'
import { encryptedTotp } from '../../users/totp-secret.ts'
import type { Standing, User } from '../../users/user.ts'
import { readByMapping } from '../../mapping/apply-mapping.ts'
import { booleanOf, isTime, textOf } from '../../mapping/cell.ts'
import { fieldsOf, pathsOf, withPlainColumns, withPlainNames } from './preset-fields.ts'
import {
  type AdditionsTable,
  type LoginsTable,
  type Preset,
  type PresetTable,
  type StandingRule,
  type UsersTable,
} from './preset.ts'

/** An export format made of a preset. */
export function presetFormat(preset: Preset): ExportFormat {
  const { provider, title } = preset
  const inCase = (id: string) => (preset.idsInAnyCase === true ? id.trim().toLowerCase() : id)
  const keysOf = ({ product }: PresetTable) => {
    const before = product === undefined ? provider : `${provider}:${product}`
    return (id: string) => `${before}:${inCase(id)}`
  }
  const tables = preset.tables.map((table) => ({ table, ...rowsOf(table, provider, keysOf(table)) }))
  return {
    provider,
    title,
    recognise: ({ records, table: name = '' }) => {
      const isOther = ({ otherTable }: PresetTable) => otherTable?.test(name.split('.').at(-1) ?? '') === true
      const found = tables.find(({ fits, table }) => !isOther(table) && shareOf(records, fits) >= 0.8)
      return found === undefined ? null : recognitionOf(provider, found.table)
    },
    read: (record, { shape }) => {
      // A record that fits none of them is read as what the file was recognised as, or else as a user.
      const table = tables.find(({ fits }) => fits(record)) ?? tables.find((one) => one.table.shape === shape)
      return (table ?? tables[0])?.read(record) ?? { kind: 'unreadable', reason: 'This record is of no known table.' }
    },
    fields: preset.tables.flatMap(fieldsOf),
    fieldsOfShape: (shape) => preset.tables.filter((table) => table.shape === shape).flatMap(fieldsOf),
  }
}

function recognitionOf(provider: string, { shape, reason, kind }: PresetTable): Recognition {
  return { provider, shape, reason, role: kind === 'users' ? 'users' : 'parts' }
}

type Rows = { readonly fits: (record: SourceRecord) => boolean; readonly read: (record: SourceRecord) => Entry }

/** Recognises the records of a table, and reads one. `keyOf`: what joins a user with what belongs to it. */
function rowsOf(table: PresetTable, provider: string, keyOf: (id: string) => string): Rows {
  const plain = table.plainNames === true
  const named = plain ? withPlainColumns(table) : table
  const fits = fitter(named)
  const read =
    named.kind === 'users'
      ? userReader(named, provider, keyOf)
      : named.kind === 'logins'
        ? (record: SourceRecord) => readLogin(named, provider, keyOf, record)
        : (record: SourceRecord) => readAddition(named, keyOf, record)
  if (!plain) return { fits, read }
  return { fits: (record) => fits(withPlainNames(record)), read: (record) => read(withPlainNames(record)) }
}

function fitter({ has, lacks = [], values = [] }: PresetTable): (record: SourceRecord) => boolean {
  return (record) => {
    const isThere = (name: string) => hasFields(record, name)
    return (
      has.every((names) => (typeof names === 'string' ? isThere(names) : names.some(isThere))) &&
      !lacks.some(isThere) &&
      values.every(({ columns, are }) => holds(record[columns.find(isThere) ?? ''], are))
    )
  }
}

function holds(value: unknown, are: 'yes-or-no' | RegExp): boolean {
  const text = textOf(value)?.trim() ?? ''
  if (are !== 'yes-or-no') return are.test(text)
  return text !== '' && booleanOf(text) !== null && !isTime(text)
}

function userReader(
  table: UsersTable,
  provider: string,
  keyOf: (id: string) => string,
): (record: SourceRecord) => Entry {
  const { columns, noPassword, emailAsName, standing, foundBy, unverified, idsAt = [], declared } = table
  const { skip = [], thirdParties } = table
  const mapped = readByMapping({ version: 1, columns: [...pathsOf(table)], fixedProvider: null })
  const passwords = columns['password-hash'] ?? []
  const told = new Set([...Object.values(columns).flat(), ...(standing ?? []).map(({ column }) => column)])
  const standingIn = (record: SourceRecord): Standing => {
    const fromRules = standing === undefined ? 'active' : standingByRules(record, standing)
    return fromRules === 'active' ? standingOfRow(record, told) : fromRules
  }
  return (record) => {
    for (const { column, is, reason } of skip) {
      if (hasFields(record, column) && is.test(textOf(record[column])?.trim() ?? '')) return unreadable(reason)
    }
    const entry = mapped(record)
    if (entry.kind !== 'user') return entry.kind === 'unreadable' ? unreadable(nobody) : entry
    const named = emailAsName === undefined ? null : asEmail(textField(record, emailAsName))
    const { sourceId, phone, hash } = entry.user
    const email = entry.user.email ?? named
    const identities = [
      ...entry.user.identities,
      ...(thirdParties === true ? thirdPartiesOf(record) : []),
      ...idsAt.flatMap((name) => {
        const id = textField(record, name)
        return id === null ? [] : [third(name, id)]
      }),
    ]
    const isWaiting = unverified !== undefined && textField(record, unverified) !== null
    if (sourceId === null && email === null && phone === null && identities.length === 0) return unreadable(nobody)
    const hasHash = hash !== null && noPassword?.test(hash.hash.trim()) !== true
    return {
      kind: 'user',
      user: {
        ...withTotpOf(table, entry.user, record),
        email,
        ...(isWaiting ? { emailVerified: false } : {}),
        identities,
        hash: hasHash ? { ...hash, ...declaredOf(hash.hash, declared), provider } : null,
        hasPassword: hasHash ? true : passwords.some((name) => hasFields(record, name)) ? false : null,
        standing: standingIn(record),
      },
      keys: [...(sourceId === null ? [] : [keyOf(sourceId)]), ...otherKeys(record, foundBy, keyOf)],
    }
  }
}

function declaredOf(hash: string, declared: UsersTable['declared']): { readonly declared?: string } {
  return declared?.look.test(hash.trim()) === true ? { declared: declared.as } : {}
}

function otherKeys(
  record: SourceRecord,
  foundBy: string | undefined,
  keyOf: (id: string) => string,
): readonly string[] {
  const other = foundBy === undefined ? null : textField(record, foundBy)
  return other === null ? [] : [otherKey(other, keyOf)]
}

function otherKey(id: string, keyOf: (id: string) => string): string {
  return keyOf(`other:${id}`)
}

/** The user without an app that is not in use, and with the mark of one whose secret cannot be read. */
function withTotpOf(
  { encryptedTotp: columns = [], totpInUse = [] }: UsersTable,
  user: User,
  record: SourceRecord,
): User {
  const isOff = totpInUse.some((name) => hasFields(record, name) && confirmedField(record, name) === false)
  const isEncrypted = textField(record, ...columns) !== null
  if (!isOff && !isEncrypted) return user
  const { profile: before, ...rest } = user
  const { totp = [], ...others } = before ?? {}
  const kept = isOff ? [] : isEncrypted ? [...totp, encryptedTotp] : totp
  const profile = { ...others, ...(kept.length === 0 ? {} : { totp: kept }) }
  return Object.keys(profile).length === 0 ? rest : { ...rest, profile }
}

const nobody = 'This record has neither an id nor an email.'

function standingByRules(record: SourceRecord, rules: readonly StandingRule[]): Standing {
  const hits = rules.filter(({ column, is, until = [], unless }) => {
    if (!hasFields(record, column) || !is.test(textOf(record[column])?.trim() ?? '')) return false
    if (unless !== undefined && booleanField(record, unless) === false) return false
    const end = until.find((name) => textOf(record[name]) !== null)
    return end === undefined || isInFuture(record[end], Date.now())
  })
  if (hits.some(({ means }) => means === 'deleted')) return 'deleted'
  return hits.length > 0 ? 'disabled' : 'active'
}

function readLogin(
  { user, provider, userId, email = [], own }: LoginsTable,
  preset: string,
  keyOf: (id: string) => string,
  record: SourceRecord,
): Entry {
  const owner = idField(record, ...user)
  const name = textField(record, ...provider)
  if (owner === null || name === null) return unreadable('This login has no user that it belongs to, or no provider.')
  const keys = [keyOf(owner)]
  if (own?.is.test(name.trim()) === true) {
    const hash = textField(record, ...(own.password ?? []))
    return { kind: 'part', part: hash === null ? {} : { hash: { hash, provider: preset } }, keys }
  }
  const id = textField(record, ...userId)
  if (id === null) return unreadable('This login has no id at its provider.')
  return { kind: 'part', part: { identities: [third(name, id, textField(record, ...email))] }, keys }
}

function readAddition(
  { user, byOther, email = [], emailIf, disabled = [], aside }: AdditionsTable,
  keyOf: (id: string) => string,
  record: SourceRecord,
): Entry {
  const holdsFor = ({ column, is }: { readonly column: string; readonly is: RegExp }) =>
    is.test(textOf(record[column])?.trim() ?? '')
  if (aside !== undefined && holdsFor(aside)) return { kind: 'aside', what: aside.what }
  const owner = idField(record, ...user)
  if (owner === null) return unreadable('This row has no user that it belongs to.')
  const own = emailIf === undefined || holdsFor(emailIf) ? textField(record, ...email) : null
  return {
    kind: 'part',
    part: {
      ...(own === null ? {} : { email: own }),
      ...(textField(record, ...disabled) === null ? {} : { standing: 'disabled' as const }),
    },
    keys: [byOther === true ? otherKey(owner, keyOf) : keyOf(owner)],
  }
}

function unreadable(reason: string): Entry {
  return { kind: 'unreadable', reason }
}
