import { hashLikeness, hashLikenessUnderPasswordName } from '../../hashes/hash-likeness.ts'
import { textOf, trimmedText } from '../cell.ts'
import type { SourceRecord } from '../export-format.ts'
import { isSaltedDigest } from '../unmapped/login-likeness.ts'
import { refersToAccount } from '../names/account-names.ts'
import { isLoginName } from '../names/column-words.ts'
import { fitOfName } from '../names/name-fit.ts'
import { hintsOf } from '../names/name-hints.ts'
import { plainNames } from '../names/shared-suffix.ts'

/*
 * Rows of a user, an attribute and its value: `wp_usermeta`, `customer_entity_varchar` of Magento, `mdl_user_info_data`, fields of Drupal, `radcheck`
 * of FreeRADIUS, USER_ATTRIBUTE of Keycloak. The name of the attribute says what the value is, and not the name of the column.
 */

export type AttributeColumns = { readonly owner: string; readonly name: string; readonly value: string }

const prefix =
  '(?:(?:u?meta|attr(?:ibute)?|config|option|setting|field|flag|pref|prop(?:erty)?|profile|custom|data|claim)_?)'
const owner = /^(?:entity_?(?:id|guid)|uid)$/i
const name = new RegExp(
  `^(?:${prefix}?(?:key|name|code)|claim_?type|key|setting|attr(?:ibute)?|prop(?:erty)?|preference|option|variable|bundle)$`,
  'i',
)
/** Beside a name, it is the ID of the row: `umeta_id`. */
const nameId = new RegExp(`^(?:${prefix}id|fid)$`, 'i')
const kind = /^(?:type|kind)$/i
const value = new RegExp(`^(?:${prefix}?val(?:ue)?|data|wert|valeur|valor|valore|field_\\w{1,60}_value)$`, 'i')

/** The columns of a table whose rows are attributes of users, by the names of its columns; null: they are not. */
export function attributeColumns(names: readonly string[]): AttributeColumns | null {
  const columns = plainNames(names)
  const found = attributesAmong(columns)
  if (found === null) return null
  const own = (column: string) => names[columns.indexOf(column)] ?? column
  return { owner: own(found.owner), name: own(found.name), value: own(found.value) }
}

/** The same by names without the letters that all share, such as `UM_` of WSO2. */
function attributesAmong(columns: readonly string[]): AttributeColumns | null {
  const only = (is: (column: string) => boolean) => {
    const [found, ...others] = columns.filter(is)
    return others.length === 0 ? found : undefined
  }
  const values = only((column) => value.test(column))
  if (values === undefined) return null
  const owners = only((column) => owner.test(column) || refersToAccount(column)) ?? only(isLoginName)
  const kinds = [name, nameId, kind].find((pattern) => columns.some((column) => pattern.test(column)))
  const names = kinds === undefined ? undefined : only((column) => kinds.test(column))
  return owners === undefined || names === undefined ? null : { owner: owners, name: names, value: values }
}

const password =
  /^(?:(?:clear-?text|plain-?text|user|crypt|s?md5|s?sha\d{0,3}|ssha-?\d{0,3}|sha\d?-\d{3}|nt|lm|pbkdf2)[-_ ]?)?password(?:-with-header)?$/i

/** Whether an attribute is the password of its user, by its name. */
export function isPasswordAttribute(attribute: string): boolean {
  const hints = hintsOf(attribute)
  return password.test(attribute) || (hints.password === 'whole' && !hints.former && !hints.secondFactor && !hints.id)
}

/** Whether a column holds the value of an attribute that is the password of the user in the same row. */
export function holdsPasswordOf(record: SourceRecord, column: string): boolean {
  if (!value.test(column)) return false
  const columns = attributeColumns(Object.keys(record))
  return columns?.value === column && isPasswordAttribute(trimmedText(record[columns.name]))
}

/** The names of attributes by their IDs, as another table says them. */
export type AttributeNames = ReadonlyMap<string, string>

export const noAttributeNames: AttributeNames = new Map()

/** The name of an attribute without the namespace before it: `http://wso2.org/claims/identity/accountLocked`. */
export function plainAttribute(name: string): string {
  return /^(?:https?:\/\/|urn:)/i.test(name) ? name.replace(/^.*[/:#](?=.)/, '') : name
}

/** The attribute of a row as the column has it, and its name. */
export function attributeOf(
  record: SourceRecord,
  columns: AttributeColumns,
  names: AttributeNames,
): { readonly key: string; readonly name: string } {
  const key = trimmedText(record[columns.name])
  // Drupal has a table for each attribute, whose column of values is called after it.
  return { key, name: /^bundle$/i.test(columns.name) ? columns.value : plainAttribute(names.get(key) ?? key) }
}

/** The attributes, one row for each user, that users sign in with; null: none surely is. */
type LoginAttributes = { readonly email: string | null; readonly hash: string | null }

/**
 * Finds the attribute that is the password hash of the users, by its name and all of its values, or as the only one without a name whose values can
 * be nothing else; and the one that is their address by its name.
 */
export function loginAttributes(
  records: readonly SourceRecord[],
  columns: AttributeColumns,
  names: AttributeNames = noAttributeNames,
): LoginAttributes {
  const groups = new Map<string, { readonly name: string; readonly owners: string[]; readonly values: string[] }>()
  for (const record of records) {
    const { key, name: called } = attributeOf(record, columns, names)
    const group = groups.get(key) ?? { name: called, owners: [], values: [] }
    const text = textOf(record[columns.value])
    if (text === null) continue
    group.owners.push(trimmedText(record[columns.owner]))
    group.values.push(text)
    groups.set(key, group)
  }
  const all = [...groups].filter(([, { owners }]) => owners.length > 0 && new Set(owners).size === owners.length)
  const one = (is: (group: { readonly name: string; readonly values: readonly string[] }) => boolean) => {
    const [found, ...others] = all.filter(([, group]) => is(group))
    return found === undefined || others.length > 0 ? null : found[0]
  }
  const isNamed = all.some(([, group]) => isPasswordAttribute(group.name))
  return {
    email: one(
      (group) => fitOfName('email', group.name) === 'exact' && group.values.every((text) => text.includes('@')),
    ),
    hash: isNamed
      ? one(
          (group) =>
            isPasswordAttribute(group.name) &&
            group.values.every((text) => hashLikenessUnderPasswordName(text) !== null),
        )
      : one((group) => withoutName.test(group.name) && group.values.length > 1 && group.values.every(isSureHash)),
  }
}

const withoutName = /^\d{1,12}$/

function isSureHash(text: string): boolean {
  return hashLikeness(text) === 'certain' || isSaltedDigest(text)
}
