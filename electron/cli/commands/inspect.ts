import { createTemporaryFolder, removeFolder } from '../../engine/files/folders.ts'
import { join } from 'node:path'
import { createDocument } from '../../engine/document/open-document.ts'
import { fileTable } from '../../engine/document/files.ts'
import { incompleteFiles } from '../../engine/document/incomplete-files.ts'
import { checkEveryFile } from '../check-users.ts'
import { baselineText, idleDecisionsText, inspection } from '../output/inspection.ts'
import { mappingReports } from '../../engine/queries/mapping-report.ts'
import { inspectionText } from '../output/inspection-text.ts'
import { type CommandSpec, parseArguments, usageOf } from '../options/command-spec.ts'
import { exitDone, exitStopped, type Io, lineOf } from '../io.ts'
import { openSession, readReadable, refusedFiles } from '../open-migration.ts'
import type { CliParts, Command } from '../cli-parts.ts'
import { connectCore } from '../reach-core.ts'
import { decisionOptions } from '../options/decisions.ts'
import { namedCoreOptions, readExportOptions, readNamedCore } from '../run-order.ts'
import { fail } from '../send-and-report.ts'
import type { Problem } from '../../../shared/result.ts'
import { excludeTablesOption, exportOptions, jsonOption } from '../options/shared-options.ts'
import { workLine } from '../output/progress-line.ts'

const inspectSpec = {
  name: 'inspect',
  operands: 'FILE...',
  summary: 'Read an export and show what would be migrated; sends nothing',
  options: {
    core: {
      type: 'string',
      value: 'URL',
      help: 'Ask this core what it can take, and list every decision that a run to it needs',
      example: '--core https://core.example.com/tenant',
    },
    ...namedCoreOptions,
    ...exportOptions,
    ...decisionOptions,
    ...excludeTablesOption,
    ...jsonOption,
  },
  examples: [
    'users.json.gz hashes.ndjson',
    'users.csv --mapping mapping.json --json',
    'export.zip --file-in-zip users.json',
  ],
} as const satisfies CommandSpec

/** Reads files and says what would be migrated. Sends nothing and leaves nothing behind. */
async function inspectFiles(args: readonly string[], io: Io, parts: CliParts): Promise<number> {
  const given = parseArguments(args, inspectSpec)
  if (!given.ok) return fail(io, given.error.message)
  const refuse = (error: Problem) => {
    if (given.value.flag('json'))
      io.out(`${JSON.stringify({ problem: { code: error.code, message: error.message } })}\n`)
    return fail(io, error.message)
  }
  if (given.value.rest.length === 0) return fail(io, `Name the files of the export. Usage: ${usageOf(inspectSpec)}`)
  const what = await readExportOptions(given.value, io)
  if (!what.ok) return fail(io, what.error.message)
  const address = given.value.text('core')
  const core = address === undefined ? null : await readNamedCore(address, given.value, io)
  if (core !== null && !core.ok) return fail(io, core.error.message)

  const folder = createTemporaryFolder('inspect')
  try {
    const document = createDocument(join(folder, 'inspect.migration'))
    if (!document.ok) return refuse(document.error)
    const session = openSession(
      document.value,
      { ...parts, trust: undefined },
      { onWork: workLine(io, given.value.flag('json')) },
    )
    try {
      const read = await readReadable(session, { ...what.value, cwd: io.cwd, signal: io.signal, only: null })
      if (!read.ok) return refuse(read.error)
      const { database } = session.document
      const refused = refusedFiles(database)
      if (!refused.ok && fileTable.list(database).every(({ complete }) => !complete)) return refuse(refused.error)
      if (given.value.flag('exclude-tables')) incompleteFiles.excludeTables(database)
      if (core !== null) {
        const connected = await connectCore(session, { ...core.value, baseUrl: core.value.core }, io)
        if (connected.kind === 'bad-input') return fail(io, connected.message)
        if (connected.kind === 'stopped') return fail(io, connected.message, exitStopped)
        const settled = await session.work.settled()
        if (!settled.ok) return fail(io, settled.error.message)
      }
      const mappings = mappingReports(database)
      const found = { ...inspection(database, io.cwd, mappings), ...(refused.ok ? {} : { problem: refused.error }) }
      io.out(
        given.value.flag('json')
          ? `${JSON.stringify(found, null, 2)}\n`
          : inspectionText(database, found) + idleDecisionsText(database) + baselineText(database),
      )
      const checked = refused.ok ? checkEveryFile(database) : refused
      if (!checked.ok) return fail(io, checked.error.message)
      for (const leftOut of checked.value) io.err(lineOf(leftOut))
      return exitDone
    } finally {
      await session.end()
    }
  } finally {
    removeFolder(folder)
  }
}

export const inspectCommand = { spec: inspectSpec, run: inspectFiles } satisfies Command
