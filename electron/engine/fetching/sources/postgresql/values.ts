import type { JsonValue } from '../../source.ts'
import { jsonOrText } from '../database/json-text.ts'

/*
 * Values as a dump has them: the server's text, in which ids, numerics, times, bytes and arrays are exact. Only yes and no,
 * small numbers and JSON become values of JSON.
 */

const bool = 16
const numbers = new Set([21, 23, 26])
const json = new Set([114, 3802])

type Parse = (text: string) => JsonValue

const asIs = (text: string): string => text

/** How the text of a type is read; `oid`: the type's number in the catalog. */
export function parserOf(oid: number): Parse {
  if (oid === bool) return (text) => text === 't'
  if (numbers.has(oid)) return Number
  return json.has(oid) ? jsonOrText : asIs
}

/** For the driver: every value as the text that the server sent. */
export const textTypes = { getTypeParser: () => asIs }
