import { readdirSync } from 'node:fs'
import { cli } from '../../support/cli.ts'

/** The traces of a refusal: its code, its one line, nothing on standard output, and the folder as it was. */
export async function refusal(args: readonly string[], folder: string) {
  const before = readdirSync(folder)
  const run = await cli(args, { cwd: folder })
  // A reading that takes seconds, as on a busy machine, says how far it is.
  const err = run.err.replaceAll(/^Reading the export: .*\n/gm, '')
  const changed = readdirSync(folder).filter((name) => !before.includes(name))
  return { code: run.code, out: run.out, err, changed }
}

/** The expected refusal. */
export function refused(sentence: string) {
  return { code: 2, out: '', err: `${sentence}\n`, changed: [] as readonly string[] }
}
