import type { EngineChannel, EventName, Events, Output, ParsedInput, QueryChannel } from '../../shared/ipc/contract.ts'
import type { DocumentView } from '../../shared/ipc/views.ts'
import type { Result } from '../../shared/result.ts'
import type { SelectedScope } from './queries/users-filter.ts'
import type { TextFormat } from './reporting/write-report.ts'
import type { Route } from './core-client/route.ts'
import type { MigrationFacts } from './session/document-view.ts'

/** A request without input. */
type Nothing = { readonly [key: string]: never }

/** Requests that only main may make: they name paths or hand out secrets. Never offered to the renderer. */
export type InternalRequests = {
  /** Makes a new document at `path`; refused when something is there. */
  'internal:create': { readonly input: { readonly path: string }; readonly output: DocumentView }
  'internal:open': { readonly input: { readonly path: string }; readonly output: DocumentView }
  /** Finishes what is in flight, pauses, checkpoints and closes. */
  'internal:close': { readonly input: Nothing; readonly output: { readonly closed: boolean } }
  /** Adds files and starts reading them; progress shows in `document:state`. `names`: what to call them on screen. */
  'internal:add': {
    readonly input: { readonly paths: readonly string[]; readonly names: readonly string[] }
    readonly output: DocumentView
  }
  /** From now on only what changed since an earlier migration is sent. */
  'internal:set-baseline': {
    readonly input: { readonly path: string; readonly name: string }
    readonly output: DocumentView
  }
  /** The facts of a migration that is not open, for the first page. It is only read. */
  'internal:facts': { readonly input: { readonly path: string }; readonly output: MigrationFacts }
  'internal:scrypt-file': { readonly input: { readonly path: string }; readonly output: DocumentView }
  /** The signer key held in memory, for the clipboard only. */
  'internal:signer-key': { readonly input: Nothing; readonly output: { readonly key: string | null } }
  'internal:report': {
    readonly input: {
      readonly format: TextFormat
      readonly masked: boolean
      readonly path: string
    }
    readonly output: { readonly rows: number }
  }
  /** Several of them in one pass over the users; an empty list is not written. */
  'internal:reports': {
    readonly input: {
      readonly files: readonly { readonly format: TextFormat; readonly masked: boolean; readonly path: string }[]
    }
    readonly output: { readonly files: number }
  }
  /** Progress of the reports that are being written, in users. `stop` ends them and leaves no file. */
  'internal:report-state': {
    readonly input: { readonly stop: boolean }
    readonly output: { readonly done: number; readonly total: number }
  }
  /** The results of a verification or an undo, as CSV. */
  'internal:post-run': {
    readonly input: { readonly kind: 'verify' | 'undo'; readonly masked: boolean; readonly path: string }
    readonly output: { readonly rows: number }
  }
  /** Users selected in a table, as CSV. */
  'internal:selection': {
    readonly input: { readonly scope: SelectedScope; readonly masked: boolean; readonly path: string }
    readonly output: { readonly rows: number }
  }
  /** Progress of that file, in users. `stop` ends it and leaves no file. */
  'internal:selection-state': {
    readonly input: { readonly stop: boolean }
    readonly output: { readonly rows: number }
  }
  'internal:backup': { readonly input: { readonly path: string }; readonly output: { readonly bytes: number } }
  /** Makes a signer key that was kept for this migration known again; one that cannot fit is ignored. */
  'internal:save-signer-key': { readonly input: { readonly key: string }; readonly output: DocumentView }
  /** The id of the open migration, which its copies share; null when none is open. */
  'internal:identity': { readonly input: Nothing; readonly output: { readonly id: string | null } }
  /** How an origin is reached from now on, and the key that is kept for it, used when none is given. */
  'internal:core-connection': {
    readonly input: { readonly origin: string; readonly route: Route; readonly apiKey: string | null }
    readonly output: Nothing
  }
  /** The source that the export was fetched from, with its options: it can be followed there. */
  'internal:fetched-from': {
    readonly input: { readonly source: string; readonly settings: Readonly<Record<string, string | boolean>> }
    readonly output: Nothing
  }
  /** The operator chose a file or folder to follow, which is offered from now on. */
  'internal:follow-place': { readonly input: { readonly path: string }; readonly output: Nothing }
  /** The machine is about to sleep: a run pauses until `internal:wake`. */
  'internal:sleep': { readonly input: Nothing; readonly output: Nothing }
  'internal:wake': { readonly input: Nothing; readonly output: Nothing }
  /** The path of the open document; null when none is open. `unsaved`: it is read, planned or sent right now. */
  'internal:path': {
    readonly input: Nothing
    readonly output: { readonly path: string | null; readonly unsaved: boolean }
  }
}
export type InternalChannel = keyof InternalRequests

/** Requests of main that are answered beside the writer, so that users go on being sent meanwhile. */
const reportChannels = [
  'internal:report',
  'internal:reports',
  'internal:report-state',
  'internal:post-run',
  'internal:selection',
  'internal:selection-state',
] as const satisfies readonly InternalChannel[]
export type ReportChannel = (typeof reportChannels)[number]

export function isReportChannel(channel: string): channel is ReportChannel {
  return reportChannels.some((one) => one === channel)
}

/** The engine as main sees it, on the other side of its workers. */
export type Engine = {
  readonly invoke: <C extends EngineChannel | QueryChannel>(
    channel: C,
    input: ParsedInput<C>,
  ) => Promise<Result<Output<C>>>
  readonly internal: <C extends InternalChannel>(
    channel: C,
    input: InternalRequests[C]['input'],
  ) => Promise<Result<InternalRequests[C]['output']>>
  readonly on: <E extends EventName>(event: E, listener: (value: Events[E]) => void) => () => void
  /** A migration is being opened: the writer answers nothing else meanwhile, and there is nothing yet to be closed. */
  readonly isOpening: () => boolean
  /** Closes the document and ends the workers. */
  readonly end: () => Promise<void>
}
