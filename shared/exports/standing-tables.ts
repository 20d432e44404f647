import { booleanOf, disabledByWord, isTime, textOf } from '../mapping/cell.ts'
import { wordsOf } from '../mapping/column-words.ts'
import type { Entry, Sample, SourceRecord } from '../mapping/export-format.ts'
import { tableKind } from '../mapping/login-likeness.ts'
import { profileColumns } from '../mapping/profile-columns.ts'
import { isInFuture, standingOfRow } from './own-columns.ts'

/**
 * Reads tables beside the users that keep accounts out: lists of bans, settings of users by name (`wp_usermeta`), accounts or profiles with
 * a status. Their rows are parts of users, so that a banned user is not taken for an active one.
 */
export type StandingTable = (record: SourceRecord) => Entry | null

const list =
  /^(?:bans?|banned|banlist|bannedlist|blocks?|blocked|blocklist|blacklist(?:ed)?|suspensions?|suspended|disabled|deactivat\w*|deaktiv\w*|lockouts?|locked|sperr\w*|gesperrt\w*|verbann\w*|bloque\w*|bloqu\w*|suspen\w*|zablok\w*)$/
const people =
  /^(?:users?|usr|members?|accounts?|customers?|logins?|people|persons?|players?|e?mails?|addresses|benutzer|konten|usuarios?|utilisateurs?|list|history|log)$/
const details =
  /^(?:users?|accounts?|members?|customers?|profiles?|status(?:es)?|states?|flags?|standings?|settings|details?|infos?|extra|data|meta)$/
const account =
  /^(?:uid|u|users?|userid|usr|members?|memberid|accounts?|accountid|customers?|person|player|benutzer|usuario|utilisateur)$/
const asName = /^(?:(?:ban(?:ned)?|blocked|user)_?)?(?:e?_?mail(?:_?address)?|username|login)$/i
const accountSuffix = /^(?:id|ids|ref|fk|key|no|nr|uid|ban|banned|blocked|suspended|the)$/
/** Columns that name the account which bans, and not the banned one. */
const actor = /^(?:by|admin|moderator|mod|staff|creator|author|issuer|actor|from|blocker|operator|blocking|blockee)$/
const roles = /^(?:roles?|groups?|authorit(?:y|ies)|permissions?|memberships?)$/
const ofRole = /^(?:role|group|authority|permission)(?:_?name)?$/i
const names = /^(?:meta_?key|key|name|field|field_?name|attribute|setting|config_?key|property|option_?name)$/i
const values = /^(?:meta_?value|value|config_?value|option_?value|setting_?value)$/i
const ends = /(?:until|till|expir\w*|^end|end(?:s|ed|date|time)?$|lift\w*|unban\w*|unblock\w*|revoked|released)/
const isOn = /^(?:active|isactive|enabled|current)$/

/** Reads the rows of a table that keeps accounts out; null: the table does not look like one. `provider`: of the users in the same file. */
export function standingTable(sample: Sample & { readonly table: string }, provider: string): StandingTable | null {
  const columns = sample.header ?? Object.keys(sample.records[0] ?? {})
  const owners = columns.filter(refersToAccount)
  const named = columns.find((column) => asName.test(column))
  const [owner] = owners
  if (owners.length > 1 || columns.some((column) => /blocker|blocking/i.test(column))) return null
  if (owner === undefined && named === undefined) return null
  const off = (record: SourceRecord): Entry | null => {
    const id = owner === undefined ? '' : (textOf(record[owner])?.trim() ?? '')
    if (id !== '' && id !== '0')
      return { kind: 'part', part: { standing: 'disabled' }, keys: [`${provider}:${id}`, `id:${id}`] }
    if (named === undefined || textOf(record[named]) === null) return null
    // Parts find their users by ID alone, so the operator decides.
    const { table } = sample
    return { kind: 'aside', what: tableKind(table), table, logins: [{ column: named, kind: 'status' }] }
  }
  const key = columns.find((column) => names.test(column))
  const value = columns.find((column) => values.test(column))
  if (key !== undefined && value !== undefined)
    return (record) => (keepsOut(textOf(record[key]) ?? '', record[value]) ? off(record) : null)
  const words = wordsOf(sample.table.slice(sample.table.lastIndexOf('.') + 1))
  if (isNamed(words, list, people)) return (record) => (hasEnded(record) ? null : off(record))
  const role = words.some((word) => roles.test(word)) ? columns.find((column) => ofRole.test(column)) : undefined
  if (role !== undefined)
    return (record) => (disabling.test(textOf(record[role])?.trim().toLowerCase() ?? '') ? off(record) : null)
  if (!words.every((word, index) => details.test(word) || (index === 0 && words.length > 1))) return null
  if (owner === undefined) return null
  const { values: ids = [] } = profileColumns(sample.records, sample.header).find(({ path }) => path === owner) ?? {}
  if (new Set(ids).size < ids.length) return null
  return (record) => (standingOfRow(record) === 'active' ? null : off(record))
}

/** Whether a name has one of these words, and besides them a prefix and neutral words alone. */
function isNamed(words: readonly string[], wanted: RegExp, passed: RegExp): boolean {
  const rest = words.filter((word) => !passed.test(word))
  const [first = '', second] = rest
  if (rest.length === 2) return second !== undefined && wanted.test(second)
  return rest.length === 1 && wanted.test(first)
}

function refersToAccount(column: string): boolean {
  const words = wordsOf(column)
  if (words.some((word) => actor.test(word))) return false
  return (
    words.some((word) => account.test(word) || /^(?:ban)?userid$/.test(word)) &&
    words.every((word) => account.test(word) || accountSuffix.test(word) || word === 'banuserid')
  )
}

/** A ban that was lifted, or whose time is over. */
function hasEnded(record: SourceRecord): boolean {
  return Object.entries(record).some(([column, cell]) => {
    const name = wordsOf(column).join('')
    const text = textOf(cell)?.trim() ?? ''
    if (isOn.test(name)) return booleanOf(cell) === false
    if (!ends.test(name) || text === '') return false
    if (!isTime(text)) return booleanOf(text) === true
    return !isInFuture(/^\d{9,10}$/.test(text) ? `${text}000` : text, Date.now())
  })
}

const disabling =
  /^(?:disab\w*|deactiv\w*|ban|banned|block|blocked|suspen\w*|locked|lock|inactive|gesperrt|deaktiviert|bloqueado|desactivado|bloque|desactive)$/
const enabling = /^(?:active|activated|enabled|approved|allowed|aktiv|activo|actif)$/
const statusName = /^(?:status|state|standing)$/
const neutral = /^(?:is|has|was|wp|user|users|account|acct|member|login|the|customer|approval)$/

/** Whether a setting of a user by its name and value says that the account is off; a prefix of four letters may stand before the name. */
function keepsOut(name: string, value: unknown): boolean {
  const text = textOf(value)?.trim() ?? ''
  if (text === '' || text.length > 2000) return false
  const words = wordsOf(name).filter((word) => !neutral.test(word))
  const said = words.length === 2 && (words[0] ?? '').length <= 4 ? words.slice(1) : words
  const [word = ''] = said
  if (said.length !== 1) return false
  // WordPress keeps roles as a list that PHP wrote.
  if (word === 'capabilities')
    return [...text.matchAll(/s:\d+:"([^"]{1,40})";b:1/g)].some(([, role = '']) => disabling.test(role))
  if (disabling.test(word)) return booleanOf(text) === true || disabledByWord(text) === true
  if (enabling.test(word)) return booleanOf(text) === false || disabledByWord(text) === true
  return statusName.test(word) && disabledByWord(text) === true
}
