import { anySentLive } from '../document/stored-calls.ts'
import type { EngineChannel, ParsedInput } from '../../../shared/ipc/contract.ts'
import { workReason } from '../../../shared/ipc/work-reason.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { clearRecords } from '../document/clear-records.ts'
import { hashesRemovedProblem } from '../document/removed-hashes.ts'
import { fileTable } from '../document/files.ts'
import { noDocument } from '../worker-protocol.ts'
import type { RunningRehearsal } from '../session/rehearsal-host.ts'
import { unconfirmedFile, unconfirmedFiles } from '../trust/trust.ts'
import type { WorkState } from '../session/read-and-plan.ts'
import type { Session } from '../session/session.ts'

/** Answers of channels; what comes in was parsed by the router. */
export type Answers<C extends EngineChannel> = {
  readonly [K in C]: (input: ParsedInput<K>) => Promise<Result<unknown>> | Result<unknown>
}

type Answered = Promise<Result<unknown>> | Result<unknown>
type Connection = Extract<ReturnType<Session['connection']>, { ok: true }>['value']

/** The open migration, if any, and the conditions of requests about it. */
export type OpenMigration = {
  readonly session: () => Session | null
  readonly withSession: (use: (session: Session) => Answered) => Answered
  /** Nothing is being sent. */
  readonly atRest: (what: string, use: (session: Session) => Answered) => Answered
  /** Everything is read and planned, and the core is connected. */
  readonly sending: (use: (session: Session, connection: Connection) => Result<unknown>) => Answered
  readonly withRehearsal: (use: (core: RunningRehearsal) => Promise<Result<unknown>>) => Answered
  /** Changes one file of the export; refused once users were sent to a live core. */
  readonly changeFile: (fileId: number, change: (session: Session, fileId: number) => void) => Answered
}

export function openMigration(session: () => Session | null): OpenMigration {
  const withSession: OpenMigration['withSession'] = (use) => {
    const open = session()
    return open === null ? noDocument : use(open)
  }
  const atRest: OpenMigration['atRest'] = (what, use) =>
    withSession((open) => {
      if (open.run.running()) return problem('run-under-way', `A run is in progress. Pause it before ${what}.`)
      const { kind } = open.work.state()
      if (kind === 'excluding' || kind === 'including' || kind === 'removing' || kind === 'clearing')
        return busyWith(kind, 'Try again') ?? use(open)
      return open.postRun.running() ? postRunUnderWay : use(open)
    })
  return {
    session,
    withSession,
    atRest,
    sending: (use) =>
      withSession((open) => {
        const busy = busyWith(open.work.state().kind, 'Start')
        if (busy !== null) return busy
        if (open.postRun.running()) return postRunUnderWay
        const [unconfirmed] = unconfirmedFiles(open.document.database, open.trust)
        if (unconfirmed !== undefined) return unconfirmedFile(unconfirmed.name)
        const connection = open.connection()
        return connection.ok ? use(open, connection.value) : connection
      }),
    withRehearsal: (use) =>
      withSession((open) => {
        const core = open.rehearsal()
        return core === null
          ? problem('rehearsal-not-running', 'The rehearsal core is not running. Start it on the Connect screen.')
          : use(core)
      }),
    changeFile: (fileId, change) => atRest('changing the export', (open) => changeFile(open, fileId, change)),
  }
}

/** The problem while files are read, planned or excluded; null: none. `what`: `Start`. */
export function busyWith(kind: WorkState['kind'], what: string): ReturnType<typeof problem> | null {
  const reason = workReason(kind)
  return reason === null ? null : problem('busy', `${reason} ${what} when that is done.`)
}

const postRunUnderWay = problem(
  'post-run-under-way',
  'Users are being looked up or removed. Wait until that is done, or stop it on the Report screen.',
)

async function changeFile(
  open: Session,
  fileId: number,
  change: (session: Session, fileId: number) => void,
): Promise<Result<unknown>> {
  const { database } = open.document
  const gone = hashesRemovedProblem(database)
  if (gone !== null) return gone
  if (fileTable.get(database, fileId) === undefined)
    return problem('file-unknown', 'This file is no longer part of the migration.')
  if (anySentLive(database))
    return problem(
      'sent-already',
      'Users of this migration were sent to a live core, so its files stay as they are. Start a new migration for other files.',
    )
  await open.work.change(
    () => change(open, fileId),
    (options) => clearRecords(database, fileId, options),
  )
  open.touch()
  return ok(open.view())
}
