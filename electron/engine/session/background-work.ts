import { ok, type Result } from '../../../shared/result.ts'
import { joinParts } from '../document/join-parts.ts'
import { listFiles } from '../document/files.ts'
import { describeFailure, type Document } from '../document/open-document.ts'
import { planUsers } from '../document/plan-users.ts'
import { readFile } from '../document/read-file.ts'
import { getSetting, setSetting } from '../document/settings.ts'

export type WorkState = {
  readonly kind: 'idle' | 'reading' | 'planning'
  readonly done: number
  readonly total: number
}

export const idle: WorkState = { kind: 'idle', done: 0, total: 0 }

/** Reads files and plans users in the background, one thing after the other. */
export type BackgroundWork = {
  readonly state: () => WorkState
  /** There is something new to read or to plan. Decisions taken meanwhile start the planning over. */
  readonly begin: (what: 'read' | 'plan') => void
  /** Resolves when nothing is left to do; a problem is that of the document, not of one file. */
  readonly settled: () => Promise<Result<null>>
  readonly stop: () => Promise<void>
}

export function createBackgroundWork(document: Document, onChange: () => void): BackgroundWork {
  let state = idle
  let running: Promise<Result<null>> | null = null
  let again = false
  let planAnew = new AbortController()
  const stopping = new AbortController()

  const show = (next: WorkState) => {
    state = next
    onChange()
  }

  const readAll = async (): Promise<boolean> => {
    let read = false
    for (;;) {
      const file = listFiles(document.database).find((one) => !one.complete && one.problem === null)
      if (file === undefined || stopping.signal.aborted) return read
      read = true
      show({ kind: 'reading', done: 0, total: 0 })
      const result = await readFile(document, file.id, {
        signal: stopping.signal,
        onProgress: (records) => show({ kind: 'reading', done: records, total: 0 }),
      })
      // A problem of one file is kept with the file and does not stop the others.
      if (!result.ok && listFiles(document.database).some((one) => one.id === file.id && one.problem === null))
        return read
    }
  }

  const run = async (): Promise<Result<null>> => {
    try {
      do {
        again = false
        const { database } = document
        if (await readAll()) setSetting(database, 'planned', false)
        joinParts(database)
        if (getSetting(database, 'planned') === true) continue
        planAnew = new AbortController()
        const signal = AbortSignal.any([stopping.signal, planAnew.signal])
        const planned = await planUsers(document, {
          signal,
          onProgress: (done, total) => show({ kind: 'planning', done, total }),
        })
        if (!planned.ok && planned.error.code !== 'planning-stopped') return planned
      } while (again && !stopping.signal.aborted)
      return ok(null)
    } catch (error) {
      return describeFailure(error)
    }
  }

  const begin = (what: 'read' | 'plan') => {
    if (what === 'plan') {
      setSetting(document.database, 'planned', false)
      planAnew.abort()
    }
    again = true
    running ??= run().finally(() => {
      running = null
      show(idle)
    })
  }

  return {
    state: () => state,
    begin,
    settled: async () => {
      let result: Result<null> = ok(null)
      while (running !== null) result = await running
      return result
    },
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
