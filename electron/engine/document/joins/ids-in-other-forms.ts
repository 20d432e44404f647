import * as z from 'zod'
import { anyUserKey, sameColumnKey } from '../../../../shared/mapping/rows/standing-rows.ts'
import { maybeProfileKey, profileKey } from '../../../../shared/mapping/entries/sign-in-names.ts'
import { isOneOfTwoIds, isReferenceKey, referenceWord } from '../../../../shared/mapping/entries/references.ts'
import { refersToPerson } from '../../../../shared/mapping/names/account-names.ts'
import { nameSameIds } from '../../../../shared/mapping/names/ids/id-names.ts'
import { shownName } from '../../../../shared/mapping/shown/shown-name.ts'
import { wordsBeforeNumbers, writtenForm } from '../../../../shared/exports/logins/key-forms.ts'
import { fileTable, type SourceFile } from '../files.ts'
import { lateIndexing } from '../schema.ts'
import { fileFact, setFileFact } from '../source-facts.ts'
import { allIds, allRows, bulkTransaction, type Database, oneNumber, run, sql } from '../sqlite.ts'
import { filesOfFurtherIds } from './ids-of-things.ts'
import { mapsContact, pathIn } from './mapped-files.ts'
import { numbersOwnRows } from './reference-columns.ts'
import { mayHoldUsers } from './referring-files.ts'

/*
 * Rows that name users by an ID in another form: a number without the zeros before it, as spreadsheets and programs write it, or with a word for a user, a
 * UUID in another case or without its dashes, or another key of the users, such as a GUID beside the ID. The ID of its user takes the place of each
 * before files are joined.
 */

/** A form of the IDs of users. `numbers`: without zeros before them; `uuids`: by their digits; else the values of one column of a file of users. */
type Form =
  | { readonly kind: 'numbers' | 'uuids' }
  | { readonly kind: 'keys'; readonly file: SourceFile; readonly word: string }

/** `joined`: IDs of parts were replaced, so that these are to be joined again; `asked`: users whose number is in another file, which does not fit as a whole. */
type Replaced = { readonly joined: boolean; readonly asked: readonly number[] }

/** Replaces IDs under the name of a further key of the users, before any row is joined: the user who has one as its own ID is another one. */
export async function replaceNamedIds(database: Database): Promise<void> {
  const files = fileTable.list(database).filter(({ complete }) => complete)
  const isNamed = (file: SourceFile) => filesOfOtherKey(database, file, files).length > 0
  if (files.some(isNamed)) await replaceIds(database, false, 'named')
}

/** The files whose users have the IDs of a file in another column than that of their own. */
export function filesOfOtherKey(database: Database, file: SourceFile, files: readonly SourceFile[]): readonly number[] {
  const column = columnOfIds(database, file)
  const isReplaced = fileFact(database, file.id, 'ids-replaced') !== null
  return column === null || isReplaced ? [] : filesOfFurtherIds(database, file, column, files)
}

/** Replaces such IDs where each in a file is that of one user, and of no other. `isDecided`: the operator joins the rows that fit. */
export async function replaceIds(
  database: Database,
  isDecided: boolean,
  which: 'named' | 'all' = 'all',
): Promise<Replaced> {
  const files = fileTable.list(database).filter(({ complete }) => complete)
  const reached = files.filter(holdsUsers)
  const listed = reached.length > 0 ? reached : files.filter(({ recognition }) => recognition?.role === 'users')
  // A list of emails, several of one user, numbers its own rows.
  const users = listed.filter((file) => !numbersOwnRows(database, file))
  const isBesideUsers = (file: SourceFile) => users.some(({ id }) => id !== file.id)
  const others = files.filter((file) => (isList(file) && isBesideUsers(file)) || holdsParts(database, file))
  if (users.length === 0 || others.length === 0) return { joined: false, asked: [] }
  const forms = formsOf(database, users, others)
  if (forms.length === 0) return { joined: false, asked: [] }
  await lateIndexing.create(database)
  collectForms(database, forms, users)
  const asked = new Set<number>()
  let joined = false
  for (const file of others) {
    const fits = forms.flatMap((form, at) => fitOf(database, file, form, at) ?? [])
    const named = fits.filter(({ isNamed }) => isNamed === true)
    const whole = (named.length > 0 || which === 'named' ? named : fits).filter(({ isWhole }) => isWhole)
    const chosen =
      whole.length === 1 ? whole[0] : isDecided ? fits.find(({ form }) => form.kind === 'numbers') : undefined
    if (chosen !== undefined) {
      joined = replaceIn(database, file, chosen) || joined
      setFileFact(database, file.id, 'ids-replaced', chosen.isWhole ? 'proven' : 'decided')
    }
    if (whole.length > 0 || which === 'named') continue
    for (const { form, at } of fits)
      if (form.kind === 'numbers') for (const id of usersAlike(database, file, form, at)) asked.add(id)
  }
  return { joined, asked: [...asked] }
}

/** Files of users whose IDs count: those with contacts, and of known products. */
function holdsUsers(file: SourceFile): boolean {
  return file.recognition?.role === 'users' && (file.recognition.provider !== 'generic' || mapsContact(file))
}

/** Whether the rows of a file have IDs and no contacts: then their users may be in another file. */
function isList(file: SourceFile): boolean {
  const isOwn = file.recognition?.provider === 'generic' && mayHoldUsers(file)
  return isOwn && !mapsContact(file) && pathIn(file, 'source-id') !== undefined
}

/** Whether a file has parts that no user has, by an ID: of users in another file or, in a dump, in another table. */
function holdsParts(database: Database, { id }: SourceFile): boolean {
  return sql(database, anyPart).get(id) !== undefined
}

const ofAnyUser = `(keys LIKE '["${anyUserKey}%' OR keys LIKE '["${sameColumnKey}%' OR json_extract(keys, '$[#-1]') LIKE 'id:%')`
const anyPart = `SELECT 1 FROM partial_record WHERE file_id = ? AND user_id IS NULL AND is_other = 0
  AND ${ofAnyUser} LIMIT 1`

/** The forms that IDs of these users may have elsewhere. Most migrations have none. */
function formsOf(database: Database, users: readonly SourceFile[], others: readonly SourceFile[]): readonly Form[] {
  const keys = users.flatMap((file) => wordsIn(database, file).map((word) => ({ kind: 'keys', file, word }) as const))
  const own = users.flatMap((file) => firstIds(database, file))
  const foreign = others.flatMap((file) => [
    ...(isList(file) ? firstIds(database, file) : []),
    ...firstIdsOfParts(database, file),
  ])
  const differIn = (kind: 'number' | 'uuid') => {
    const [one, other] = [own, foreign].map((ids) => new Set(ids.flatMap((id) => writtenForm(id, kind) ?? [])))
    return (
      one !== undefined && other !== undefined && one.size > 0 && other.size > 0 && new Set([...one, ...other]).size > 1
    )
  }
  const hasNumbers = differIn('number') || sql(database, anyPadded).get() !== undefined
  return [
    ...(hasNumbers ? [{ kind: 'numbers' } as const] : []),
    ...(differIn('uuid') ? [{ kind: 'uuids' } as const] : []),
    ...keys,
  ]
}

const firstRow = z.object({ id: z.string() })

function firstIds(database: Database, file: SourceFile): readonly string[] {
  const select = `SELECT source_id AS id FROM user WHERE file_id = ? AND source_id IS NOT NULL LIMIT ${maxShown}`
  return allRows(firstRow, sql(database, select), file.id).map(({ id }) => id)
}

function firstIdsOfParts(database: Database, file: SourceFile): readonly string[] {
  const select = `SELECT ${idOfPart} AS id FROM partial_record WHERE file_id = ? AND user_id IS NULL AND is_other = 0 AND ${ofAnyUser} LIMIT ${maxShown}`
  return allRows(firstRow, sql(database, select), file.id).map(({ id }) => id)
}

const anyPadded = `SELECT 1 WHERE EXISTS (SELECT 1 FROM user WHERE source_id GLOB '0[0-9]*' OR source_id GLOB '[0-9]*.0')
  OR EXISTS (SELECT 1 FROM partial_record WHERE user_id IS NULL AND ${ofAnyUser} AND (keys LIKE '%:0%' OR keys LIKE '%.0"%'))`

const keysRow = z.object({ keys: z.string() })
const keysSchema = z.array(z.string())
/** Users of a file whose keys show which columns have further ones. */
const maxShown = 20

/** The texts before the values of further keys, as the first users of a file show them. */
function wordsIn(database: Database, file: SourceFile): readonly string[] {
  const rows = allRows(
    keysRow,
    sql(
      database,
      `SELECT t.keys FROM user AS u CROSS JOIN user_text AS t ON t.user_id = u.id WHERE u.file_id = ? AND t.keys IS NOT NULL LIMIT ${maxShown}`,
    ),
    file.id,
  )
  const paths = (fileFact(database, file.id, 'column-counts')?.columns ?? []).map(({ path }) => referenceWord(path))
  const words = [profileKey, maybeProfileKey, ...paths]
  const keys = rows.flatMap((row) => keysSchema.parse(JSON.parse(row.keys)))
  const found = keys.flatMap((key) => {
    const [word] = words.filter((one) => key.startsWith(one)).toSorted((one, other) => other.length - one.length)
    return word === undefined ? [] : [word]
  })
  return [...new Set(found)].slice(0, maxWords)
}

const maxWords = 8

/** An ID without blanks and quotation marks around it. */
const bare = (id: string) => `trim(${id}, ' "''')`
/** A number without the zeros before it, without the fraction of a program, and without a word for a user. */
const whole = (id: string) => `CASE WHEN ${id} LIKE '%.0' THEN substr(${id}, 1, length(${id}) - 2)
  ${wordsBeforeNumbers.map((word) => `WHEN lower(${id}) GLOB '${word}[_:/#-][0-9]*' THEN substr(${id}, ${word.length + 2})`).join(' ')} ELSE ${id} END`
const plainNumber = (id: string) =>
  `CASE WHEN length(${id}) < 30 AND ${whole(bare(id))} NOT GLOB '*[^0-9]*' THEN nullif(ltrim(${whole(bare(id))}, '0'), '') END`
/** The digits of a UUID. */
const digits = (id: string) => `lower(replace(replace(replace(${bare(id)}, '-', ''), '{', ''), '}', ''))`
const plainUuid = (id: string) =>
  `CASE WHEN length(${id}) < 50 AND length(${digits(id)}) = 32 AND ${digits(id)} NOT GLOB '*[^0-9a-f]*' THEN ${digits(id)} END`
const plainIn = ({ kind }: Form, id: string) =>
  kind === 'numbers' ? plainNumber(id) : kind === 'uuids' ? plainUuid(id) : id

/** Makes a table of the IDs of users in all forms. */
function collectForms(database: Database, forms: readonly Form[], users: readonly SourceFile[]): void {
  database.exec(`CREATE TEMP TABLE IF NOT EXISTS id_form (form INTEGER NOT NULL, name TEXT NOT NULL, user_id INTEGER NOT NULL, file_id INTEGER NOT NULL, source_id TEXT NOT NULL);
    DELETE FROM id_form;
    CREATE INDEX IF NOT EXISTS temp.id_form_by_name ON id_form (form, name)`)
  const inFiles = `file_id IN (${users.map(({ id }) => id).join(', ')})`
  for (const [at, form] of forms.entries())
    if (form.kind !== 'keys')
      run(
        database,
        `INSERT INTO id_form SELECT ?, name, id, file_id, source_id FROM (SELECT ${plainIn(form, 'source_id')} AS name, id, file_id, source_id FROM user
         WHERE source_id IS NOT NULL AND ${inFiles}) WHERE name IS NOT NULL`,
        at,
      )
    else
      run(
        database,
        `INSERT INTO id_form SELECT ?, substr(one.value, ?), u.id, u.file_id, u.source_id FROM user AS u CROSS JOIN user_text AS t ON t.user_id = u.id, json_each(t.keys) AS one
         WHERE u.file_id = ? AND u.source_id IS NOT NULL AND substr(one.value, 1, ?) = ?`,
        at,
        form.word.length + 1,
        form.file.id,
        form.word.length,
        form.word,
      )
}

/** `isNamed`: the IDs are under the name of a further key of the users, so that one which a user has as its own is another matter. */
type Fit = { readonly form: Form; readonly at: number; readonly isWhole: boolean; readonly isNamed?: boolean }

/** How the IDs of a file fit the users in a form; null: none does, or all of them are IDs of users as they are. */
function fitOf(database: Database, file: SourceFile, form: Form, at: number): Fit | null {
  collectIds(database, file, form, at)
  const count = (condition: string) =>
    oneNumber(sql(database, `SELECT count(*) AS n FROM foreign_id WHERE ${condition}`))
  if (isNamedAs(database, file, form)) {
    const distinct = oneNumber(sql(database, 'SELECT count(DISTINCT found) AS n FROM foreign_id'))
    const found = count('found IS NOT NULL')
    return found === 0 ? null : { form, at, isWhole: found === distinct && found * 10 >= count('1') * 9, isNamed: true }
  }
  if (count('is_known = 0') === 0) return null
  if (count(`is_known = 0 AND name IN (SELECT name FROM id_form WHERE form = ${at})`) === 0) return null
  if (form.kind === 'keys') {
    // Of numbers that users have both as IDs and as other keys, nothing tells which are meant, and the others alone would mix the two.
    if (count('is_known = 1 AND found IS NOT NULL AND found <> value') > 0) return null
    const isTold = count(`is_known = 0 AND NOT ${isMade}`) === 0
    const isFound = count('is_known = 0 AND found IS NULL') === 0
    const areNumbers = count(`is_known = 0 AND value NOT GLOB '*[^0-9]*'`) > 0
    const isNamed = namesPerson(database, file) || isOneOfTwoIds(pathIn(form.file, 'source-id') ?? '')
    return isTold || (isFound && (!areNumbers || isNamed)) ? { form, at, isWhole: true } : null
  }
  const found = count('found IS NOT NULL AND (is_known = 0 OR found = value)')
  const distinct = oneNumber(sql(database, 'SELECT count(DISTINCT found) AS n FROM foreign_id'))
  // Two files share a UUID only for the same user; UUIDs without one may belong to users who are gone.
  return { form, at, isWhole: distinct === found && (form.kind === 'uuids' || found === count('1')) }
}

/** Whether the IDs of a file are under the name of a key, and not under that of the IDs of the users. */
function isNamedAs(database: Database, file: SourceFile, form: Form): boolean {
  const path = columnOfIds(database, file)
  if (form.kind !== 'keys' || path === null || !nameSameIds(columnIn(form.word), path)) return false
  return filesOfOtherKey(database, file, [form.file]).length > 0
}

/** The column of the text before a key; empty: it is none of a column. */
function columnIn(word: string): string {
  return isReferenceKey(word) ? word.slice(referenceWord('').length - 1, -1) : ''
}

const isMade = `(length(value) >= 16 AND value GLOB '*[0-9]*[A-Za-z]*')`

/** Makes a table of the IDs in a file: whether a user has each as it is, its name in a form, and the ID of the one user who has that. */
function collectIds(database: Database, file: SourceFile, form: Form, at: number): void {
  const name = plainIn(form, 'value')
  const isOther = (of: string) => (isList(file) ? ` AND ${of}.file_id <> ${file.id}` : '')
  const own = isList(file)
    ? `SELECT source_id AS value FROM user WHERE file_id = ${file.id} AND source_id IS NOT NULL UNION `
    : ''
  database.exec(`CREATE TEMP TABLE IF NOT EXISTS foreign_id (value TEXT NOT NULL, is_known INTEGER NOT NULL, name TEXT, found TEXT);
    CREATE INDEX IF NOT EXISTS temp.foreign_id_by_value ON foreign_id (value);
    DELETE FROM foreign_id;
    INSERT INTO foreign_id SELECT value, EXISTS (SELECT 1 FROM user AS a WHERE a.source_id = value${isOther('a')}), ${name}, NULL FROM (
      ${own}SELECT ${idOfPart} AS value FROM partial_record WHERE file_id = ${file.id} AND is_other = 0 AND ${ofAnyUser});
    UPDATE foreign_id SET found = (SELECT CASE WHEN count(DISTINCT f.source_id) = 1 THEN min(f.source_id) END FROM id_form AS f
      WHERE f.form = ${at} AND f.name = foreign_id.name${isOther('f')}) WHERE name IS NOT NULL`)
}

const keyOfPart = `CASE WHEN json_extract(keys, '$[#-1]') LIKE 'id:%' THEN json_extract(keys, '$[#-1]') ELSE json_extract(keys, '$[0]') END`
const idOfPart = `substr(${keyOfPart}, instr(${keyOfPart}, ':') + 1)`

/** Whether the column with the IDs of a file is called like a key of persons. */
function namesPerson(database: Database, file: SourceFile): boolean {
  const path = columnOfIds(database, file)
  return path !== null && refersToPerson(path)
}

/** The column with the IDs of users in a file; null: it is not known. */
function columnOfIds(database: Database, file: SourceFile): string | null {
  const used = fileFact(database, file.id, 'columns-read')?.columns ?? []
  const owner = used.find(({ becomes }) => /user it belongs to|^source-id$/i.test(becomes))?.column
  return pathIn(file, 'source-id') ?? owner ?? null
}

/** The users with the number of an ID in a file that no user has as it is. */
function usersAlike(database: Database, file: SourceFile, form: Form, at: number): readonly number[] {
  collectIds(database, file, form, at)
  return allIds(sql(database, alikeIn), at)
}

const alikeIn = `SELECT DISTINCT user_id AS id FROM id_form AS f WHERE f.form = ? AND f.name IN (SELECT name FROM foreign_id WHERE is_known = 0)`

/** Gives the rows of a file the IDs of their users. True: some of them are parts. */
function replaceIn(database: Database, file: SourceFile, { form, at, isNamed = false }: Fit): boolean {
  collectIds(database, file, form, at)
  database.exec(`DELETE FROM foreign_id WHERE ${isNamed ? '' : 'is_known = 1 OR '}found IS NULL;
    DELETE FROM foreign_id WHERE found IN (SELECT found FROM foreign_id GROUP BY found HAVING count(*) > 1)`)
  const foundFor = (id: string) => `(SELECT found FROM foreign_id WHERE value = ${id})`
  bulkTransaction(database, () => {
    run(
      database,
      `UPDATE partial_record SET keys = json_array('${anyUserKey}' || ${foundFor(idOfPart)}${isNamed ? '' : `, ${keyOfPart}`})
       WHERE file_id = ? AND user_id IS NULL AND is_other = 0 AND ${ofAnyUser} AND ${idOfPart} IN (SELECT value FROM foreign_id)`,
      file.id,
    )
    run(
      database,
      `UPDATE user_text SET source = json_set(source, '$.sourceId', ${foundFor("source ->> '$.sourceId'")}),
         keys = CASE WHEN keys IS NOT NULL THEN (SELECT json_group_array(CASE one.value WHEN 'id:' || (user_text.source ->> '$.sourceId')
           THEN 'id:' || ${foundFor("(user_text.source ->> '$.sourceId')")} ELSE one.value END) FROM json_each(user_text.keys) AS one) END
       WHERE user_id IN (SELECT id FROM user WHERE file_id = ? AND source_id IN (SELECT value FROM foreign_id))`,
      file.id,
    )
    run(
      database,
      `UPDATE user SET source_id = ${foundFor('source_id')} WHERE file_id = ? AND source_id IN (SELECT value FROM foreign_id)`,
      file.id,
    )
  })
  const { recognition } = file
  if (recognition !== null)
    fileTable.change(database, file.id, {
      recognition: { ...recognition, reason: `${recognition.reason}; ${reasonOf(form)}` },
    })
  return sql(database, anyPart).get(file.id) !== undefined
}

function reasonOf(form: Form): string {
  if (form.kind === 'numbers') return 'its IDs are those of another file with other zeros before them'
  if (form.kind !== 'keys') return 'its IDs are those of another file in another form'
  const column = columnIn(form.word)
  return `it names the users of ${shownName(form.file.name)} by another key of theirs${column === '' ? '' : `, ${shownName(column)}`}`
}
