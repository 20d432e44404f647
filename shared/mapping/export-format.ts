import type { UnmappedKind, User, UserPart } from '../users/user.ts'
import type { Explanations } from './columns/explained-columns.ts'
import type { FlagMeaning, StateWords } from './entries/state-words.ts'

/** The forms of file that are read, as commands and screens name them. */
export const fileFormats = ['csv', 'json', 'ndjson', 'sql', 'ldif', 'yaml', 'xml', 'sqlite', 'xlsx', 'bson'] as const
export type FileFormat = (typeof fileFormats)[number]

/** The titles of formats. */
export const formatTitles: Readonly<Record<FileFormat, string>> = {
  csv: 'CSV',
  json: 'JSON',
  ndjson: 'NDJSON',
  sql: 'SQL',
  ldif: 'LDIF',
  yaml: 'YAML',
  xml: 'XML',
  sqlite: 'SQLite',
  xlsx: 'XLSX',
  bson: 'BSON',
}

/** The extensions that files of each format usually have; their content alone decides how they are read. */
export const fileExtensions: Readonly<Record<FileFormat, readonly string[]>> = {
  csv: ['csv', 'tsv'],
  json: ['json'],
  ndjson: ['ndjson', 'jsonl'],
  sql: ['sql', 'dump'],
  ldif: ['ldif', 'ldf'],
  yaml: ['yaml', 'yml'],
  xml: ['xml'],
  sqlite: ['db', 'sqlite', 'sqlite3'],
  xlsx: ['xlsx'],
  bson: ['bson'],
}

/** One record of a file: an object by field name. CSV cells are text; JSON values are as parsed (integers beyond 2^53 as text). */
export type SourceRecord = Readonly<Record<string, unknown>>

/** The first records of a file, from which it is recognised. */
export type Sample = {
  /** Column names in order for a table with a header; null for JSON and headerless tables. */
  readonly header: readonly string[] | null
  /** The names in the header are none of the file, and were found by its form and its values. */
  readonly isNameless?: true
  /** Up to 50 first records, and a few later ones with further fields. Headerless tables are keyed `1`, `2`, ... */
  readonly records: readonly SourceRecord[]
  /** The table of a dump that these are rows of, with its schema: `auth.users`. */
  readonly table?: string
  /** The columns of the primary key, where the file declares it. */
  readonly key?: readonly string[]
  /** The characters that its columns of text take, where the file declares them. */
  readonly widths?: ReadonlyMap<string, number>
  /** The constants that its columns have in rows that leave them out, where the file declares them. */
  readonly defaults?: ReadonlyMap<string, string>
  /** The columns that some rows leave out, which have their default then. */
  readonly defaulted?: ReadonlySet<string>
  /** The comments on its columns, by their names in lower case, where the file declares them. */
  readonly comments?: ReadonlyMap<string, string>
  /** Explanations of values in comments that stand apart from the columns (`columns/explained-columns.ts`). */
  readonly explanations?: Explanations
  /** The column that has the key of the accounts in another table, `by`, which hold the logins of these rows. */
  readonly account?: { readonly column: string; readonly by: string }
  /** The columns with the user and the hash of a row, where the sample has rows of one attribute, the password hash of users. */
  readonly passwords?: { readonly owner: string; readonly value: string; readonly reason: string }
}

/** The recognized format of a file, and the reason, in words for the operator. */
export type Recognition = {
  readonly provider: string
  /** The shape within the provider's exports, e.g. `bulk export`, `password hash file`. */
  readonly shape: string
  /** Completes "Recognised as X because ...", e.g. `every record has user_id like "provider|id"`. */
  readonly reason: string
  /** `users`: each record is a user; `parts`: each record adds to a user of another file. */
  readonly role: 'users' | 'parts'
}

/** A column of a row that nothing reads, with a value that looks like a login. */
export type LoginColumn = {
  readonly column: string
  /** `clear-password`: a value under the name of a password that no hash looks like; `totp-secret`: the secret of an authenticator app. */
  readonly kind: UnmappedKind | 'clear-password' | 'totp-secret'
  /** The addresses in the column, for the comparison with the addresses of users. */
  readonly emails?: readonly string[]
  /** The hashes in the column, for the comparison with the hashes of users. */
  readonly hashes?: readonly string[]
  /** A hash under the name of another secret, such as a token to reset a password. */
  readonly isOtherSecret?: true
  /** Of people or things beside the users, as its table says: the column is named, and holds nothing back. */
  readonly isBeside?: true
}

/**
 * Parts of a file that may change or add users and are not read: a statement that only a database can evaluate, a command that reads
 * another file, and the change of an entry of a directory. A run begins only after a decision about them.
 */
const unreadStatements = ['unapplied-change', 'other-file', 'entry-change'] as const
export type UnreadStatement = (typeof unreadStatements)[number]

/** One record as it was read. */
export type Entry =
  | {
      readonly kind: 'user'
      readonly user: User
      /** Keys under which parts may join this user, strongest first, e.g. `id:auth0|6042`. */
      readonly keys: readonly string[]
    }
  | {
      readonly kind: 'part'
      readonly part: UserPart
      /** Keys to look for, strongest first; the first one that exactly one user carries wins. */
      readonly keys: readonly string[]
    }
  /** The record could be parsed but holds no user; `reason` is a plain sentence without personal data. `statement`: it is no record. */
  | {
      readonly kind: 'unreadable'
      readonly reason: string
      readonly statement?: UnreadStatement
      /** The record has an ID alone, or less. */
      readonly lacksLogin?: true
    }
  /** The record is about something else than users, as the file says; it does not count. `what` names its kind, e.g. `sessions.session`. */
  | {
      readonly kind: 'aside'
      readonly what: string
      /** Keys by which parts refer to it: they are of no user either. */
      readonly keys?: readonly string[]
      /** Of a row of a table that nothing reads: its columns with values that look like a login. */
      readonly table?: string
      readonly logins?: readonly LoginColumn[]
    }

/** Values that rows of other tables refer to by ID, each under a key of the format's own, e.g. `role:4711`. */
export type Names = ReadonlyMap<string, string>

/** Tables of a dump that hold no users, but the names that other tables refer to by ID. */
export type NamesOfTables = {
  readonly isTable: (sample: Sample) => boolean
  /** The keys and names of one row. */
  readonly read: (record: SourceRecord, table: string) => readonly (readonly [key: string, name: string])[]
}

/** One provider's export format: recognise its files, turn its records into users. Pure. */
export type ExportFormat = {
  readonly provider: string
  /** The name shown to people, e.g. `Auth0`. */
  readonly title: string
  /** The title names several products. */
  readonly isOfSeveral?: true
  readonly recognise: (sample: Sample) => Recognition | null
  /** `names`: of the tables of the same dump that hold them, where the format has such. */
  readonly read: (record: SourceRecord, recognition: Recognition, names?: Names) => Entry
  readonly names?: NamesOfTables
  /** The tables of one dump, of which one beside others may be read otherwise than alone: rows with logins are parts beside the table of users. */
  readonly together?: (tables: ReadonlyMap<string, Recognition>) => ReadonlyMap<string, Recognition>
  /** Which source field becomes what, for the mapping screen. `whole`: with everything inside of it; `states`: it holds the state of the account; `flag`: its yes or no does; `asKey`: it becomes something else where no record has one of these fields. */
  readonly fields: readonly {
    readonly path: string
    readonly becomes: string
    readonly asKey?: { readonly without: readonly string[]; readonly becomes: string }
    readonly whole?: true
    readonly states?: StateWords
    readonly flag?: FlagMeaning
  }[]
  /** The shape of files that hold settings alone, in order beside a file with users of the product, and the advice for one without. */
  readonly settings?: { readonly shape: string; readonly advice: string }
  /** Columns of the names that users sign in with, where they are not called so. */
  readonly signInNames?: readonly string[]
  /** Fields of the product that are not read and say nothing of access. */
  readonly preferences?: readonly string[]
  /** Those that are read of records of one shape, where shapes differ. */
  readonly fieldsOfShape?: (shape: string) => ExportFormat['fields']
}
