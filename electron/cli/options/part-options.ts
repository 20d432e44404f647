import { basename } from 'node:path'
import { ok, problem, type Result } from '../../../shared/result.ts'
import type { Arguments } from './arguments.ts'

/** The parts that are read of one file: files of a zip archive (empty: it holds only one), and the table (null: not named). */
export type FileParts = { readonly members: readonly string[]; readonly table: string | null }

/** Parts of the named files by their paths as they were typed. */
export type PartOptions = ReadonlyMap<string, FileParts>

/** Reads `--file-in-zip` and `--table`; with several files, each says of which one it speaks: `FILE=NAME`. */
export function readParts(args: Arguments): Result<PartOptions> {
  const parts = new Map<string, { members: string[]; table: string | null }>()
  for (const option of ['file-in-zip', 'table'] as const) {
    for (const value of args.texts(option)) {
      const named = fileOf(value, args.rest)
      if (named === null) {
        const message = `With several files, say of which one: --${option} FILE=NAME, with FILE as it is given.`
        return problem('arguments', message)
      }
      const part = parts.get(named.file) ?? { members: [], table: null }
      parts.set(named.file, part)
      if (option === 'file-in-zip') part.members.push(named.name)
      else if (part.table === null) part.table = named.name
      else return problem('arguments', '--table takes one table of a file. Give each table as a separate file.')
    }
  }
  return ok(parts)
}

function fileOf(value: string, files: readonly string[]): { readonly file: string; readonly name: string } | null {
  const namedFile = files.find((file) => [file, basename(file)].some((name) => value.startsWith(`${name}=`)))
  const [only] = files
  if (namedFile !== undefined) {
    const prefix = value.startsWith(`${namedFile}=`) ? namedFile : basename(namedFile)
    return { file: namedFile, name: value.slice(prefix.length + 1) }
  }
  return files.length === 1 && only !== undefined ? { file: only, name: value } : null
}
