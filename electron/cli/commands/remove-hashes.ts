import { keptSecretsText } from '../../../shared/report/post-run-text.ts'
import { countHashes, keepsTotpSecrets } from '../../engine/document/removed-hashes.ts'
import { hashesRequiredReason } from '../../engine/queries/counts.ts'
import type { CliParts, Command } from '../cli-parts.ts'
import { type CommandSpec, parseArguments, usageOf } from '../options/command-spec.ts'
import { exitDone, exitStopped, type Io } from '../io.ts'
import { openAt, openSession } from '../open-migration.ts'
import { fail } from '../send-and-report.ts'
import { workLine } from '../output/progress-line.ts'

const removeHashesSpec = {
  name: 'remove-hashes',
  operands: 'DOCUMENT',
  summary: 'Remove all hashes and TOTP secrets from a finished migration, for good',
  options: { yes: { type: 'boolean', help: 'Confirm the number of users without asking' } },
  examples: ['users.migration'],
} as const satisfies CommandSpec

/** Empties a finished migration of hashes, for good. Asks first, in numbers. */
async function removeAllHashes(args: readonly string[], io: Io, parts: CliParts): Promise<number> {
  const given = parseArguments(args, removeHashesSpec)
  if (!given.ok) return fail(io, given.error.message)
  const [path, ...others] = given.value.rest
  if (path === undefined || others.length > 0) {
    return fail(io, `Name one migration. Usage: ${usageOf(removeHashesSpec)}`)
  }
  const yes = given.value.flag('yes')
  if (!yes && io.ask === null) {
    return fail(io, 'Nothing was removed. Without a terminal, add --yes to confirm.')
  }
  const document = openAt(io, path)
  if (!document.ok) return fail(io, document.error.message)
  const session = openSession(document.value, parts, { onWork: workLine(io, false) })
  try {
    const stay = hashesRequiredReason(document.value.database)
    if (stay !== null) return fail(io, stay)
    const kept = countHashes(document.value.database)
    const secrets = keptSecretsText(keepsTotpSecrets(document.value.database))
    io.err(`The ${secrets} of ${kept} users will be removed from this migration. It cannot send users anymore.\n`)
    const answer = yes || io.ask === null ? String(kept) : await io.ask(`To remove them, type ${kept}: `, false)
    if (answer.trim() !== String(kept)) return fail(io, 'Nothing was removed.', exitStopped)
    const removed = await session.removeHashes()
    if (!removed.ok) return fail(io, removed.error.message, exitStopped)
    io.out(`The ${secrets} of ${kept} users were removed.\n`)
    return exitDone
  } finally {
    await session.end()
  }
}

export const removeHashesCommand = { spec: removeHashesSpec, run: removeAllHashes } satisfies Command
