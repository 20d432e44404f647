import { removeFolder } from '../../engine/files/folders.ts'
import { join } from 'node:path'
import { createDocument } from '../../engine/document/open-document.ts'
import { parseArguments } from '../arguments.ts'
import { checkEveryFile } from '../check-users.ts'
import { baselineText, idleDecisionsText, inspection } from '../inspection.ts'
import { mappingReports } from '../../engine/queries/mapping-report.ts'
import { inspectionText } from '../inspection-text.ts'
import { type CommandSpec, usageOf } from '../command-spec.ts'
import { exitBadInput, exitDone, type Io } from '../io.ts'
import { openSession, readInto } from '../open-migration.ts'
import { readParts } from '../part-options.ts'
import type { CliParts } from '../cli-parts.ts'
import { createTemporaryFolder } from '../../engine/files/temporary-folder.ts'
import { noChoices } from '../../../shared/planning/choices.ts'
import { decisionOptions, readChoices } from '../decisions.ts'
import { readMapping, readText } from '../files-from-arguments.ts'
import { exportOptions, jsonOption } from '../shared-options.ts'
import { workLine } from '../work-line.ts'

export const inspectSpec = {
  name: 'inspect',
  operands: 'FILE...',
  summary: 'Read an export and show what would be migrated; sends nothing',
  options: { ...exportOptions, ...decisionOptions, ...jsonOption },
  examples: [
    'users.json.gz hashes.ndjson',
    'users.csv --mapping mapping.json --json',
    'export.zip --file-in-zip users.json',
  ],
} as const satisfies CommandSpec

/** Reads files and says what would be migrated. Sends nothing and leaves nothing behind. */
export async function inspectCommand(args: readonly string[], io: Io, parts: CliParts): Promise<number> {
  const fail = (message: string) => {
    io.err(`${message}\n`)
    return exitBadInput
  }
  const given = parseArguments(args, inspectSpec)
  if (!given.ok) return fail(given.error.message)
  if (given.value.rest.length === 0) return fail(`Name the files of the export. Usage: ${usageOf(inspectSpec)}`)
  const mapping = await readMapping(given.value, io)
  if (!mapping.ok) return fail(mapping.error.message)
  const partsOfFiles = readParts(given.value)
  if (!partsOfFiles.ok) return fail(partsOfFiles.error.message)
  const choices = readChoices(given.value, noChoices)
  if (!choices.ok) return fail(choices.error.message)
  const scryptFile = given.value.text('scrypt-parameters')
  const scrypt = scryptFile === undefined ? null : await readText(scryptFile, io, 65_536, 'hash parameters')
  if (scrypt !== null && !scrypt.ok) return fail(scrypt.error.message)

  const folder = createTemporaryFolder('inspect')
  try {
    const document = createDocument(join(folder, 'inspect.migration'))
    if (!document.ok) return fail(document.error.message)
    const session = openSession(
      document.value,
      { ...parts, trust: undefined },
      { onWork: workLine(io, given.value.flag('json')) },
    )
    try {
      const read = await readInto(session, {
        cwd: io.cwd,
        signal: io.signal,
        files: given.value.rest,
        choices: choices.value,
        mapping: mapping.value,
        scryptText: scrypt?.value ?? null,
        only: null,
        baseline: given.value.text('delta-of') ?? null,
        parts: partsOfFiles.value,
      })
      if (!read.ok) return fail(read.error.message)
      const mappings = mappingReports(session.document.database)
      const found = inspection(session.document.database, io.cwd, mappings)
      io.out(
        given.value.flag('json')
          ? `${JSON.stringify(found, null, 2)}\n`
          : inspectionText(session.document.database, found) +
              idleDecisionsText(session.document.database) +
              baselineText(session.document.database),
      )
      const checked = checkEveryFile(session.document.database)
      return checked.ok ? exitDone : fail(checked.error.message)
    } finally {
      await session.end()
    }
  } finally {
    removeFolder(folder)
  }
}
