import type { Channel, EventName, Events, Input, Output, Requests } from '../../shared/bridge/contract.ts'
import type { DocumentView } from '../../shared/bridge/views.ts'
import type { Result } from '../../shared/result.ts'
import type { ReportFormat } from './reporting/write-report.ts'
import type { Way } from './core-client/way.ts'

type AnsweredBy<W extends 'engine' | 'desk'> = { [C in Channel]: Requests[C]['by'] extends W ? C : never }[Channel]
export type EngineChannel = AnsweredBy<'engine'>
export type DeskChannel = AnsweredBy<'desk'>

/** A request without input. */
type Nothing = { readonly [key: string]: never }

/** Requests that only main may make: they name paths or hand out secrets. Never offered to the renderer. */
export type InnerRequests = {
  /** Makes a new document at `path`; refused when something is there. */
  'inner:create': { readonly input: { readonly path: string }; readonly output: DocumentView }
  'inner:open': { readonly input: { readonly path: string }; readonly output: DocumentView }
  /** Finishes what is in flight, pauses, checkpoints and closes. */
  'inner:close': { readonly input: Nothing; readonly output: { readonly closed: boolean } }
  /** Adds files and starts reading them; progress shows in `document:state`. `names`: what to call them on screen. */
  'inner:add': {
    readonly input: { readonly paths: readonly string[]; readonly names: readonly string[] }
    readonly output: DocumentView
  }
  /** From now on only what changed since an earlier migration is sent. */
  'inner:follow': {
    readonly input: { readonly path: string; readonly name: string }
    readonly output: DocumentView
  }
  'inner:scrypt-file': { readonly input: { readonly path: string }; readonly output: DocumentView }
  /** The signer key held in memory, for the clipboard only. */
  'inner:signer-key': { readonly input: Nothing; readonly output: { readonly key: string | null } }
  'inner:report': {
    readonly input: {
      readonly format: ReportFormat
      readonly masked: boolean
      readonly path: string
    }
    readonly output: { readonly rows: number }
  }
  /** What came of looking users up or removing them, as CSV. */
  'inner:afterwards': {
    readonly input: { readonly kind: 'verify' | 'undo'; readonly masked: boolean; readonly path: string }
    readonly output: { readonly rows: number }
  }
  'inner:backup': { readonly input: { readonly path: string }; readonly output: { readonly bytes: number } }
  /** Makes a signer key that was kept for this migration known again; one that cannot fit is ignored. */
  'inner:hold-signer-key': { readonly input: { readonly key: string }; readonly output: DocumentView }
  /** The id of the open migration, which its copies share; null when none is open. */
  'inner:identity': { readonly input: Nothing; readonly output: { readonly id: string | null } }
  /** How an origin is reached from now on, and the key that is kept for it, used when none is given. */
  'inner:access': {
    readonly input: { readonly origin: string; readonly way: Way; readonly apiKey: string | null }
    readonly output: Nothing
  }
  /** The machine is about to sleep: a run pauses until `inner:wake`. */
  'inner:sleep': { readonly input: Nothing; readonly output: Nothing }
  'inner:wake': { readonly input: Nothing; readonly output: Nothing }
  /** The path of the open document; null when none is open. `unsaved`: it is read, planned or sent right now. */
  'inner:path': {
    readonly input: Nothing
    readonly output: { readonly path: string | null; readonly unsaved: boolean }
  }
}
export type InnerChannel = keyof InnerRequests

/** The engine as main sees it, on the other side of its workers. */
export type Engine = {
  readonly ask: <C extends EngineChannel | DeskChannel>(channel: C, input: Input<C>) => Promise<Result<Output<C>>>
  readonly inner: <C extends InnerChannel>(
    channel: C,
    input: InnerRequests[C]['input'],
  ) => Promise<Result<InnerRequests[C]['output']>>
  readonly on: <E extends EventName>(event: E, listener: (value: Events[E]) => void) => () => void
  /** Closes the document and ends the workers. */
  readonly end: () => Promise<void>
}
