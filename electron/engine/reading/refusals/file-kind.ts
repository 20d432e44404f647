import type { Problem } from '../../../../shared/result.ts'
import { judgeSealedBytes } from './sealed-files.ts'

/** Code of the problem of a file that holds no users in any form, such as a picture. */
export const otherKindOfFile = 'file-of-other-kind'
/** Of one with the names of columns alone, or an empty list. */
export const fileWithoutRows = 'file-without-rows'
/** Of a dump whose tables have nothing to sign in with. */
export const fileWithoutLogins = 'file-without-logins'

/** Says why a file with these first bytes cannot be an export; null if they do not rule it out. Codes: `file-packed`, `file-not-text`, `file-encrypted`, `file-of-other-kind`. */
export function judgeBytes(head: Buffer): Problem | null {
  const start = head.toString('latin1', 0, 64)
  const known = findForeignFile(start)
  if (known !== undefined) return { code: known.code, message: known.message }
  const sealed = judgeSealedBytes(head)
  if (sealed !== null) return sealed
  if (head.toString('latin1', 257, 262) === 'ustar')
    return { code: 'file-packed', message: unpackFirst('a tar archive') }
  return null
}

/** Advice after a wrong file: which kinds of file to choose. */
export const chooseExport =
  'Choose the CSV, JSON, NDJSON, SQL, LDIF, YAML, XML, XLSX or BSON file or the SQLite database that the provider gave you.'

/** Message that names what the file is and how to make an export of it. */
export function otherFile(name: string, hint: string): string {
  return `This is ${name}, not an export of users. ${hint}`
}

/** The problem of a file that no export can be made of. */
function ofOtherKind(name: string): Problem & { readonly code: typeof otherKindOfFile } {
  return { code: otherKindOfFile, message: otherFile(name, chooseExport) }
}

function unpackFirst(name: string): string {
  return `This is ${name}. Unpack it first and choose the export file inside. (A single file packed with gzip or zip can be read as it is.)`
}

/** A file format recognized by its first bytes. */
type ForeignFile = {
  /** The first bytes, as latin1. */
  readonly bytes: string
  /** Offset of these bytes; 0 by default. */
  readonly from?: number
  /** A text could begin with these bytes, too, so control characters must follow them. */
  readonly isWord?: true
  readonly code: 'file-packed' | 'file-not-text' | typeof otherKindOfFile
  readonly message: string
}

const packed = (bytes: string, name: string): ForeignFile => ({
  bytes,
  code: 'file-packed',
  message: unpackFirst(name),
})

const other = (bytes: string, name: string, hint: string): ForeignFile => ({
  bytes,
  code: 'file-not-text',
  message: otherFile(name, hint),
})

const word = (file: ForeignFile): ForeignFile => ({ ...file, isWord: true })

const fromAccess = 'Export the table of users from Access as XLSX or text (CSV), and choose that.'
const fromSqlServer =
  'Restore it in SQL Server, then save the table of users as CSV or use “Generate scripts” with the data, and choose that.'
const fromOracle = 'Import it into Oracle, then save the table of users as CSV, and choose that.'

/**
 * Signatures of files that cannot be read as an export. Archives: from the formats' specifications. Databases: Jet and ACE
 * headers of Access, `PGDMP` of `pg_dump --format=custom`, the Microsoft Tape Format of SQL Server backups, the header page
 * of its data files, `HBAM7` of FileMaker.
 */
const foreignFiles: readonly ForeignFile[] = [
  packed('PK\u0003\u0004', 'an Excel workbook, or a zip archive within another'),
  packed('\u001f\u008b', 'packed twice'),
  packed('PK\u0005\u0006', 'an empty zip archive'),
  packed('7z\u00bc\u00af\u0027\u001c', 'a 7z archive'),
  packed('Rar!\u001a\u0007', 'a rar archive'),
  packed('\u00fd7zXZ\u0000', 'packed with xz'),
  packed('BZh', 'packed with bzip2'),
  packed('\u0028\u00b5\u002f\u00fd', 'packed with zstd'),
  packed('\u0004\u0022\u004d\u0018', 'packed with lz4'),
  packed('\u001f\u009d', 'packed with compress (.Z)'),
  word(packed('LZIP', 'packed with lzip')),
  {
    bytes: 'SQLite format 3\u0000',
    code: 'file-packed',
    message: 'This is an SQLite database that is packed. Unpack it and choose the database itself.',
  },
  other('\u0000\u0001\u0000\u0000Standard Jet DB', 'an Access database', fromAccess),
  other('\u0000\u0001\u0000\u0000Standard ACE DB', 'an Access database', fromAccess),
  word(
    other(
      'PGDMP',
      'a PostgreSQL dump in the custom format',
      'Turn it into SQL with “pg_restore --file=users.sql” and the name of this file, and choose that.',
    ),
  ),
  word(other('TAPE', 'a backup of SQL Server (.bak)', fromSqlServer)),
  other('\u0001\u000f\u0000\u0000', 'a data file of SQL Server (.mdf)', fromSqlServer),
  {
    ...other('HBAM7', 'a FileMaker database', 'Export the users from FileMaker as CSV or XLSX, and choose that.'),
    from: 15,
  },
  { ...word(other('EXPORT:V', 'a dump of Oracle (.dmp)', fromOracle)), from: 3 },
  word(other('REDIS00', 'a dump of Redis', 'Write the users out as JSON, and choose that.')),
  word(other('!BDN', 'an Outlook data file (.pst)', 'Export its contacts as CSV.')),
  word(other('PAR1', 'a Parquet file', 'Convert it to CSV or JSON, for example with DuckDB, and choose that.')),
  other('Obj\u0001', 'an Avro file', 'Convert it to JSON, for example with “avro-tools tojson”, and choose that.'),
  word(other('ORC', 'an ORC file', 'Convert it to CSV or JSON, and choose that.')),
  other(
    '\u006d\u00e2\u0099\u0081',
    'an archive of mongodump',
    'Run mongodump without "--archive", and choose the BSON file of the users.',
  ),
  { bytes: '%PDF-', ...ofOtherKind('a PDF document') },
  { bytes: '\u0089PNG\r\n', ...ofOtherKind('a picture (PNG)') },
  { bytes: '\u00ff\u00d8\u00ff', ...ofOtherKind('a picture (JPEG)') },
  { bytes: 'GIF8', ...ofOtherKind('a picture (GIF)') },
  other(
    '\u00d0\u00cf\u0011\u00e0',
    'an old Office file, such as an Excel workbook (.xls), or one that is protected with a password',
    'If it is a workbook, save it as XLSX without a password, or as CSV, and choose that.',
  ),
]

/** The format of a file with these first bytes (latin1); undefined if none is known. */
function findForeignFile(start: string): ForeignFile | undefined {
  return foreignFiles.find(
    ({ bytes, from = 0, isWord = false }) => start.startsWith(bytes, from) && (!isWord || hasBinary(start)),
  )
}

function hasBinary(start: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters tell a binary file
  return /[\u0000-\u0008\u000e-\u001f]/.test(start)
}
