import { makeTemporaryFolder, removeFile } from '../../engine/files/folders.ts'
import { writePrivateFile } from '../../engine/files/own-file.ts'
import { join } from 'node:path'
import { noChoices } from '../../../shared/planning/choices.ts'
import { sampleFiles } from '../../engine/sample/sample-export.ts'
import { createDocument } from '../../engine/document/open-document.ts'
import { inspection } from '../output/inspection.ts'
import { inspectionText } from '../output/inspection-text.ts'
import { type CommandSpec, parseArguments } from '../options/command-spec.ts'
import { exitDone, exitStopped, exitWithFailures, type Io } from '../io.ts'
import { openSession, readInto } from '../open-migration.ts'
import { progressLine } from '../output/progress-line.ts'
import type { CliParts } from '../cli-parts.ts'
import { followDemo } from '../follow-demo.ts'
import { fail, finish, reportInto, send } from '../send-and-report.ts'

export const demoSpec = {
  name: 'demo',
  operands: '',
  summary: 'Migrate a sample export into a rehearsal core on this machine',
  options: {
    follow: {
      type: 'boolean',
      help: 'Migrate a source that changes by itself, follow it for three passes, and cut over',
    },
  },
  examples: ['', '--follow'],
} as const satisfies CommandSpec

/**
 * The main job without a window: a rehearsal core is started, the made-up sample export migrated into it, the summary
 * printed, the report written to a temporary folder, the rehearsal core stopped.
 */
export async function demoCommand(args: readonly string[], io: Io, parts: CliParts): Promise<number> {
  const given = parseArguments(args, demoSpec)
  if (!given.ok) return fail(io, given.error.message)
  if (given.value.flag('follow')) return followDemo(io, parts)
  const folder = makeTemporaryFolder('user-migration-demo-')
  const files = sampleFiles.map(({ name, text }) => {
    const path = join(folder, name)
    writePrivateFile(path, text)
    return path
  })
  const document = createDocument(join(folder, 'demo.migration'))
  if (!document.ok) return fail(io, document.error.message)
  const session = openSession(document.value, parts, { onProgress: progressLine(io, false) })
  try {
    const started = await session.rehearse('documented', true)
    if (!started.ok) return fail(io, started.error.message, exitStopped)
    io.out(`Rehearsal core on ${started.value.target?.baseUrl ?? ''}; nothing leaves this machine.\n\n`)
    const read = await readInto(session, {
      cwd: folder,
      signal: io.signal,
      files,
      choices: noChoices,
      mapping: null,
      scryptText: null,
      only: null,
    })
    if (!read.ok) return fail(io, read.error.message)
    io.out(`${inspectionText(session.document.database, inspection(session.document.database, folder))}\n`)
    const sent = await send(
      session,
      { scope: { kind: 'all' }, concurrency: 'auto', retry: false, giveUpAfterMs: 60_000 },
      io,
    )
    if (!sent.ok) return fail(io, sent.error.message, exitStopped)
    const reports = join(folder, 'report')
    const written = await reportInto(session, reports, io)
    if (!written.ok) return fail(io, written.error.message)
    io.out(`\nThe rehearsal core now holds ${await session.rehearsal()?.count()} users. Report: ${reports}\n\n`)
    const code = finish(sent.value, false, io)
    const { failed, inDoubt } = sent.value.result
    // The sample has users who are blocked, so that there is something to decide.
    return code === exitWithFailures && failed + inDoubt + sent.value.left === 0 ? exitDone : code
  } finally {
    await session.end()
    for (const file of [...files, join(folder, 'demo.migration')]) removeFile(file)
  }
}
