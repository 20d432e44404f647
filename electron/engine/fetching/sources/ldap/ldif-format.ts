import type { FetchFormat, JsonObject } from '../../source.ts'

/*
 * LDIF (RFC 2849), which any directory reads and our own reader as well. A record is an entry: its name, its id, and its
 * values as pairs of an attribute and its bytes in base64.
 */

export const ldif: FetchFormat = {
  begin: 'version: 1\n\n',
  terminator: '\n\n',
  write: ({ dn, values }) => {
    const pairs = Array.isArray(values) ? values : []
    const lines = pairs.flatMap((pair) =>
      Array.isArray(pair) ? [line(String(pair[0]), Buffer.from(String(pair[1]), 'base64'))] : [],
    )
    return [line('dn', Buffer.from(typeof dn === 'string' ? dn : '', 'utf8')), ...lines].join('\n')
  },
  read: (block) => {
    const lines = block.split('\n').map(readLine)
    const dn = lines.find(([name]) => name === 'dn')?.[1].toString('utf8') ?? ''
    return { dn, id: idOf(dn, lines) }
  },
}

/** A description of an attribute: its name or number, and options (RFC 4512, 2.5). */
const description = /^[A-Za-z0-9][A-Za-z0-9.;-]{0,255}$/

/** The error of an attribute whose name would be more than a name in a file. */
export const notAnAttribute = 'Not an attribute'

/** An entry as a record. Throws where an attribute has no name that one can have. */
export function entryRecord(dn: string, values: readonly (readonly [string, Buffer])[]): JsonObject {
  if (!values.every(([name]) => description.test(name))) throw new Error(notAnAttribute)
  return { dn, id: idOf(dn, values), values: values.map(([name, bytes]) => [name, bytes.toString('base64')]) }
}

const ids = ['entryuuid', 'objectguid', 'nsuniqueid', 'ipauniqueid']

/** An entry that was renamed while it was read keeps its id. */
function idOf(dn: string, values: readonly (readonly [string, Buffer])[]): string {
  const found = values.find(([name]) => ids.includes(name.toLowerCase()))
  return found === undefined ? `dn:${dn.toLowerCase()}` : `${found[0].toLowerCase()}:${found[1].toString('base64')}`
}

/** Text that stands as it is; anything else is written in base64. */
const safe = /^(?![ :<])[\u0020-\u007e]*(?<! )$/

function line(name: string, bytes: Buffer): string {
  const text = bytes.toString('latin1')
  return safe.test(text) ? `${name}: ${text}` : `${name}:: ${bytes.toString('base64')}`
}

function readLine(text: string): readonly [string, Buffer] {
  const colon = text.indexOf(':')
  const isBase64 = text.charAt(colon + 1) === ':'
  const value = text.slice(colon + (isBase64 ? 3 : 2))
  return [text.slice(0, colon), Buffer.from(value, isBase64 ? 'base64' : 'latin1')]
}
