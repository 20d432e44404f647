import { chmodSync } from 'node:fs'

/**
 * Runs `work` while a folder is read-only; root, who can write everywhere, changes to an unprivileged account
 * meanwhile.
 */
export function inReadOnlyFolder<T>(folder: string, work: () => T): T {
  const restore = takeRights(folder)
  try {
    return work()
  } finally {
    restore()
  }
}

/** The same for work that takes a while; nothing else may go on in this process. */
export async function whileReadOnly<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const restore = takeRights(folder)
  try {
    return await work()
  } finally {
    restore()
  }
}

function takeRights(folder: string): () => void {
  chmodSync(folder, 0o555)
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(65_534)
  return () => {
    if (isRoot) process.seteuid?.(0)
    chmodSync(folder, 0o700)
  }
}
