import { setTimeout as wait } from 'node:timers/promises'
import { join } from 'node:path'
import { createReports } from '../../../electron/engine/channels/report-channels.ts'
import { createQueries } from '../../../electron/engine/queries/queries.ts'
import { createEngine } from '../../../electron/engine/engine.ts'
import { tryPassword } from '../../../electron/engine/password-check/try-password.ts'
import { startRehearsalHere } from '../../support/rehearsal-here.ts'
import { createTrustStore } from '../../../electron/engine/trust/trust-store.ts'
import { cli } from '../../support/cli.ts'

/** A user's action on a document. `machine`: the app's folder. Returns all output, and how it ended. */
export type Attack = (path: string, cwd: string, machine: string) => Promise<Outcome>
export type Outcome = { readonly refused: string | null; readonly shown: string }

const command =
  (args: (path: string) => readonly string[]): Attack =>
  async (path, cwd, machine) => {
    const { code, out, err } = await cli(args(path), { cwd, machine })
    if (![0, 2, 3, 4].includes(code)) throw new Error(`exit code ${code}`)
    if (/Internal error/.test(err)) throw new Error(err.slice(0, 600))
    return { refused: code === 2 || code === 4 ? err.slice(0, 60) : null, shown: out + err }
  }

type Answer = { readonly ok: boolean; readonly error?: { readonly code: string } }

/** Opens it in the engine and looks at everything that the window shows. */
const opened: Attack = async (path, cwd, machine) => {
  const engine = createEngine({ appFolder: machine, startRehearsal: startRehearsalHere, tryPassword })
  const query = createQueries(createTrustStore(machine))
  const reports = createReports()
  const shown: unknown[] = []
  const ask = async (channel: string, input: unknown): Promise<Answer> => {
    const answer = (await engine.ask(channel, input)) as Answer
    shown.push(answer)
    return answer
  }
  try {
    const answer = await ask('internal:open', { path })
    if (!answer.ok) return { refused: answer.error?.code ?? '', shown: JSON.stringify(shown) }
    shown.push(query.open(path))
    await reports.open(path)
    // Reading and planning that the document asks for.
    for (let left = 2000; left > 0; left -= 1) {
      const state = JSON.stringify(await engine.ask('document:state', {}))
      if (!/"work":\{"kind":"(?!idle)/.test(state)) break
      if (left === 1) throw new Error('it works without an end')
      await wait(2)
    }
    await ask('document:state', {})
    await ask('run:progress', {})
    await ask('mapping:get', { fileId: 1 })
    await ask('mapping:record', { fileId: 1, index: 0 })
    await ask('post-run:state', {})
    const page = { filter: {}, sort: { by: 'place', descending: false }, from: 0, limit: 50 }
    for (const [channel, input] of [
      ['preview:get', {}],
      ['report:get', {}],
      ['hashes:state', {}],
      ['run:failures', {}],
      ['users:page', page],
      ['users:detail', { id: 1 }],
      ['users:source', { id: 1 }],
    ] as const) {
      shown.push(await query.answer(channel, input))
    }
    await ask('run:start', { scope: { kind: 'all' }, concurrency: 4, confirmations: ['live', 'overwrite'] })
    shown.push(await reports.write('internal:report', { format: 'json', masked: true, path: join(cwd, 'report.json') }))
    await ask('internal:backup', { path: join(cwd, 'copy.migration') })
    return { refused: null, shown: JSON.stringify(shown) }
  } finally {
    await reports.open(null)
    query.open(null)
    await engine.ask('internal:close', {})
  }
}

export const attacks: Readonly<Record<string, Attack>> = {
  open: opened,
  report: command((path) => ['report', path, '--out', 'reports']),
  resume: command((path) => ['resume', path, '--json']),
  retry: command((path) => ['retry', path, '--json']),
  verify: command((path) => ['verify', path]),
  undo: command((path) => ['undo', path, '--yes']),
  'remove-hashes': command((path) => ['remove-hashes', path, '--yes']),
  'delta-of': command((path) => ['inspect', 'own.csv', '--delta-of', path, '--json']),
}
