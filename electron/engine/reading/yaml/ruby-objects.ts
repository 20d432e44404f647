import { isObject } from '../../../../shared/json.ts'

/*
 * Objects of Ruby as Psych, its library for YAML, writes them: under a tag with the name of a class, and with the variables of the object
 * (`"@cost": 12`) among its members. A text or a time of such a class is an object there, and beside others that are plain.
 */

/** The value of an object with a tag: the text, the time, the hash or the record of a database that it stands for; any other stays as it is. */
export function ofRuby(value: unknown, tag: string): unknown {
  if (!isObject(value) || !ofPsych.test(tag)) return value
  const [text, ...others] = Object.entries(value).filter(([name]) => !name.startsWith('@'))
  if (ofText.test(tag) && text !== undefined && others.length === 0 && nameOfText.test(text[0])) return text[1]
  if (tag.endsWith('::TimeWithZone')) return value['utc'] ?? value['time'] ?? value
  if (tag.includes('-with-ivars')) return value['elements'] ?? value
  return recordOf(value)
}

const ofPsych = /^(?:!(?:ruby\/|str:)|tag:ruby\.yaml\.org,)/
/** Tags of texts and of passwords, which are texts. */
const ofText = /^(?:!(?:ruby\/string|str)(?::|$)|tag:ruby\.yaml\.org,\d{4}:string(?::|$)|!ruby\/object:\S*Password$)/
const nameOfText = /^(?:str|=|value|__string__)$/

/** A record of Active Record with its columns as its own members: they are in `attributes`, or each with its name in a list. */
function recordOf(value: Readonly<Record<string, unknown>>): object {
  const { attributes, concise_attributes: listed, ...rest } = value
  const columns = isObject(attributes) ? attributes : columnsIn(listed)
  const isApart = columns !== null && !Object.keys(columns).some((name) => name in rest)
  return isApart ? { ...rest, ...columns } : value
}

function columnsIn(list: unknown): object | null {
  if (!Array.isArray(list)) return null
  const columns = list.flatMap((one: unknown): [string, unknown][] =>
    isObject(one) && typeof one['name'] === 'string' ? [[one['name'], columnValue(one)]] : [],
  )
  return columns.length === list.length ? Object.fromEntries(columns) : null
}

/** Its value as the database has it, or as the program set it. */
function columnValue(column: Readonly<Record<string, unknown>>): unknown {
  return column['value_before_type_cast'] ?? column['value'] ?? null
}
