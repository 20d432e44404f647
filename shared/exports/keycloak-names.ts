import type { Names, NamesOfTables, Sample, SourceRecord } from '../mapping/export-format.ts'
import { booleanField, hasFields, textField } from './fields.ts'

/** Column names in lower case: databases differ in how they write them. */
export function lowerKeys(record: SourceRecord): SourceRecord {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name.toLowerCase(), value]))
}

/** The columns that tell each table that others refer to; a name alone may be that of any product's table. */
const columnsOf: Readonly<Record<string, readonly string[]>> = {
  realm: ['id', 'name'],
  keycloak_role: ['id', 'name', 'client_role'],
  client: ['id', 'client_id', 'realm_id'],
  keycloak_group: ['id', 'name', 'parent_group'],
}

/** The name of a table without its schema, in lower case. */
export function tableName({ table = '' }: Pick<Sample, 'table'>): string {
  return table.slice(table.lastIndexOf('.') + 1).toLowerCase()
}

/** Tables of Keycloak whose names its other tables refer to by UUID: realms, roles, clients, and groups. */
export const keycloakNames: NamesOfTables = {
  isTable: (sample) => {
    const columns = columnsOf[tableName(sample)]
    const [first] = sample.records
    return columns !== undefined && first !== undefined && hasFields(lowerKeys(first), ...columns)
  },
  read: (record, table) => {
    const row = lowerKeys(record)
    const id = textField(row, 'id')
    const name = textField(row, 'name')
    if (id === null) return []
    switch (tableName({ table })) {
      case 'realm':
        return entries([`realm:${id}`, name])
      case 'client':
        return entries([`client:${id}`, textField(row, 'client_id')])
      case 'keycloak_group':
        return entries([`group:${id}`, name], [`group-parent:${id}`, textField(row, 'parent_group')])
      case 'keycloak_role':
        return booleanField(row, 'client_role') === true
          ? entries([`role:${id}`, name], [`client-of-role:${id}`, textField(row, 'client')])
          : entries([`role:${id}`, name])
      default:
        return []
    }
  },
}

function entries(...found: readonly (readonly [string, string | null])[]): readonly (readonly [string, string])[] {
  return found.flatMap(([key, name]) => (name === null ? [] : [[key, name] as const]))
}

/** A role as realm exports name it: that of a client as `client:role`. A role whose table is missing keeps its UUID. */
export function roleName(id: string, names: Names): string {
  const client = names.get(`client-of-role:${id}`)
  const name = names.get(`role:${id}`) ?? id
  return client === undefined ? name : `${names.get(`client:${client}`) ?? client}:${name}`
}

/** Groups are rarely nested deeper; a database that was changed by hand may have a circle. */
const maxGroupDepth = 32

/** A group as realm exports name it, by its path: `/staff/sales`. */
export function groupPath(id: string, names: Names): string {
  let path = ''
  let at: string | undefined = id
  for (let depth = 0; at !== undefined && at.trim() !== '' && depth < maxGroupDepth; depth += 1) {
    const name = names.get(`group:${at}`)
    if (name === undefined && depth > 0) break
    path = `/${name ?? at}${path}`
    at = names.get(`group-parent:${at}`)
  }
  return path
}
