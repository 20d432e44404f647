import { resolve } from 'node:path'
import { judgeHash } from '../../../shared/hashes/judge-hash.ts'
import { parseScryptParameters } from '../../../shared/hashes/scrypt-parameters.ts'
import type { HashVerdict, ScryptParameters, HashInput } from '../../../shared/hashes/verdict.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import type { Command } from '../cli-parts.ts'
import { type CommandSpec, parseArguments, usageOf } from '../options/command-spec.ts'
import { exitBadInput, exitDone, exitStopped, type Io } from '../io.ts'
import { readScryptText } from '../options/files-from-arguments.ts'
import { scryptOption } from '../options/decisions.ts'
import { createReadStream } from 'node:fs'
import * as z from 'zod'

const hashesSpec = {
  name: 'hashes',
  operands: 'FILE',
  summary: 'Check which hashes in a file (one per line) a core can verify',
  options: {
    ...scryptOption,
    json: { type: 'boolean', help: 'Print one JSON object per line' },
  },
  examples: ['hashes.txt --json'],
} as const satisfies CommandSpec

/** Output is written in chunks of about this many characters. */
const piece = 64_000

/**
 * Judges a file of hashes, one a line, plain or as JSON lines, and writes one verdict a line in the same order.
 * `--json`: `{ family, verdict, send, reason }`, `send` only for a hash that would be sent. No reason repeats the
 * input. Argon2i counts as accepted, as real cores take it.
 */
async function judgeHashes(args: readonly string[], io: Io): Promise<number> {
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
  const text = await readScryptText(file, io)
  if (!text.ok) return text
  if (text.value === null) return ok(null)
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

export const hashesCommand = { spec: hashesSpec, run: judgeHashes } satisfies Command

/** Far longer than any hash; the rest of a longer line is skipped. */
const maxLine = 1_000_000

/** The lines of a text file, one by one, without their line ends; an empty last line is none. */
async function* linesOf(path: string, signal: AbortSignal): AsyncGenerator<string> {
  let rest = ''
  let first = true
  for await (const chunk of createReadStream(path, { encoding: 'utf8', signal })) {
    const text: string = first ? String(chunk).replace(/^\uFEFF/, '') : String(chunk)
    first = false
    const lines = (rest + text).split('\n')
    rest = (lines.pop() ?? '').slice(0, maxLine)
    yield* lines
  }
  if (rest !== '') yield rest
}

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')

const line = z.object({
  hash: text,
  salt: text,
  provider: text,
  declared: text,
  factor: z
    .number()
    .int()
    .nullish()
    .transform((value) => value ?? null),
})

/**
 * One line as a hash: plain, or JSON `{ "hash", "salt", "provider", "declared", "factor" }`, all but `hash` optional.
 * A credential that is itself JSON stays as it is.
 */
function readHashLine(raw: string): HashInput {
  const trimmed = raw.trim()
  const fields = trimmed.startsWith('{') ? parseLine(trimmed) : null
  if (fields === null) return { hash: raw }
  const { hash, salt, provider, declared, factor } = fields
  return {
    hash,
    ...(salt === '' ? null : { salt }),
    ...(provider === '' ? null : { provider }),
    ...(declared === '' ? null : { declared }),
    ...(factor === null ? null : { factor }),
  }
}

function parseLine(trimmed: string): z.infer<typeof line> | null {
  try {
    const value: unknown = JSON.parse(trimmed)
    const isLine = typeof value === 'object' && value !== null && 'hash' in value && !('algorithm' in value)
    const parsed = isLine ? line.safeParse(value) : null
    return parsed?.success === true ? parsed.data : null
  } catch {
    return null
  }
}
