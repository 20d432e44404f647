import { ok, problem, type Result } from '../../shared/result.ts'
import type { FetchSecret, FetchSecrets } from '../engine/fetching/source.ts'
import type { Arguments } from './options/command-spec.ts'
import { lowered } from './options/fetch-spec.ts'
import { askSecret, type Io } from './io.ts'
import { readArgumentFile } from './options/files-from-arguments.ts'

/** Larger than any key or service account. */
const maxSecret = 65_536

/** The secrets that go to `destination`, each from its file, the environment or a prompt; never from an argument. */
export async function readFetchSecrets(
  wanted: readonly FetchSecret[],
  destination: string,
  args: Arguments,
  io: Io,
): Promise<Result<FetchSecrets>> {
  const found: Record<string, string> = {}
  for (const secret of wanted) {
    const text = await readSecret(secret, destination, args, io)
    if (!text.ok) return text
    if (text.value === '') {
      if (secret.required) return missing(secret)
      continue
    }
    if (secret.document !== true && /[\r\n]/.test(text.value))
      return problem('arguments', `The ${lowered(secret.label)} must be one line. Check where it comes from.`)
    found[secret.name] = text.value
  }
  return ok(found)
}

async function readSecret(secret: FetchSecret, to: string, args: Arguments, io: Io): Promise<Result<string>> {
  const file = args.text(secret.fileOption)
  if (file !== undefined) {
    const text = await readArgumentFile(file, io, maxSecret, lowered(secret.label))
    // A line end at the end of the file is its editor's; spaces may belong to a password.
    return text.ok ? ok(text.value.replace(/\r?\n$/, '')) : text
  }
  const set = io.env[secret.variable]
  if (set !== undefined) return ok(set)
  if (secret.document === true) return ok('')
  return ok((await askSecret(io, { what: secret.label, to, isOptional: !secret.required })) ?? '')
}

function missing({ label, variable, fileOption }: FetchSecret): Result<never> {
  return problem('arguments', `The ${lowered(label)} is missing. Set ${variable}, or use --${fileOption} FILE.`)
}
