import type { Io } from '../io.ts'
export function hashesCommand(_args: readonly string[], io: Io): Promise<number> {
  io.err('Not yet.\n')
  return Promise.resolve(2)
}
