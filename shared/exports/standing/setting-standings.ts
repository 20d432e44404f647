import { plainAttribute } from '../../mapping/rows/attribute-rows.ts'
import { booleanOf, disabledByWord, isNoTime, isTime, textOf, trimmedText } from '../../mapping/cell.ts'
import type { Entry, SourceRecord } from '../../mapping/export-format.ts'
import { wordsOf } from '../../mapping/names/column-words.ts'
import { mayBePlace } from '../../mapping/names/standing/states-of-countries.ts'
import { standingOfSetting } from '../../mapping/names/standing/standing-names.ts'
import { shownName } from '../../mapping/shown/shown-name.ts'
import { isInFuture } from '../own-columns.ts'
import { meansKeptOut } from './named-standings.ts'

/* Settings of users, one a row by name and value: some keep their user out, and some have the roles of the user. */

/** Creates the reader of settings in a table by name and value. `off`: reads a row that disables its user. */
export function settingReader(
  table: string,
  { key, value }: { readonly key: string; readonly value: string },
  off: (record: SourceRecord) => Entry | null,
): (record: SourceRecord) => Entry | null {
  return (record) => {
    const name = textOf(record[key]) ?? ''
    const text = trimmedText(record[value])
    const roles = serializedRoles(name, text)
    const isOff = keepsOut(name, text)
    const isAsked = !isOff && isOpenState(name, text)
    if (!isOff && !isAsked && roles.length === 0) return null
    const entry = off(record)
    if (isAsked) {
      if (entry?.kind !== 'part') return null
      const field = shownName(`${table}.${plainAttribute(name)}=${text}`)
      return { ...entry, part: { unmapped: [{ kind: 'status', field, value: text, asks: true }] } }
    }
    if (entry?.kind !== 'part' || roles.length === 0) return isOff ? entry : null
    return { ...entry, part: { ...(isOff ? entry.part : {}), roles: roles.map((role) => ofSite(name, role)) } }
  }
}

/** Whether a setting, by name and value, disables the account. */
export function keepsOut(name: string, value: unknown): boolean {
  const text = trimmedText(value)
  if (text === '' || text.length > 2000) return false
  if (serializedRoles(name, text).some(meansKeptOut)) return true
  const setting = standingOfSetting(plainAttribute(name))
  if (setting === null) return false
  if (meansKeptOut(text)) return true
  if (setting.until) return isInFuture(text, Date.now())
  if (isTime(text)) return setting.says === 'keeps-out' && !isNoTime(text)
  return setting.says !== 'status' && booleanOf(text) === (setting.says === 'keeps-out')
}

/** Whether a setting is a state of its account, and its value is no word that is known. A `state` in words may be a part of a country. */
function isOpenState(name: string, text: string): boolean {
  const plain = plainAttribute(name)
  if (!state.test(text) || standingOfSetting(plain)?.says !== 'status' || disabledByWord(text) !== null) return false
  return text !== '0' && !isTime(text) && !mayBePlace(plain)
}

/** A code or a few words. */
const state = /^[\p{L}\d](?:[\p{L}\d._-]|[ ](?=\p{L})){0,31}$/u

/** Whether the name of a setting says who is kept out. */
export function namesStanding(name: string): boolean {
  return standingOfSetting(plainAttribute(name)) !== null
}

/** Longer lists are none of the roles of one user. */
const maxRoles = 10_000

/** Whether a setting has the roles of its user, by its name: `wp_capabilities`, and `wp_2_capabilities` of the second site of a network. */
function holdsRoles(name: string): boolean {
  return wordsOf(name).at(-1) === 'capabilities'
}

/** A role as the core gets it: each site of a network but the first has roles of its own, and an editor of one may be none of another. */
function ofSite(name: string, role: string): string {
  const site = /_(\d+)_capabilities$/.exec(name)?.[1]
  return site === undefined ? role : `site-${site}-${role}`
}

/**
 * The roles in a setting of WordPress, which PHP serialized: `a:1:{s:6:"editor";b:1;}`. Old versions wrote the yes as a number or a text. A
 * no takes a role away. Source: `WP_User::get_role_caps`, https://developer.wordpress.org/reference/classes/wp_user/get_role_caps/.
 */
function serializedRoles(name: string, text: string): readonly string[] {
  if (text.length > maxRoles || !holdsRoles(name)) return []
  return [...text.matchAll(/s:\d+:"([^"]{1,100})";(?:b:1|i:1|s:1:"1");/g)].map(([, role = '']) => role)
}
