import { hashLikeness } from '../../../../shared/hashes/hash-likeness.ts'
import { isObject, parseJson } from '../../../../shared/json.ts'
import type { SourceRecord } from '../../../../shared/mapping/export-format.ts'
import { isEmailAddress } from '../../../../shared/users/normalise-email.ts'

/*
 * JSON and YAML that define data in place of holding them: the tables of a database, the fields of a form, the schema of an API. By its structure: each
 * of several fields has a type of data and no value.
 */

const ofType = /^(?:data_?|bson|sql_?|column_?|field_?|value_?)?type$/i
const typeOfData =
  /^(?:string|text|(?:var)?char\w*|u?int(?:eger)?\d{0,2}|bigint|serial|long|number|numeric|decimal|float|double|bool(?:ean)?|date(?:time)?|time(?:stamp)?\w*|uuid|jsonb?|object|array|list|enum\w*|scalar|email|password|url|file|select|relation|bytes|blob|id|null)\b/i
const nameOfField = /^(?:name|key|field|column|column_?name|label)$/i
const ofExample = /^(?:examples?|default|placeholder|description)$/i
const valueOfField = /^(?:value|values)$/i

const bounds = { depth: 10, values: 20_000 }

/** Whether all records define data, or the whole content that holds them does and none has a login. `whole`: the text of a small file, else null. */
export function areDefinitions(records: readonly SourceRecord[], whole: string | null): boolean {
  if (records.length === 0) return false
  if (records.every((record) => defines(record) && !hasLogin(record, 2))) return true
  if (whole === null || records.some((record) => !isField(record) && hasLogin(record, bounds.depth))) return false
  const content = parseJson(whole)
  return isObject(content) && defines(content) && !hasLogin(content, 2)
}

/** Whether a record is the definition of a field, or holds several of fields. */
function defines(record: SourceRecord): boolean {
  let left = bounds.values
  const holds = (value: unknown, depth: number): boolean => {
    left -= 1
    if (typeof value !== 'object' || value === null || depth > bounds.depth || left < 0) return false
    const members: readonly unknown[] = Object.values(value)
    return areFields(value) || members.some((member) => holds(member, depth + 1))
  }
  return isNamedField(record) || holds(record, 0)
}

/** Whether a list or an object holds definitions of fields and nothing else: each with its name, or under it. */
function areFields(value: object): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isNamedField)
  const members: readonly unknown[] = Object.values(value)
  return (
    members.length > 1 && members.some(isField) && members.every((member) => isField(member) || isShortField(member))
  )
}

/** A field by its type alone, as YAML shortens it beside others: `password: string(128)`. */
function isShortField(value: unknown): boolean {
  return typeof value === 'string' && typeOfData.test(value)
}

function isNamedField(value: unknown): boolean {
  return isField(value) && Object.entries(value).some(([name, inside]) => nameOfField.test(name) && isName(inside))
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && /^[\p{L}_$][\p{L}\p{N}_$. -]{0,100}$/u.test(value)
}

function isField(value: unknown): value is object {
  if (!isObject(value)) return false
  const members = Object.entries(value)
  const isTyped = members.some(([name, inside]) => ofType.test(name) && isType(inside))
  return (
    isTyped && members.every(([name, inside]) => !valueOfField.test(name) && (ofExample.test(name) || !isLogin(inside)))
  )
}

/** A type of data: by its name, several names, or an object that names its kind. */
function isType(value: unknown): boolean {
  if (typeof value === 'string') return typeOfData.test(value)
  if (Array.isArray(value)) return value.length > 0 && value.every(isType)
  return isObject(value) && typeof value['kind'] === 'string' && 'name' in value
}

/** Whether a value of a record, down to a depth and outside of definitions, is an email address or a password hash. */
function hasLogin(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return isLogin(value)
  if (depth === 0 || areFields(value)) return false
  const members: readonly unknown[] = Object.values(value)
  return members.some((member) => hasLogin(member, depth - 1))
}

function isLogin(value: unknown): boolean {
  return typeof value === 'string' && (isEmailAddress(value.trim()) || hashLikeness(value) === 'certain')
}

export const ofDefinitions =
  'This file defines data, such as the tables of a database, the fields of a form or the schema of an API, and holds no users. Export the users from the system that it describes.'
