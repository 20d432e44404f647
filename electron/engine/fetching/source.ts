import type * as z from 'zod'
import { isObject as isPlainObject } from '../../../shared/json.ts'
import type { Result } from '../../../shared/result.ts'

/** A record as it is written: what JSON can hold. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject
export type JsonObject = { readonly [name: string]: JsonValue }

export function isObject(value: unknown): value is JsonObject {
  return isPlainObject(value)
}

/** Records as a file has them, a line of JSON each. `ends`: where each line ends, behind its line end. */
export type RecordLines = { readonly bytes: Buffer; readonly ends: readonly number[] }

/** Why fetching stopped. */
export type FetchErrorCode =
  | 'unreachable'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'rate-limited'
  | 'bad-settings'
  | 'bad-reply'
  | 'size-limit'
  | 'source-error'
  | 'not-encrypted'
  | 'file-exists'
  | 'file-in-use'
  | 'nothing-to-resume'
  | 'part-damaged'
  | 'disk-full'
  | 'not-writable'
  | 'internal'

/** The reply of a source to the request for the page that begins at a cursor. */
export type FetchReply =
  /** `next` is journaled, and fetching resumes there; null: this was the last page. */
  | { readonly kind: 'page'; readonly records: readonly JsonObject[]; readonly next: string | null }
  /** A page of a source without keys and without a format of its own. */
  | { readonly kind: 'lines'; readonly lines: RecordLines; readonly next: string | null }
  /** A rate limit, or a job that is not ready. The same page is requested again afterwards. */
  | { readonly kind: 'wait'; readonly seconds: number; readonly reason: string }
  /** `again`: worth a retry, with backoff and bounded. The sentence says what to do, and holds no secret. */
  | {
      readonly kind: 'failed'
      readonly code: FetchErrorCode
      readonly sentence: string
      readonly again: boolean
    }

/** Records that may have changed since a moment (Unix epoch, milliseconds). `of`: as of `ChangeTimes`. */
export type Since = { readonly of: string; readonly from: number }

/** How the records of a source say when they were changed. */
export type ChangeTimes = {
  /** The field that has the time, such as a column. */
  readonly name: string
  /** A further input of the listing; marks of listings with another one cannot be compared. */
  readonly of: string
  /** Unix epoch, milliseconds; null: this record does not say it. */
  readonly timeOf: (record: JsonObject) => number | null
  /** Only records that may have changed since the moment asked for are listed. */
  readonly isIncremental: boolean
  /** How many records there are altogether; null: it does not tell. */
  readonly all: number | null
}

/** A connection to an old system. */
export type OpenSource = {
  /** How many users there are, where the source can tell. */
  readonly total: number | null
  /** The page that begins at a cursor; null: the first. Aborting rejects, or ends the page early. */
  readonly page: (cursor: string | null, signal: AbortSignal) => Promise<FetchReply>
  readonly close: () => Promise<void>
  /** Written to a file of its own beside the users, such as the hash parameters of Firebase; never printed. */
  readonly head?: JsonObject
  /** How many users there must be at the end, where the source can tell exactly. Asked for after the last page. */
  readonly expected?: () => Promise<number | null>
  /** Sentences about skipped and unreadable data, read at the end. */
  readonly notes?: () => readonly string[]
  /** Absent: the records have no reliable time of change. */
  readonly changeTimes?: ChangeTimes
}

export type OpenReply =
  | { readonly kind: 'opened'; readonly source: OpenSource }
  | { readonly kind: 'failed'; readonly code: FetchErrorCode; readonly sentence: string }

/** A table, or the tables of a known product, that a database offers to fetch. */
export type OfferedTable = {
  /** As it is shown: a table with its schema where needed, or the name of a product. */
  readonly name: string
  /** The options that fetch it. */
  readonly values: Readonly<Record<string, string>>
  /** Data of its columns that a login needs, e.g. `email`, `password hash`. Empty: it does not look like users. */
  readonly finds: readonly string[]
  /** How many rows; null: the server cannot tell cheaply. `isExact`: they were counted. */
  readonly rows: number | null
  readonly isExact: boolean
  /** Its columns, and whether each is fetched unless others are named; null: a product, whose columns are fixed. */
  readonly columns: readonly { readonly name: string; readonly isFetched: boolean }[] | null
  /** It has a key to resume by. */
  readonly hasKey: boolean
}

/** The tables that a server offers once it lets the account in. Those that look most like users come first. */
type Survey = {
  readonly kind: 'surveyed'
  /** Its product and version, e.g. `PostgreSQL 16.4`. */
  readonly server: string
  /** Milliseconds until it let the account in. */
  readonly connectMs: number
  readonly tables: readonly OfferedTable[]
}

export type SurveyReply = Survey | Extract<OpenReply, { kind: 'failed' }>

/** A setting of a source: an option of the command line and a field of the form. */
export type FetchOption = {
  /** kebab-case: `--name` on the command line, a key of the settings. */
  readonly name: string
  /** The label of its field, e.g. `Host`. */
  readonly label: string
  /** Its effect, without a full stop. */
  readonly hint: string
  readonly required: boolean
  /** The value that holds when it is not given. */
  readonly fallback?: string
  /** A value that could be given; a checkbox needs none. */
  readonly example?: string
  /** `file`: a path, absolute by the time the source gets it. */
  readonly kind: 'text' | 'number' | 'choice' | 'checkbox' | 'file'
  /** The name of the value in the help, e.g. `HOST`. */
  readonly value?: string
  /** The values of a choice. */
  readonly choices?: readonly string[]
}

/** Something secret that a source needs. It comes from a file, the environment or a prompt, never from an argument. */
export type FetchSecret = {
  readonly name: string
  /** The label of its field and the words of its prompt, e.g. `Password`. */
  readonly label: string
  readonly required: boolean
  /** The environment variable that holds it. */
  readonly variable: string
  /** The option that names a file with it, e.g. `password-file`. */
  readonly fileOption: string
  /** The file is a document of several lines, such as a service account in JSON; otherwise one line. */
  readonly document?: boolean
}

/** Values of the options by name, as strings and checkboxes; the schema of a source parses them. */
export type FetchValues = Readonly<Record<string, string | boolean>>
export type FetchSecrets = Readonly<Record<string, string>>

/** How records are written to the file. Each record is one block that ends with `terminator`. */
export type FetchFormat = {
  /** Written before the first record. */
  readonly begin: string
  readonly terminator: '\n' | '\n\n'
  /** A record without its terminator. */
  readonly write: (record: JsonObject) => string
  /** The record of a block, at least as much of it as `key` needs. */
  readonly read: (block: string) => JsonObject
}

/** An old system that users are fetched from. */
export type FetchSource<S = unknown> = {
  /** kebab-case: `user-migration fetch postgresql`. */
  readonly name: string
  readonly title: string
  /** One sentence without a full stop for the list of sources. */
  readonly summary: string
  /** Parses the values of the options: strings, and `true` for a checkbox. Names no secret. */
  readonly settings: z.ZodType<S>
  readonly options: readonly FetchOption[]
  readonly secrets: readonly FetchSecret[]
  /** Arguments of an example call after the name of the source, without `--out`. */
  readonly example: string
  /** The id by which a user that comes twice is recognized; null: this record is written whatever came before. */
  readonly key: (record: JsonObject) => string | null
  /** The whole address that the secrets go to, as it is shown when they are asked for. */
  readonly destination: (settings: S) => Result<string>
  /** `since`: only what may have changed is wanted. A source that cannot tell lists everything. */
  readonly open: (settings: S, secrets: FetchSecrets, signal: AbortSignal, since: Since | null) => Promise<OpenReply>
  /** Connects with the options of the connection alone and lists what can be fetched; left out: there is nothing to choose from. */
  readonly survey?: (values: FetchValues, secrets: FetchSecrets, signal: AbortSignal) => Promise<SurveyReply>
  /** Left out: one JSON object per line. */
  readonly format?: FetchFormat
}

/** A source whose settings are parsed where it is opened, so that sources of all kinds fit one table. */
export type AnyFetchSource = Omit<FetchSource, 'settings' | 'open' | 'destination'> & {
  /** Null: the values do not fit, so nothing is sent. */
  readonly destination: (values: FetchValues) => string | null
  /** Null: the values fit. Otherwise a sentence that names the option. */
  readonly judge: (values: FetchValues) => string | null
  readonly open: (
    values: FetchValues,
    secrets: FetchSecrets,
    signal: AbortSignal,
    since: Since | null,
  ) => Promise<OpenReply>
}
