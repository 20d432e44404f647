import { chmodSync } from 'node:fs'

/** Does something while a folder cannot be written to; root, who can write everywhere, becomes nobody meanwhile. */
export function inReadOnlyFolder<T>(folder: string, work: () => T): T {
  chmodSync(folder, 0o555)
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(65_534)
  try {
    return work()
  } finally {
    if (isRoot) process.seteuid?.(0)
    chmodSync(folder, 0o700)
  }
}
