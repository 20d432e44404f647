import * as z from 'zod'
import type { Result } from '../result.ts'
import { commands } from './commands.ts'
import { coreRequests } from './requests/core-requests.ts'
import { documentRequests, exportRequests } from './requests/export-requests.ts'
import { fetchRequests } from './requests/fetch-requests.ts'
import { followRequests } from './requests/follow-requests.ts'
import { runRequests } from './requests/run-requests.ts'
import { afterRunRequests } from './requests/report-requests.ts'
import { userRequests } from './requests/user-requests.ts'
import { shellRequests } from './requests/shell-requests.ts'
import { progressSchema } from './views/run-views.ts'

/**
 * Everything the renderer may ask of main, and what it gets. Both sides are parsed. Replies travel in an
 * envelope (`Result`): a value, or a code with a sentence.
 *
 * `by` says who answers: `host` (dialogs, files, app), `engine` (the one writer) or `queries` (the read-only
 * worker behind tables and counts). `through: 'host'`: the engine answers, but the host is asked first, because it adds
 * what only it has: the way to a core, keys that are kept.
 */
export const requests = {
  ...shellRequests,
  ...documentRequests,
  ...coreRequests,
  ...exportRequests,
  ...fetchRequests,
  ...userRequests,
  ...runRequests,
  ...followRequests,
  ...afterRunRequests,
} as const satisfies Record<
  string,
  {
    readonly by: 'host' | 'engine' | 'queries'
    readonly through?: 'host'
    readonly input: z.ZodType
    readonly output: z.ZodType
  }
>

/** Events that main sends to the renderer. */
export const events = {
  /** At most ten a second, and the next one only after the last was taken. */
  progress: progressSchema,
  /** The document changed: ask for its state again. */
  'document-changed': z.object({ version: z.number().int() }),
  /** Seconds for which a migration has been checked before it opens; null: it is open, or could not be opened. */
  opening: z.object({ name: z.string(), bytes: z.number(), seconds: z.number() }).nullable(),
  /** The menu of the desktop app. */
  command: z.object({ command: z.enum(commands) }),
  /** Something went wrong outside a request. */
  error: z.object({ code: z.string(), message: z.string() }),
} as const

type Requests = typeof requests
export type Channel = keyof Requests
export type Input<C extends Channel> = z.input<Requests[C]['input']>
/** An input that the router has parsed. */
export type ParsedInput<C extends Channel> = z.output<Requests[C]['input']>
export type Output<C extends Channel> = z.output<Requests[C]['output']>
export type Events = { readonly [E in keyof typeof events]: z.output<(typeof events)[E]> }
export type EventName = keyof Events

/** Channels by the side that answers them. */
type AnsweredBy<W extends 'engine' | 'queries'> = { [C in Channel]: Requests[C]['by'] extends W ? C : never }[Channel]
export type EngineChannel = AnsweredBy<'engine'>
export type QueryChannel = AnsweredBy<'queries'>

/** Requests to the host: those that it answers itself, and those that pass through it on the way to the engine. */
export type HostChannel = {
  [C in Channel]: Requests[C] extends { readonly by: 'host' } | { readonly through: 'host' } ? C : never
}[Channel]

/** Requests that the host answers, and those that pass through it on the way to the engine. */
export type HostRequests = {
  readonly [C in HostChannel]: (input: z.output<Requests[C]['input']>) => Promise<Result<Output<C>>>
}
