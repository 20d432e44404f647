import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentView } from '../../shared/ipc/views.ts'
import { cli } from './cli.ts'
import { must } from './documents.ts'
import { engineOf, type TestEngine } from './engine.ts'
import { startCore, usersIn } from './rehearsal.ts'
import { folderOf } from './temporary-folder.ts'

/** Runs a dump that asks a question, then once more with the arguments that answer it; codes stand before the users in the core. */
export async function runBothWays(dump: string, answer: readonly string[]) {
  const cwd = folderOf({ 'all.sql': dump })
  const core = await startCore({ dialect: 'documented' })
  const command = ['run', 'all.sql', '--core', core.baseUrl, '--yes', '--document', 'm.migration', '--json']
  const refused = await cli(command, { cwd })
  const before = usersIn(core).length
  const sent = await cli([...command, ...answer, '--report', 'report'], { cwd })
  return {
    refused: [refused.code, before],
    reason: refused.err,
    sent: [sent.code, usersIn(core).length],
    report: (name: string) => readFileSync(join(cwd, 'report', name), 'utf8'),
  }
}

/** The same in the window: why the run is held, the file as the screen shows it, and the users in the core after the answer. */
export async function startBothWays(
  dump: string,
  answer: (engine: TestEngine, file: DocumentView['files'][number]) => Promise<void>,
) {
  const core = await startCore({ dialect: 'documented' })
  const engine = await engineOf({ 'all.sql': dump })
  const [file] = engine.view.files
  if (file === undefined) throw new Error('the dump was not added')
  await engine.connect(core.baseUrl)
  const start = () =>
    engine.ask('run:start', { scope: { kind: 'all' }, concurrency: 4, confirmations: ['live', 'overwrite'] })
  const held = await start()
  await answer(engine, file)
  must(await start())
  await engine.runEnded()
  return { held: held.ok ? 'begun' : held.error.code, file, users: usersIn(core).length }
}
