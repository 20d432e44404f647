import { idMapShape } from '../../../../shared/exports/parts/id-maps.ts'
import { isFormerWord, wordsOf } from '../../../../shared/mapping/names/column-words.ts'
import { anyUserKey } from '../../../../shared/mapping/rows/standing-rows.ts'
import { fileTable, type SourceFile } from '../files.ts'
import { isOfFiles, mapsContact, pathIn } from './mapped-files.ts'
import { broughtBy, type LoginFile, mayHoldUsers } from './referring-files.ts'
import { type Database, oneNumber, run, sql } from '../sqlite.ts'
import { fileFact } from '../source-facts.ts'

/* Users of two files whose IDs a third file pairs: they are one person. */

/** The two sides of a map. */
type Side = 'one' | 'other'
const sides: readonly Side[] = ['one', 'other']

type Sided = { readonly file: SourceFile; readonly side: Side; readonly rank: number }

/**
 * The joins by maps of IDs: rows of a file become parts of the users of another one that a map pairs them with. A file is on the side of a map whose column is called
 * like the ID of its users, or whose IDs alone are in it.
 */
export function joinsOfIdMaps(database: Database, maps: readonly SourceFile[]): readonly LoginFile[] {
  if (maps.length === 0) return []
  collectPairs(database, maps)
  const files = fileTable.list(database).filter((file) => file.complete && mayHoldUsers(file))
  return maps.flatMap((map) => {
    const columns = (fileFact(database, map.id, 'columns-read')?.columns ?? []).map(({ column }) => column)
    const sided = files.flatMap((file): readonly Sided[] => {
      const side = sideOf(database, map, columns, file)
      if (side === null) return []
      run(database, 'INSERT INTO id_side VALUES (?, ?, ?)', map.id, file.id, side)
      return [{ file, side, rank: rankOf(file, columns[sides.indexOf(side)] ?? '') }]
    })
    return sided.flatMap((one) => {
      const owners = sided.filter(({ side, rank }) => side !== one.side && rank < one.rank)
      const ids = owners.map(({ file }) => file.id)
      return ids.length === 0 ? [] : [joinOf(database, map, one, ids)]
    })
  })
}

/** The files with pairs of IDs. */
export function idMaps(database: Database): readonly SourceFile[] {
  return fileTable.list(database).filter(({ complete, recognition }) => complete && recognition?.shape === idMapShape)
}

/** Users of a file of lower rank are kept, and users of the others become parts of them: users with contacts, of the newer system, of the first file. */
function rankOf(file: SourceFile, column: string): number {
  const isOld = wordsOf(column).some(isFormerWord)
  return (mapsContact(file) ? 0 : 4 * maxFiles) + (isOld ? 2 * maxFiles : 0) + file.id
}

const maxFiles = 1e6

function joinOf(database: Database, map: SourceFile, { file, side }: Sided, owners: readonly number[]): LoginFile {
  const [own, theirs] = side === 'one' ? ['one', 'other'] : ['other', 'one']
  return {
    file,
    brings: broughtBy(database, file),
    by: 'map',
    key: map.name,
    toAny: true,
    besideHash: true,
    isSure: true,
    same: `${isOfFiles('a', owners)} AND a.source_id IN (SELECT m.${theirs} FROM temp.id_pair AS m
      WHERE m.map = ${map.id} AND m.${own} = b.source_id)`,
  }
}

/** The side of a map that has the IDs of the users of a file; null: neither surely has. */
function sideOf(database: Database, map: SourceFile, columns: readonly string[], file: SourceFile): Side | null {
  const name = wordsOf(pathIn(file, 'source-id') ?? '').join(' ')
  const named = sides.filter((_, at) => name !== '' && wordsOf(columns[at] ?? '').join(' ') === name)
  if (named.length === 1) return named[0] ?? null
  const found = sides.filter((side) => oneNumber(sql(database, countOf(side)), file.id, map.id) > 0)
  return found.length === 1 ? (found[0] ?? null) : null
}

const countOf = (side: Side) => `SELECT count(*) AS n FROM (SELECT 1 FROM user AS u
  JOIN temp.id_pair AS m ON m.${side} = u.source_id WHERE u.file_id = ? AND m.map = ? LIMIT 1)`

/** Gives the pairs that no user had alone to their user, once users of several files are one. */
export function settleIdMaps(database: Database, maps: readonly SourceFile[]): void {
  const users = `FROM user AS u JOIN temp.id_side AS s ON s.file = u.file_id AND s.map = partial_record.file_id
    WHERE u.source_id = CASE s.side WHEN 'one' THEN ${idAt(0)} ELSE ${idAt(1)} END`
  for (const map of maps)
    run(
      database,
      `UPDATE partial_record SET unmatched_reason = '', user_id = (SELECT min(u.id) ${users})
       WHERE file_id = ? AND user_id IS NULL AND 1 = (SELECT count(*) ${users})`,
      map.id,
    )
}

/** One of the two IDs in a row of a map. */
const idAt = (at: number) => `substr(json_extract(partial_record.keys, '$[${at}]'), ${anyUserKey.length + 1})`

/** Makes tables of the pairs in these files, and of the sides that other files are on: their rows are parts with the two IDs as keys. */
function collectPairs(database: Database, maps: readonly SourceFile[]): void {
  database.exec(`CREATE TEMP TABLE IF NOT EXISTS id_pair (map INTEGER NOT NULL, one TEXT NOT NULL, other TEXT NOT NULL);
    CREATE TEMP TABLE IF NOT EXISTS id_side (map INTEGER NOT NULL, file INTEGER NOT NULL, side TEXT NOT NULL);
    DELETE FROM id_side;
    CREATE INDEX IF NOT EXISTS temp.id_pair_by_one ON id_pair (one);
    CREATE INDEX IF NOT EXISTS temp.id_pair_by_other ON id_pair (other);
    DELETE FROM id_pair`)
  for (const map of maps)
    run(
      database,
      `INSERT INTO id_pair SELECT file_id, ${idAt(0)}, ${idAt(1)} FROM partial_record
       WHERE file_id = ? AND json_array_length(keys) = 2`,
      map.id,
    )
}
