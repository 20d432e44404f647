import { stat } from 'node:fs/promises'

/** A file as the file system knows it: what changes when somebody writes to it, cuts it or puts another in its place. */
export type FileIdentity = { readonly size: number; readonly identity: string }

/** Throws the file system's errors. */
export async function identityOf(path: string): Promise<FileIdentity> {
  const { size, mtimeNs, dev, ino } = await stat(path, { bigint: true })
  return { size: Number(size), identity: [size, mtimeNs, dev, ino].join(' ') }
}
