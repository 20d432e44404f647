import type { EngineChannel } from '../../shared/ipc/contract.ts'
import { ok, problem, type Result } from '../../shared/result.ts'
import { coreChannels } from './channels/core-channels.ts'
import { followChannels } from './channels/follow-channels.ts'
import { exportChannels } from './channels/export-channels.ts'
import { internalChannels, type InternalAnswers } from './channels/internal-channels.ts'
import { openMigration, type Answers } from './channels/open-migration.ts'
import { passwordCheckChannels, postRunChannels, runChannels } from './channels/run-channels.ts'
import { closeDocument, type Document } from './document/open-document.ts'
import { describeFailure, knownFailure } from './document/check-document.ts'
import type { ReadDrafts } from './import-pipeline/read-drafts.ts'
import type { TryPassword } from './password-check/try-password.ts'
import { systemClock } from './runner/clock.ts'
import type { StartRehearsal } from './session/rehearsal-host.ts'
import { createSession, type Session } from './session/session.ts'
import { type Emit, unknownChannel } from './worker-protocol.ts'

type EngineSettings = {
  readonly appFolder: string
  readonly startRehearsal: StartRehearsal
  /** How files are read; in this thread unless told otherwise. */
  readonly readDrafts?: ReadDrafts
  /** Away from this thread, whose event loop sends users. */
  readonly tryPassword: TryPassword
}

const nobody: Emit = () => undefined

/** The one writer behind all hosts: answers the contract's engine requests and main's own. */
export function createEngine(settings: EngineSettings): {
  readonly ask: (channel: string, input: unknown) => Promise<Result<unknown>>
  readonly subscribe: (emit: Emit) => void
} {
  let session: Session | null = null
  let emit = nobody

  const start = (document: Document): Session =>
    createSession(document, {
      appFolder: settings.appFolder,
      startRehearsal: settings.startRehearsal,
      readDrafts: settings.readDrafts,
      onProgress: (view) => emit('progress', view),
      onChange: (version) => emit('document-changed', { version }),
      onError: (error) => emit('error', error),
      clock: systemClock,
      random: Math.random,
    })

  const end = async () => {
    await following.stop()
    const ending = session
    session = null
    await ending?.close()
  }

  const begin = async (open: () => Result<Document>): Promise<Result<unknown>> => {
    const opened = open()
    if (!opened.ok) return opened
    await end()
    try {
      session = start(opened.value)
      // Unfinished reading or planning resumes automatically.
      session.work.begin('read')
      return ok(session.view())
    } catch (error) {
      // The session failed to start: close the document and release its lock.
      if (session === null) closeDocument(opened.value)
      await end()
      return describeFailure(error)
    }
  }

  const open = openMigration(() => session)
  const following = followChannels(open, settings.readDrafts)
  const answers: Answers<EngineChannel> & InternalAnswers = {
    ...coreChannels(open),
    ...exportChannels(open),
    ...runChannels(open),
    ...following.answers,
    ...postRunChannels(open),
    ...passwordCheckChannels(open, settings.tryPassword),
    ...internalChannels(open, begin, end, following.offer),
  }

  return {
    subscribe: (to) => {
      emit = to
    },
    ask: async (channel, input) => {
      const answer: unknown = Object.hasOwn(answers, channel) ? answers[channel as keyof typeof answers] : undefined
      if (typeof answer !== 'function') return unknownChannel
      try {
        return await (answer as (input: unknown) => Promise<Result<unknown>>)(input)
      } catch (error) {
        // A document's content is parsed when it is read: another program changed it, or its disk is full.
        const failure = knownFailure(error)
        if (failure !== null) return problem(failure.code, failure.message)
        throw error
      }
    },
  }
}
