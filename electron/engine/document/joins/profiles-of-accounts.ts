import * as z from 'zod'
import { mayRefer, referenceWord } from '../../../../shared/mapping/entries/references.ts'
import { namesPeople } from '../../../../shared/mapping/names/account-names.ts'
import {
  isLoginName,
  isSignInName,
  lastName,
  splitPath,
  stemOfFile,
  withoutSchema,
} from '../../../../shared/mapping/names/column-words.ts'
import { isOfPersons } from '../../../../shared/mapping/names/people-names.ts'
import { fileTable, type SourceFile } from '../files.ts'
import { fileFact, setFileFact } from '../source-facts.ts'
import { allRows, type Database, oneNumber, run, sql } from '../sqlite.ts'
import { mapsContact, pathIn } from './mapped-files.ts'
import { nounsOf } from './named-rows.ts'
import { referenceOf } from './reference-columns.ts'
import { isTelling } from './sign-in-names.ts'
import { broughtBy, type LoginFile } from './referring-files.ts'

/*
 * Files with people named by a foreign key of accounts in another file, as `member_id` beside the ID and the password of an account. The accounts are
 * `a`, and the people `b`.
 */

/** Accounts and people, by the column in which the accounts have the IDs of the people. */
export type Link = {
  readonly accounts: SourceFile
  readonly column: string
  readonly people: SourceFile
  /** The column has the name of the ID, or of the file; else only IDs that a program made tell. */
  readonly isNamed: boolean
  /** The names say that people are meant, so that each is the person of its account. */
  readonly isOfPeople: boolean
}

/** The links that the columns of files allow, one for each column and file of people. Whether values agree is another matter. */
export function possibleLinks(database: Database): readonly Link[] {
  const files = fileTable.list(database).filter(({ complete }) => complete)
  const accounts = files.filter((file) => isOwn(file) && pathIn(file, 'password-hash') !== undefined)
  if (accounts.length === 0) return []
  const people = files.filter(
    (file) =>
      isOwn(file) &&
      pathIn(file, 'source-id') !== undefined &&
      broughtBy(database, file) === 'details' &&
      referenceOf(database, file) === null,
  )
  return accounts.flatMap((file) =>
    columnsOf(database, file).flatMap((column) =>
      people.flatMap((other) => (other === file ? [] : [linkOf(database, file, column, other)])),
    ),
  )
}

function isOwn({ recognition, mapping }: SourceFile): boolean {
  return recognition?.provider === 'generic' && mapping !== null
}

/** Columns that may name another row of a file for each account. */
function columnsOf(database: Database, file: SourceFile): readonly string[] {
  const mapped = new Set(file.mapping?.columns.map(({ path }) => path))
  return (fileFact(database, file.id, 'column-counts')?.columns ?? []).flatMap(({ path, filled, distinct }) =>
    !mapped.has(path) && filled > 0 && distinct * 10 >= filled * 9 && mayRefer(path) ? [path] : [],
  )
}

function linkOf(database: Database, accounts: SourceFile, column: string, people: SourceFile): Link {
  const key = lastName(pathIn(people, 'source-id') ?? '')
  const nouns = nounsOf(splitPath(column).name)
  const list = nounsOf(withoutSchema(stemOfFile(people.name))).at(-1)
  const isNamed = (lastName(column) === key && nouns.length > 0) || (list !== undefined && nouns.at(-1) === list)
  const columns = fileFact(database, people.id, 'column-counts')?.columns ?? []
  const isOfPeople = namesPeople(column) || isOfPersons(columns.map(({ path }) => path))
  return { accounts, column, people, isNamed, isOfPeople }
}

/** Collects the values of links in a temporary table. */
export function collectLinks(database: Database, links: readonly Link[]): void {
  database.exec(`CREATE TEMP TABLE IF NOT EXISTS link (link INTEGER NOT NULL, user_id INTEGER NOT NULL, name TEXT NOT NULL);
    CREATE INDEX IF NOT EXISTS temp.link_by_name ON link (name);
    DELETE FROM link`)
  for (const [at, { accounts, column }] of links.entries()) {
    const word = referenceWord(column)
    run(
      database,
      `INSERT INTO link SELECT ?, t.user_id, substr(one.value, ?) FROM user AS a CROSS JOIN user_text AS t ON t.user_id = a.id, json_each(t.keys) AS one
       WHERE a.file_id = ? AND substr(one.value, 1, ?) = ?`,
      at,
      word.length + 1,
      accounts.id,
      word.length,
      word,
    )
  }
}

/**
 * The joins of people with the accounts that name them. `isDecided`: the operator said that they are the same, where the names do not tell, or some of
 * the people are missing.
 */
export function joinsOfLinks(database: Database, links: readonly Link[], isDecided: boolean): readonly LoginFile[] {
  return links.flatMap((link, at) => {
    const how = standOf(database, link, at)
    if (how === 'none' || (how === 'asked' && !isDecided)) return []
    const { people: file, column } = link
    const same = conditionOf(link, at)
    const bringsContact = mapsContact(file)
    return [
      { file, brings: 'details', by: 'link', key: column, same, bringsContact, toAny: true, isSure: true } as const,
    ]
  })
}

/** The person of `b` is the one that the account names. */
function conditionOf({ isNamed }: Link, at: number): string {
  return `a.id IN (SELECT user_id FROM temp.link WHERE link = ${at} AND name = b.source_id)${isNamed ? '' : ` AND ${isTelling}`}`
}

/** Whether a link holds: nearly all of its values are IDs of the people, each of another one. */
function standOf(database: Database, link: Link, at: number): 'sure' | 'asked' | 'none' {
  const values = oneNumber(sql(database, 'SELECT count(*) AS n FROM link WHERE link = ?'), at)
  const distinct = oneNumber(sql(database, 'SELECT count(DISTINCT name) AS n FROM link WHERE link = ?'), at)
  if (values === 0 || distinct * 10 < values * 9) return 'none'
  const found = oneNumber(
    sql(
      database,
      `SELECT count(*) AS n FROM link JOIN user AS b ON b.source_id = link.name AND b.file_id = ? WHERE link = ?${link.isNamed ? '' : ` AND ${isTelling}`}`,
    ),
    link.people.id,
    at,
  )
  if (found === 0) return 'none'
  if (found * 10 >= values * 9) return link.isOfPeople ? 'sure' : 'asked'
  return link.isNamed && link.isOfPeople ? 'asked' : 'none'
}

/** The files of people with a person that was joined with its account: the other people have no account. */
export function filesWithLinkedPeople(database: Database, links: readonly Link[]): ReadonlySet<number> {
  return new Set(links.flatMap(({ accounts, people }) => (areJoined(database, accounts, people) ? [people.id] : [])))
}

/** Stores for each file the columns by whose values its rows were joined with users of other files, besides their ID. */
export function storeJoinColumns(database: Database, links: readonly Link[]): void {
  const files = fileTable.list(database).filter(({ complete }) => complete)
  const named = new Set(
    files.flatMap(({ id }) => {
      const owners = fileFact(database, id, 'named-owners') ?? []
      return owners.length === 0 ? [] : [id, ...owners]
    }),
  )
  for (const file of files) {
    const linked = links.filter(
      ({ accounts, people }) => accounts.id === file.id && areJoined(database, accounts, people),
    )
    const reference = file.recognition?.role === 'parts' && files.length > 1 ? referenceOf(database, file) : null
    const names = named.has(file.id) ? signInColumns(database, file) : []
    const columns = [...linked.map(({ column }) => column), ...(reference === null ? [] : [reference]), ...names]
    setFileFact(database, file.id, 'join-columns', columns)
  }
}

/** The columns of a file that may be a key and are called what users sign in with. */
function signInColumns(database: Database, { id }: SourceFile): readonly string[] {
  const unused = fileFact(database, id, 'columns-read')?.unused ?? []
  return unused.flatMap(({ column, mayBe }) => {
    const isName = isLoginName(column) || isSignInName(column, true)
    return mayBe !== undefined && isName ? [column] : []
  })
}

function areJoined(database: Database, accounts: SourceFile, people: SourceFile): boolean {
  const joined = `SELECT 1 FROM partial_record AS p CROSS JOIN user AS a ON a.id = p.user_id WHERE p.file_id = ? AND a.file_id = ? LIMIT 1`
  return sql(database, joined).get(people.id, accounts.id) !== undefined
}

const userRow = z.object({ id: z.number() })

/** Accounts and people who were not joined, although a column says that they may be one person each. */
export function openLinks(database: Database, links: readonly Link[]): readonly number[] {
  if (links.length === 0) return []
  collectLinks(database, links)
  return links
    .flatMap((link, at) =>
      standOf(database, link, at) === 'none' ? [] : allRows(userRow, sql(database, pairsOf(link, at)), link.people.id),
    )
    .map(({ id }) => id)
}

const pairsOf = (
  link: Link,
  at: number,
) => `WITH pair AS MATERIALIZED (SELECT a.user_id AS account, b.id AS person FROM link AS a
    JOIN user AS b ON b.source_id = a.name AND b.file_id = ? WHERE a.link = ${at}${link.isNamed ? '' : ` AND ${isTelling}`})
  SELECT account AS id FROM pair UNION SELECT person FROM pair`
