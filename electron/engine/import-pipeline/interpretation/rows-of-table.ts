import {
  areThingsOfPeople,
  ofThingsOfPeople,
  ownerOfThings,
  withoutStates,
} from '../../../../shared/mapping/entries/thing-rows.ts'
import { mappingOfKeptOut } from '../../../../shared/exports/standing/lists-of-kept-out.ts'
import type { Sample } from '../../../../shared/mapping/export-format.ts'
import type { Mapping } from '../../../../shared/mapping/mapping.ts'
import { saysEnabled, stemOfFile, withoutSchema } from '../../../../shared/mapping/names/column-words.ts'
import { memberColumn } from '../../../../shared/mapping/rows/standing-rows.ts'
import { type FileDecisions, type Interpretation, isUndecided, wholeMapping } from './interpretation.ts'

/* Kinds of rows in a table of the operator's own: not all tables with IDs or addresses of users list users. */

/**
 * `kept-out`: users who may not sign in. `things`: orders, tickets or the like, with the column that names the user of each. `things-of-people`: sessions, comments or
 * the like, with an address of a person. `members`: users in groups. `mapping`: what of its columns counts for users.
 */
export type RowsOfTable = { readonly mapping: Mapping } & (
  | { readonly kind: 'users' | 'kept-out' | 'things-of-people' | 'members' }
  | { readonly kind: 'things'; readonly owner: string }
)

/** A sample of the records of a file, or of a table of a dump. */
export type FileOrTableSample = Sample & { readonly table?: string }

/** `suggested`: the mapping of all columns by their names and values. `isAlone`: no other table has the logins of its rows. */
export function rowsOfTable(
  sample: FileOrTableSample,
  suggested: Mapping,
  file: FileDecisions,
  isAlone: boolean,
): RowsOfTable {
  const name = nameOfTable(sample, file)
  const keptOut =
    file.provider_override === null ? mappingOfKeptOut(suggested, sample, sample.table ?? file.name ?? '') : null
  if (keptOut !== null) return { kind: 'kept-out', mapping: keptOut }
  const owner = isAlone && wholeMapping(file) === null ? ownerOfThings(sample, suggested, name) : null
  if (owner !== null) return { kind: 'things', owner, mapping: withoutStates(suggested, name) }
  if (isAlone && isUndecided(file) && areThingsOfPeople(suggested, name))
    return { kind: 'things-of-people', mapping: ofThingsOfPeople(suggested, sample) }
  if (memberColumn(sample, suggested) !== null) return { kind: 'members', mapping: withoutActiveFlags(suggested) }
  return { kind: 'users', mapping: suggested }
}

/** The table without its schema, or the file without its extension. */
export function nameOfTable({ table }: FileOrTableSample, { name = '' }: FileDecisions): string {
  return table === undefined ? stemOfFile(name) : withoutSchema(table)
}

/** The same mapping without flags of memberships and roles that hold today. A ban is of the user alone. */
function withoutActiveFlags(mapping: Mapping): Mapping {
  const isFlag = ({ path, target }: Mapping['columns'][number]) => target === 'disabled' && saysEnabled(path)
  return { ...mapping, columns: mapping.columns.filter((column) => !isFlag(column)) }
}

const mappedByThings = { mapped: 'its rows are things of users', others: 'it is said of a thing, and not of its user' }

/** Why rows that are no users map a column, and why no other one. */
export const mappedByRows: Readonly<
  Record<Exclude<RowsOfTable['kind'], 'users'>, NonNullable<Interpretation['mappedBy']>>
> = {
  'kept-out': {
    mapped: 'the file lists people who are kept out',
    others: 'not needed in a list of people who are kept out',
  },
  things: mappedByThings,
  'things-of-people': mappedByThings,
  members: {
    mapped: 'its rows say which users are in which groups or have which roles',
    others: 'it is said of a group or a role, and not of the user',
  },
}
