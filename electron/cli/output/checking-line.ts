import { sizeOf } from '../../engine/files/folders.ts'
import { basename, resolve } from 'node:path'
import { bytes } from '../../../shared/format.ts'
import type { Io } from '../io.ts'

/** Larger migrations are checked for longer than a moment. */
const worthALine = 1_000_000_000

/** Says that a large migration is checked before it opens: until that is done, nothing else is written. */
export function sayChecking(io: Io, path: string, from = worthALine): void {
  const size = sizeOf(resolve(io.cwd, path)) ?? 0
  if (size >= from)
    io.err(`Checking ${basename(path)} (${bytes(size)}) for damage before it opens. This can take minutes.\n`)
}
