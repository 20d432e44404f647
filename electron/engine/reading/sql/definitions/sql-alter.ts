import {
  alteredHead,
  columnOf,
  type CreatedTable,
  elements,
  namePattern,
  sqlHead,
  tableOf,
  withoutComments,
} from '../sql-heads.ts'

/* ALTER TABLE: the columns of a table afterwards, which rows without column names have from then on, and their defaults. */

const ifThere = '(?:IF\\s+(?:NOT\\s+)?EXISTS\\s+)?'
const notColumn = '(?!(?:CONSTRAINT|DEFAULT|PRIMARY|FOREIGN|UNIQUE|CHECK|KEY|INDEX|FULLTEXT|SPATIAL|PARTITION)\\b)'
const added = new RegExp(`^\\s*ADD\\s+(?:COLUMN\\s+)?${ifThere}${notColumn}(?=[("\`[\\p{L}_])`, 'iu')
/** A further column of SQL Server behind the first, without the word before it. */
const further = new RegExp(
  `^\\s*(?!(?:ADD|DROP|ALTER|CHANGE|MODIFY|RENAME|ENGINE|AUTO_INCREMENT|COMMENT)\\b)${notColumn}${namePattern}\\s+\\S`,
  'iu',
)
const dropped = new RegExp(
  `^\\s*DROP\\s+(?:COLUMN\\s+)?${ifThere}${notColumn}(${namePattern})\\s*(?:CASCADE|RESTRICT)?\\s*$`,
  'iu',
)
const changed = new RegExp(`^\\s*CHANGE\\s+(?:COLUMN\\s+)?${ifThere}(${namePattern})\\s+(?=\\S)`, 'iu')
const modified = new RegExp(`^\\s*MODIFY\\s+(?:COLUMN\\s+)?${ifThere}(?=["\`[\\p{L}_])`, 'iu')
const renamed = new RegExp(`^\\s*RENAME\\s+COLUMN\\s+(${namePattern})\\s+TO\\s+(${namePattern})\\s*$`, 'iu')
const redefined = new RegExp(`^\\s*ALTER\\s+(?:COLUMN\\s+)?(${namePattern})\\s+(?:SET|DROP)\\s+DEFAULT\\b`, 'iu')
/** A default of SQL Server, which is a constraint with a name of its own. */
const ofConstraint = new RegExp(
  `^\\s*ADD\\s+(?:CONSTRAINT\\s+${namePattern}\\s+)?(DEFAULT\\s[^]{1,200}?)\\sFOR\\s+(${namePattern})\\s*$`,
  'iu',
)
const place = new RegExp(`\\s(?:(FIRST)|AFTER\\s+(${namePattern}))\\s*$`, 'iu')

/** The table that an ALTER TABLE changes; null for any other statement. */
export function tableAltered(text: string): string | null {
  return tableOf(alteredHead, withoutComments(text).trim())
}

/** One action of an ALTER TABLE, of which several may follow one another. */
type Alteration = { readonly kind: 'adds' | 'other'; readonly text: string }

function alterationsOf(text: string): { readonly table: string; readonly all: readonly Alteration[] } | null {
  const whole = withoutComments(text).trim()
  const plain = whole.endsWith(';') ? whole.slice(0, -1) : whole
  const head = alteredHead.exec(plain)
  if (head?.[1] === undefined) return null
  const all: Alteration[] = []
  for (const element of elements(plain.slice(head[0].length))) {
    const begins = added.exec(element)
    const isAdded = begins !== null || (all.at(-1)?.kind === 'adds' && further.test(element))
    const definition = element.slice(begins?.[0].length ?? 0)
    // Oracle and MySQL list several columns in parentheses.
    const listed = isAdded && definition.startsWith('(') ? elements(definition.slice(1)) : [definition]
    all.push(
      ...(isAdded
        ? listed.map((one) => ({ kind: 'adds', text: one }) as const)
        : [{ kind: 'other', text: element } as const]),
    )
  }
  return { table: sqlHead.plainPath(head[1]), all }
}

/**
 * The columns that an ALTER TABLE adds with a constant, which all rows have then; null for any other statement. SQL Server gives it to rows
 * that are there only where they must have a value.
 */
export function addedDefaults(
  text: string,
  { lines }: { readonly lines: boolean },
): { readonly table: string; readonly set: Readonly<Record<string, string>> } | null {
  if (!/^ALTER\s+TABLE\s/i.test(text) || !/\sDEFAULT\b/i.test(text)) return null
  const alterations = alterationsOf(text)
  if (alterations === null) return null
  const set: Record<string, string> = {}
  for (const { kind, text: definition } of alterations.all) {
    const { name, defaultValue = null } = (kind === 'adds' ? columnOf(definition) : null) ?? {}
    if (name === undefined || defaultValue === null || name === '__proto__') continue
    if (!lines || /\bNOT\s+NULL\b|\bWITH\s+VALUES\b/i.test(definition)) set[name] = defaultValue
  }
  return Object.keys(set).length === 0 ? null : { table: alterations.table, set }
}

/** A table as an ALTER TABLE of it leaves it. */
export function altered(text: string, created: CreatedTable): CreatedTable {
  return (alterationsOf(text)?.all ?? []).reduce(
    (table, { kind, text: one }) => (kind === 'adds' ? withColumn(table, one) : otherwiseAltered(table, one)),
    created,
  )
}

function otherwiseAltered(table: CreatedTable, element: string): CreatedTable {
  const drops = dropped.exec(element)
  if (drops?.[1] !== undefined) return withoutColumn(table, sqlHead.plainPath(drops[1]))
  const renames = renamed.exec(element)
  if (renames?.[1] !== undefined && renames[2] !== undefined)
    return withColumnAt(table, sqlHead.plainPath(renames[1]), sqlHead.plainPath(renames[2]))
  const changes = changed.exec(element)
  if (changes?.[1] !== undefined)
    return redefinedAs(table, sqlHead.plainPath(changes[1]), element.slice(changes[0].length))
  const modifies = modified.exec(element)
  if (modifies !== null) {
    const definition = element.slice(modifies[0].length)
    const column = columnOf(definition)
    return column === null ? table : redefinedAs(table, column.name, definition)
  }
  const [, value, constrained] = ofConstraint.exec(element) ?? []
  if (value !== undefined && constrained !== undefined) {
    const { defaultValue = null } = columnOf(`x ${value}`) ?? {}
    return { ...table, defaults: withDefault(table.defaults, sqlHead.plainPath(constrained), defaultValue) }
  }
  const redefines = redefined.exec(element)
  if (redefines?.[1] === undefined) return table
  const { defaultValue = null } = columnOf(element.replace(/^\s*ALTER\s+(?:COLUMN\s+)?/i, '')) ?? {}
  return { ...table, defaults: withDefault(table.defaults, sqlHead.plainPath(redefines[1]), defaultValue) }
}

/** A table with one more column, at its end or where the definition says. */
function withColumn(table: CreatedTable, definition: string): CreatedTable {
  const column = columnOf(definition.replace(place, ' '))
  if (column === null || table.columns.some((name) => isSame(name, column.name))) return table
  const { name, defaultValue, isComputed } = column
  return {
    ...table,
    columns: placed(table.columns, name, definition),
    computed: isComputed ? [...table.computed, name] : table.computed,
    defaults: withDefault(table.defaults, name, defaultValue),
    enums: withMembers(table.enums, name, column.members),
  }
}

function withoutColumn(table: CreatedTable, dropped: string): CreatedTable {
  const rest = (names: readonly string[]) => names.filter((name) => !isSame(name, dropped))
  return {
    ...table,
    columns: rest(table.columns),
    computed: rest(table.computed),
    defaults: withDefault(table.defaults, dropped, null),
    enums: withMembers(table.enums, dropped, null),
  }
}

/** A table in which another definition takes the place of a column's. */
function redefinedAs(table: CreatedTable, former: string, definition: string): CreatedTable {
  const column = columnOf(definition.replace(place, ' '))
  if (column === null || !table.columns.some((name) => isSame(name, former))) return table
  const moved = place.test(definition)
  const plain = { ...withoutDefault(table, former), enums: withMembers(table.enums, former, null) }
  const named = withColumnAt(plain, former, column.name)
  const columns = moved
    ? placed(
        named.columns.filter((name) => name !== column.name),
        column.name,
        definition,
      )
    : named.columns
  const { name, defaultValue, members } = column
  return {
    ...named,
    columns,
    defaults: withDefault(named.defaults, name, defaultValue),
    enums: withMembers(named.enums, name, members),
  }
}

function withoutDefault(table: CreatedTable, column: string): CreatedTable {
  return { ...table, defaults: withDefault(table.defaults, column, null) }
}

/** A table in which a column has another name. */
function withColumnAt(table: CreatedTable, former: string, name: string): CreatedTable {
  const rename = (names: readonly string[]) => names.map((one) => (isSame(one, former) ? name : one))
  const defaults = new Map([...table.defaults].map(([one, value]) => [isSame(one, former) ? name : one, value]))
  const members = table.enums.get(former.toLowerCase()) ?? null
  const enums = withMembers(withMembers(table.enums, former, null), name, members)
  return { ...table, columns: rename(table.columns), computed: rename(table.computed), defaults, enums }
}

function placed(columns: readonly string[], name: string, definition: string): readonly string[] {
  const [, first, before] = place.exec(definition) ?? []
  const after = before === undefined ? '' : sqlHead.plainPath(before)
  const at = first !== undefined ? 0 : columns.findIndex((one) => isSame(one, after)) + 1
  return first === undefined && at === 0 ? [...columns, name] : columns.toSpliced(at, 0, name)
}

function withDefault(
  defaults: CreatedTable['defaults'],
  column: string,
  value: string | null,
): CreatedTable['defaults'] {
  const rest = [...defaults].filter(([name]) => !isSame(name, column))
  return new Map(value === null ? rest : [...rest, [column, value] as const])
}

function withMembers(
  enums: CreatedTable['enums'],
  column: string,
  members: readonly string[] | null,
): CreatedTable['enums'] {
  const rest = [...enums].filter(([name]) => !isSame(name, column))
  return new Map(members === null ? rest : [...rest, [column.toLowerCase(), members] as const])
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
