import { readdirSync } from 'node:fs'
import { cli, type CliRun } from '../../support/cli.ts'

/**
 * The traces of a refusal: its code, its one line, nothing on standard output but the same problem as JSON where that is wanted, and the folder
 * as it was.
 */
export async function refusal(args: readonly string[], folder: string) {
  const before = readdirSync(folder)
  const run = await cli(args, { cwd: folder })
  // A reading that takes seconds, as on a busy machine, says how far it is.
  const err = run.err.replaceAll(/^Reading the export: .*\n/gm, '')
  const changed = readdirSync(folder).filter((name) => !before.includes(name))
  return { code: run.code, out: isProblem(run.json, err) ? '' : run.out, err, changed }
}

function isProblem(json: CliRun['json'], err: string): boolean {
  return JSON.stringify(json) === JSON.stringify({ problem: { code: codeIn(json), message: err.trimEnd() } })
}

function codeIn(json: CliRun['json']): unknown {
  const problem: unknown = json?.['problem']
  return typeof problem === 'object' && problem !== null && 'code' in problem ? problem.code : null
}

/** The expected refusal. */
export function refused(sentence: string) {
  return { code: 2, out: '', err: `${sentence}\n`, changed: [] as readonly string[] }
}
