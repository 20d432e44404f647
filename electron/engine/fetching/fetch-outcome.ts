import type * as z from 'zod'
import type { changeMarkSchema } from '../../../shared/follow/follow-settings.ts'
import type { LockAttempt } from '../files/lock-file.ts'
import { hasErrorCode } from '../files/own-file.ts'
import { errorCode } from './network-failure.ts'
import type { FetchErrorCode } from './source.ts'

/** How fetching ended. */
export type FetchOutcome =
  | {
      readonly kind: 'fetched'
      readonly path: string
      readonly users: number
      /** Users that came again, and how many of them had changed meanwhile; they are written as they came first. */
      readonly repeated: number
      readonly changed: number
      readonly bytes: number
      readonly sha256: string
      /** A file beside it with what the source says besides its users, such as hash parameters; null: none. */
      readonly parameters: string | null
      /** Skipped and unreadable data, as sentences. */
      readonly notes: readonly string[]
      /** Null: nothing was asked about changes, or the source does not say them. */
      readonly changes: ListedChanges | null
    }
  /** The part file and its journal stay. */
  | { readonly kind: 'paused'; readonly users: number }
  /** Nothing is left behind. */
  | { readonly kind: 'cancelled' }
  /** `resumable`: the part file and its journal stay, and fetching can be resumed. */
  | {
      readonly kind: 'failed'
      readonly code: FetchErrorCode
      readonly sentence: string
      readonly resumable: boolean
      readonly users: number
    }

export type FetchFailure = Extract<FetchOutcome, { kind: 'failed' }>

export function failure(code: FetchErrorCode, sentence: string, resumable = false, users = 0): FetchFailure {
  return { kind: 'failed', code, sentence, resumable, users }
}

/** Why the lock of a fetch could not be taken. */
export function notLocked(taken: Exclude<LockAttempt, { kind: 'locked' }>, out: string): FetchFailure {
  if (taken.kind === 'held') return failure('file-in-use', `Another fetch is writing ${out}. Wait for it to end.`)
  const sentence = `${taken.path} was not left there by this app, and it could harm other files. Nothing was opened. Choose another folder, or remove that file if you know what it is.`
  return failure('file-exists', sentence)
}

/** An error of the file system as a sentence; faults of the program are thrown on. */
export function diskFailure(error: unknown, resumable: boolean, users: number): FetchFailure {
  if (hasErrorCode(error, 'ENOSPC') || hasErrorCode(error, 'EDQUOT'))
    return failure('disk-full', 'The disk is full. Free some space, then resume.', resumable, users)
  const code = errorCode(error)
  if (!/^E[A-Z]+$|^ERR_FS_EISDIR$/.test(code)) throw error
  const sentence = `The file cannot be written (${code}). Check its folder and its permissions.`
  return failure('not-writable', sentence, resumable, users)
}

/** A snapshot of what is being fetched; the latest wins. */
export type FetchProgress = {
  readonly state: 'connecting' | 'fetching' | 'waiting' | 'finishing'
  readonly users: number
  /** Null: the source cannot tell. */
  readonly total: number | null
  /** Of the last seconds, in this session. */
  readonly perSecond: number
  readonly bytes: number
  /** Users that came again and were not written again. */
  readonly repeated: number
  /** Why it waits; empty: it does not. */
  readonly note: string
}

/** Up to where changes are known, and whether all records are wanted or those that may have changed since. */
export type ChangesAsked = { readonly kind: 'whole' | 'incremental'; readonly mark: ChangeMark | null }

/** The change times of a listing. */
export type ListedChanges = {
  readonly kind: 'whole' | 'incremental'
  /** Up to where changes are known now; null: a record has no time, or one in the future. */
  readonly mark: ChangeMark | null
  /** How many records the source has altogether; null: it does not tell. */
  readonly all: number | null
  /** Where the records begin that an incremental listing has, in bytes; null: nothing was known before. */
  readonly recent: ReadonlySet<number> | null
}

type ChangeMark = z.infer<typeof changeMarkSchema>
