import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { startRehearsalCore, type RehearsalCore } from '../electron/engine/rehearsal/rehearsal-core.ts'
import { problem, type Result } from '../shared/result.ts'
import { clientDifferences } from './check-recordings/client-reading.ts'
import { featuresOf, restarts, type CoreKind } from './check-recordings/recorded-core.ts'
import { parseRecordings, type Recording } from './check-recordings/recording.ts'
import { replay } from './check-recordings/replay.ts'

/*
 * npm run check:recordings -- FILE
 * Replays recordings of a real core against fresh rehearsal cores, in order, and lets the client read every recorded
 * reply. Prints each difference, then the number of matching recordings. Exit 1 unless all match.
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

/** The job of bulk import runs only where the recorded core was restarted. */
function startCore(kind: CoreKind): Promise<Result<RehearsalCore>> {
  return startRehearsalCore({
    dialect: 'supertokens',
    apiKey,
    signerKey: kind === 'no signer key' ? null : signerKey,
    features: featuresOf[kind],
    bulk: { intervalMs: null },
  })
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
  const started = await startCore('whole')
  if (!started.ok) {
    out(started.error.message)
    return 1
  }
  let core = started.value
  const before = restarts(recordings.value)
  const translation = new Map<string, string>()
  let held = 0
  for (const [index, recording] of recordings.value.entries()) {
    const { fresh = null, cron = null } = before[index] ?? {}
    if (fresh !== null) {
      await core.stop()
      const next = await startCore(fresh)
      if (!next.ok) {
        out(next.error.message)
        return 1
      }
      core = next.value
      translation.clear()
    }
    if (cron !== null) await core.runBulkCron({ parallelism: cron })
    const replayed = await replay(recording, { baseUrl: core.baseUrl, apiKey }, translation)
    const differences = [...replayed, ...clientDifferences(recording)]
    if (differences.length === 0) held += 1
    for (const difference of differences) out(`${recording.name}: ${difference}`)
  }
  await core.stop()
  out(`${held} of ${recordings.value.length}`)
  return held === recordings.value.length && held > 0 ? 0 : 1
}

process.exitCode = await main(process.argv.slice(2), (line) => console.log(line))
