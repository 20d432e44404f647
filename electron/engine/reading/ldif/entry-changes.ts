import type { StatementFault } from '../raw-record.ts'

/*
 * Changes of entries in LDIF (RFC 2849, "change records"): a directory applies them to its entries, which this app does not. Those that may remove
 * a person, or change how one signs in, hold the run back.
 */

/** The fault of a change to settings of the server, to its units, or to the members of groups: no login depends on it. */
const ofOthers =
  'This is a change to an entry, not an entry. Export the entries themselves, for example with "ldapsearch -LLL" or "slapcat".'

/** The fault of a change record that may be about a user. */
const ofUser: StatementFault = { statement: 'entry-change', reason: ofOthers }

/** The fault of a change record by its lines; `kind`: what `changetype` says. */
export function changeFault(kind: string, lines: readonly string[]): StatementFault | string {
  const name = lines.find((line) => /^dn:/i.test(line)) ?? ''
  if (/^dn:\s*(?:ou|o|dc|c|olc\w+)=/i.test(name) || /(?:^dn:\s*|,\s*)cn=(?:config|schema|monitor)\s*$/i.test(name))
    return ofOthers
  if (kind !== 'modify') return ofUser
  const changed = lines.flatMap((line) => /^(?:add|delete|replace|increment):\s*([\w.-]+)/i.exec(line)?.[1] ?? [])
  return changed.length > 0 && changed.every((attribute) => ofGroups.test(attribute)) ? ofOthers : ofUser
}

/** Attributes of groups and of access to entries. */
const ofGroups = /^(?:member|memberuid|uniquemember|memberof|aci|entryttl|description|objectclass|olc\w+)$/i
