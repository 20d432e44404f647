import { existsSync, readFileSync, statSync } from 'node:fs'
import { requests, type EventName, type Events } from '../../shared/bridge/contract.ts'
import { ok, problem, type Result } from '../../shared/result.ts'
import { userDetail } from './desk/user-detail.ts'
import { ticksFor } from './desk/preview.ts'
import { countStates } from './desk/counts.ts'
import { changeFile, forgetRecords, getFile, removeFile } from './document/files.ts'
import { createDocument, openDocument, type Document } from './document/open-document.ts'
import { sqliteDriver } from './document/sqlite.ts'
import { createPrivateFile } from './document/private-file.ts'
import { currentTarget } from './document/targets.ts'
import type { EngineChannel, InnerChannel, InnerRequests } from './engine-api.ts'
import { noFaults } from './rehearsal/faults/faults.ts'
import { writeReport } from './reporting/write-report.ts'
import { correctUser } from './session/correct-user.ts'
import { mappingView, recordView } from './session/mapping-views.ts'
import { rehearsalFaults, rehearsalPage } from './session/rehearsal-requests.ts'
import type { StartRehearsal } from './session/rehearsal-host.ts'
import { createSession, type Session } from './session/session.ts'

export type EngineSettings = { readonly appFolder: string; readonly startRehearsal: StartRehearsal }

type Emit = <E extends EventName>(event: E, value: Events[E]) => void
type Answer = (input: unknown) => Promise<Result<unknown>> | Result<unknown>

/** The one writer behind all hosts: answers the contract's engine requests and main's own. */
export function createEngine(settings: EngineSettings): {
  readonly ask: (channel: string, input: unknown) => Promise<Result<unknown>>
  readonly subscribe: (emit: Emit) => void
} {
  let session: Session | null = null
  let emit: Emit = () => undefined

  const start = (document: Document): Session =>
    createSession(document, {
      appFolder: settings.appFolder,
      startRehearsal: settings.startRehearsal,
      onProgress: (view) => emit('progress', view),
      onChange: (version) => emit('changed', { version }),
      onTrouble: (problem) => emit('trouble', problem),
      now: Date.now,
      random: Math.random,
    })

  const begin = async (opened: Result<Document>): Promise<Result<unknown>> => {
    if (!opened.ok) return opened
    await session?.close()
    session = start(opened.value)
    // Reading or planning that did not finish goes on by itself.
    session.work.begin('read')
    return ok(session.view())
  }

  const here = (use: (session: Session) => Promise<Result<unknown>> | Result<unknown>) =>
    session === null ? problem('no-document', 'No migration is open. Open one, or start a new one.') : use(session)

  const answers = { ...innerAnswers(), ...engineAnswers() }

  function innerAnswers(): {
    readonly [C in InnerChannel]: (input: InnerRequests[C]['input']) => Promise<Result<unknown>> | Result<unknown>
  } {
    return {
      'inner:create': ({ path }) => begin(createDocument(path)),
      'inner:open': ({ path }) => begin(openDocument(path)),
      'inner:close': async () => {
        await session?.close()
        session = null
        return ok({ closed: true })
      },
      'inner:path': () => ok({ path: session?.document.path ?? null }),
      'inner:add': ({ paths, names }) => here((open) => open.add(paths, names)),
      'inner:scrypt-file': ({ path }) => here((open) => readSmallFile(path, (text) => open.scrypt(text))),
      'inner:signer-key': () => ok({ key: session?.signerKey() ?? null }),
      'inner:report': ({ format, masked, path }) =>
        here((open) => writeReport(open.document.database, format, masked, path)),
      'inner:backup': ({ path }) => here((open) => backup(open, path)),
    }
  }

  function engineAnswers(): { readonly [C in EngineChannel]?: Answer } {
    const parse = <C extends EngineChannel>(channel: C, input: unknown) => requests[channel].input.parse(input)
    return {
      'document:state': () => ok(session === null ? null : session.view()),
      'core:connect': (input) =>
        here(async (open) => ok(await open.connect(requests['core:connect'].input.parse(input)))),
      'rehearsal:start': (input) => {
        const { dialect, afresh } = requests['rehearsal:start'].input.parse(input)
        return here((open) => open.rehearse(dialect, afresh))
      },
      'rehearsal:users': (input) => {
        const { after, search } = requests['rehearsal:users'].input.parse(input)
        return withRehearsal(async (core) => ok(await rehearsalPage(core, after, search)))
      },
      'rehearsal:sign-in': (input) => {
        const { email, password } = requests['rehearsal:sign-in'].input.parse(input)
        return withRehearsal(async (core) => {
          const result = await core.signIn(email, password)
          return ok({
            signedIn: result.kind === 'ok',
            message: result.kind === 'ok' ? 'Signed in with this password.' : 'This email and password do not fit.',
          })
        })
      },
      'rehearsal:faults': (input) => {
        const { fault } = requests['rehearsal:faults'].input.parse(input)
        return withRehearsal(async (core) => {
          await core.setFaults(fault === null ? noFaults : rehearsalFaults(fault))
          return ok({})
        })
      },
      'export:remove': (input) =>
        changeFiles(requests['export:remove'].input.parse(input).fileId, (open, id) =>
          removeFile(open.document.database, id),
        ),
      'export:say': (input) => {
        const { fileId, provider } = requests['export:say'].input.parse(input)
        return changeFiles(fileId, (open, id) => readAgain(open, id, { said: provider }))
      },
      'export:scrypt': (input) => here((open) => open.scrypt(requests['export:scrypt'].input.parse(input).text)),
      'mapping:get': (input) =>
        here((open) => mappingView(open.document.database, requests['mapping:get'].input.parse(input).fileId)),
      'mapping:set': (input) => {
        const { fileId, mapping } = requests['mapping:set'].input.parse(input)
        return changeFiles(fileId, (open, id) => readAgain(open, id, { mapping }))
      },
      'mapping:record': (input) => {
        const { fileId, index } = requests['mapping:record'].input.parse(input)
        return here((open) => recordView(open.document.database, fileId, index))
      },
      'preview:choose': (input) => here((open) => open.choose(requests['preview:choose'].input.parse(input).choices)),
      'users:correct': (input) => {
        const { id, correction } = requests['users:correct'].input.parse(input)
        return here((open) => {
          const { database } = open.document
          const corrected = correctUser(database, currentTarget(database), id, correction)
          open.touch()
          return corrected.ok ? userDetail(database, id) : corrected
        })
      },
      'run:start': (input) => {
        const order = requests['run:start'].input.parse(input)
        return sending((open, connection) => {
          const { database } = open.document
          const missing = ticksFor(connection.target, countStates(database, connection.target.id), database).find(
            (tick) => !order.ticks.includes(tick.key),
          )
          if (missing !== undefined) return problem('not-confirmed', `Confirm first: ${missing.text}`)
          return open.run.start(connection.target, connection.open, { ...order, retry: false })
        })
      },
      'run:retry': (input) => {
        const { scope } = parse('run:retry', input) as { scope: Parameters<Session['run']['start']>[2]['scope'] }
        return sending((open, connection) =>
          open.run.start(connection.target, connection.open, { scope, concurrency: 'auto', retry: true }),
        )
      },
      'run:resume': () => sending((open, connection) => open.run.resume(connection.target, connection.open)),
      'run:pause': () => here((open) => ok(open.run.pause())),
      'run:cancel': () => here((open) => ok(open.run.cancel())),
      'run:progress': () => here((open) => ok(open.run.view())),
    }
  }

  const withRehearsal = (use: (core: NonNullable<ReturnType<Session['rehearsal']>>) => Promise<Result<unknown>>) =>
    here((open) => {
      const core = open.rehearsal()
      return core === null
        ? problem('rehearsal-not-running', 'The rehearsal core is not running. Start it on the Connect screen.')
        : use(core)
    })

  const sending = (
    use: (
      open: Session,
      connection: Extract<ReturnType<Session['connection']>, { ok: true }>['value'],
    ) => Result<unknown>,
  ) =>
    here((open) => {
      if (open.work.state().kind !== 'idle')
        return problem('still-working', 'The export is still being read. Start when that is done.')
      const connection = open.connection()
      return connection.ok ? use(open, connection.value) : connection
    })

  const changeFiles = (fileId: number, change: (open: Session, fileId: number) => void) =>
    here((open) => {
      if (open.run.running())
        return problem('run-under-way', 'A run is under way. Pause it before changing the export.')
      if (getFile(open.document.database, fileId) === undefined)
        return problem('file-unknown', 'This file is no longer part of the migration.')
      if (sentLive(open))
        return problem(
          'sent-already',
          'Users of this migration were sent to a live core, so its files stay as they are. Start a new migration for other files.',
        )
      change(open, fileId)
      open.work.begin('plan')
      open.touch()
      return ok(open.view())
    })

  return {
    subscribe: (to) => {
      emit = to
    },
    ask: async (channel, input) => {
      const answer: unknown = Object.hasOwn(answers, channel) ? answers[channel as keyof typeof answers] : undefined
      if (typeof answer !== 'function')
        return problem('channel-unknown', 'The app asked for something that does not exist.')
      return (answer as Answer)(input)
    },
  }
}

function readAgain(open: Session, fileId: number, change: Parameters<typeof changeFile>[2]): void {
  forgetRecords(open.document.database, fileId)
  changeFile(open.document.database, fileId, change)
}

function sentLive(open: Session): boolean {
  return (
    open.document.database
      .prepare(
        "SELECT 1 FROM progress JOIN target ON target.id = progress.target_id WHERE target.kind = 'live' LIMIT 1",
      )
      .get() !== undefined
  )
}

function readSmallFile(path: string, use: (text: string) => Result<unknown>): Result<unknown> {
  try {
    if (statSync(path).size > 65_536)
      return problem('file-too-large', 'This is not a hash_config block: the file is too large.')
    return use(readFileSync(path, 'utf8'))
  } catch {
    return problem('file-vanished', 'The file cannot be read. Choose it again.')
  }
}

async function backup(open: Session, path: string): Promise<Result<unknown>> {
  try {
    if (existsSync(path))
      return problem('document-exists', 'There is already a file of this name. Choose another name.')
    createPrivateFile(path)
    await sqliteDriver().backup(open.document.database, path)
    return ok({ bytes: statSync(path).size })
  } catch {
    return problem(
      'copy-not-saved',
      'The copy could not be saved there. Choose a folder that exists and that you can write to.',
    )
  }
}
