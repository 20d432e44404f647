import type { LockAttempt } from '../files/lock-file.ts'
import { isCode } from '../files/private-file.ts'
import type { ListedChanges } from './change-times.ts'
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

/** What the file system says, as a sentence; faults of the program are thrown on. */
export function diskFailure(error: unknown, resumable: boolean, users: number): FetchFailure {
  if (isCode(error, 'ENOSPC') || isCode(error, 'EDQUOT'))
    return failure('disk-full', 'The disk is full. Free some space, then resume.', resumable, users)
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
  if (code === null || !/^E[A-Z]+$|^ERR_FS_EISDIR$/.test(code)) throw error
  const sentence = `The file cannot be written (${code}). Check its folder and its permissions.`
  return failure('not-writable', sentence, resumable, users)
}
