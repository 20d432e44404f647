import { resolve } from 'node:path'
import { judgeHash } from '../../../shared/hashes/judge-hash.ts'
import { parseScryptParameters } from '../../../shared/hashes/scrypt-parameters.ts'
import type { HashVerdict, ScryptParameters } from '../../../shared/hashes/verdict.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { linesOf, readHashLine } from '../output/hash-lines.ts'
import { type CommandSpec, parseArguments, usageOf } from '../options/command-spec.ts'
import { exitBadInput, exitDone, exitStopped, type Io } from '../io.ts'
import { readText } from '../options/files-from-arguments.ts'
import { scryptOption } from '../options/decisions.ts'

export const hashesSpec = {
  name: 'hashes',
  operands: 'FILE',
  summary: 'Check which hashes in a file (one per line) a core can verify',
  options: {
    ...scryptOption,
    json: { type: 'boolean', help: 'Print one JSON object per line' },
  },
  examples: ['hashes.txt --json'],
} as const satisfies CommandSpec

/** Verdicts are handed on in pieces of about this many characters. */
const piece = 64_000

/**
 * Judges a file of hashes, one a line, plain or as JSON lines, and writes one verdict a line in the same order.
 * `--json`: `{ family, verdict, send, reason }`, `send` only for a hash that would be sent. No reason repeats the
 * input. Argon2i counts as accepted, as real cores take it.
 */
export async function hashesCommand(args: readonly string[], io: Io): Promise<number> {
  const given = parseArguments(args, hashesSpec)
  if (!given.ok) return refuse(io, given.error.message)
  const [file, ...more] = given.value.rest
  if (file === undefined || more.length > 0) return refuse(io, `Name one file. Usage: ${usageOf(hashesSpec)}`)
  const parameters = await readParameters(given.value.text('scrypt-parameters'), io)
  if (!parameters.ok) return refuse(io, parameters.error.message)
  const write = given.value.flag('json') ? asJson : asText
  const counts = new Map<string, number>()
  let pending = ''
  try {
    for await (const line of linesOf(resolve(io.cwd, file), io.signal)) {
      const verdict = judgeHash(readHashLine(line), parameters.value, 'supertokens')
      counts.set(verdict.kind, (counts.get(verdict.kind) ?? 0) + 1)
      pending += write(verdict)
      if (pending.length < piece) continue
      io.out(pending)
      pending = ''
    }
  } catch {
    if (pending !== '') io.out(pending)
    if (io.signal.aborted) return exitStopped
    return refuse(io, 'Cannot read the file with the hashes. Check its name and permissions.')
  }
  if (pending !== '') io.out(pending)
  io.err(`${summary(counts)}\n`)
  return exitDone
}

function refuse(io: Pick<Io, 'err'>, message: string): number {
  io.err(`${message}\n`)
  return exitBadInput
}

async function readParameters(file: string | undefined, io: Io): Promise<Result<ScryptParameters | null>> {
  if (file === undefined) return ok(null)
  const text = await readText(file, io, 65_536, 'hash parameters')
  if (!text.ok) return text
  const parsed = parseScryptParameters(text.value)
  return parsed.ok ? ok(parsed.value.parameters) : problem(parsed.error.code, parsed.error.message)
}

function familyOf(verdict: HashVerdict): string | null {
  return 'family' in verdict ? verdict.family : null
}

/** The reason, and the way out where the hash is refused. */
function reasonOf(verdict: HashVerdict): string {
  return 'wayOut' in verdict ? `${verdict.reason} ${verdict.wayOut}` : verdict.reason
}

function asJson(verdict: HashVerdict): string {
  const send = 'send' in verdict ? { send: verdict.send } : null
  return `${JSON.stringify({ family: familyOf(verdict), verdict: verdict.kind, ...send, reason: reasonOf(verdict) })}\n`
}

function asText(verdict: HashVerdict): string {
  return `${verdict.kind}\t${familyOf(verdict) ?? '-'}\t${reasonOf(verdict)}\n`
}

function summary(counts: ReadonlyMap<string, number>): string {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const parts = [...counts].map(([kind, count]) => `${kind} ${count}`)
  return total === 0 ? 'No hashes.' : `${total} hashes: ${parts.join(', ')}.`
}
