import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { startRehearsalCore } from '../electron/engine/rehearsal/rehearsal-core.ts'
import { problem, type Result } from '../shared/result.ts'
import { clientDifferences } from './check-recordings/client-reading.ts'
import { parseRecordings, type Recording } from './check-recordings/recording.ts'
import { replay } from './check-recordings/replay.ts'

/*
 * npm run check:recordings -- FILE
 * Replays what was recorded with a real core against a fresh rehearsal core, in order, and lets the client read every
 * recorded reply. Prints each difference, then how many recordings were held. Exit 1 unless all.
 */

/** Public: the signer key of the reference vector of Firebase scrypt, with which the recordings were made. */
const signerKey = 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=='
const apiKey = 'check-recordings-key-0'

/** A relative path follows the caller's folder, which npm hands on in INIT_CWD. */
async function readRecordings(file: string): Promise<Result<readonly Recording[]>> {
  try {
    return parseRecordings(await readFile(resolve(process.env['INIT_CWD'] ?? process.cwd(), file), 'utf8'))
  } catch {
    return problem('recordings-unreadable', `${file} cannot be read.`)
  }
}

/** The rehearsal core has no bulk import: no dialect of this app calls it. */
function isLeftOut(recording: Recording): boolean {
  return recording.request.path.startsWith('/bulk-import/')
}

export async function main(args: readonly string[], out: (line: string) => void): Promise<number> {
  const [file] = args
  if (file === undefined) {
    out('Name the file with the recordings: npm run check:recordings -- FILE')
    return 2
  }
  const recordings = await readRecordings(file)
  if (!recordings.ok) {
    out(recordings.error.message)
    return 2
  }
  const core = await startRehearsalCore({ dialect: 'supertokens', apiKey, signerKey })
  if (!core.ok) {
    out(core.error.message)
    return 1
  }
  const wanted = recordings.value.filter((recording) => !isLeftOut(recording))
  const excluded = recordings.value.length - wanted.length
  const translation = new Map<string, string>()
  let held = 0
  for (const recording of wanted) {
    const replayed = await replay(recording, { baseUrl: core.value.baseUrl, apiKey }, translation)
    const differences = [...replayed, ...clientDifferences(recording)]
    if (differences.length === 0) held += 1
    for (const difference of differences) out(`${recording.name}: ${difference}`)
  }
  await core.value.stop()
  if (excluded > 0) out(`Left out: ${excluded} of bulk import, which the rehearsal core does not have.`)
  out(`${held} of ${wanted.length}`)
  return held === wanted.length && wanted.length > 0 ? 0 : 1
}

process.exitCode = await main(process.argv.slice(2), (line) => console.log(line))
