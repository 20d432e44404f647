import { readFile } from 'node:fs/promises'
import { extname, resolve, sep } from 'node:path'
import { problem, type Result } from '../../../shared/result.ts'
import { draftBeside, moveIntoPlace } from '../../engine/files/atomic-file.ts'
import { removeFile } from '../../engine/files/folders.ts'

/** A file of the built page with its media type. */
type PageFile = { readonly body: Buffer<ArrayBuffer>; readonly type: string }

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/**
 * The file behind the path of an address, `/` being index.html; null when there is none. Nothing outside `folder`
 * and no other kind of file is ever read, however the path is written.
 */
export async function readPageFile(folder: string, pathname: string): Promise<PageFile | null> {
  const path = decoded(pathname)
  if (path === null) return null
  const root = resolve(folder)
  const file = resolve(root, `.${path === '/' ? '/index.html' : path}`)
  const type = types[extname(file)]
  if (type === undefined || !file.startsWith(root + sep)) return null
  try {
    return { body: await readFile(file), type }
  } catch {
    return null
  }
}

/** Null if it is not the path of a file: broken escapes, backslashes, NUL, no leading slash. */
function decoded(pathname: string): string | null {
  try {
    const path = decodeURIComponent(pathname)
    return path.startsWith('/') && !/[\\\0]/.test(path) ? path : null
  } catch {
    return null
  }
}

/**
 * Writes a file so that `path` holds either all of it or its former content: `write` fills a draft beside it, which
 * then replaces it. On any failure the draft is removed.
 */
export async function saveFile<T>(path: string, write: (draft: string) => Promise<Result<T>>): Promise<Result<T>> {
  const draft = draftBeside(path)
  try {
    const written = await write(draft)
    if (written.ok) await moveIntoPlace(draft, path)
    return written
  } catch {
    return problem('not-saved', 'The file could not be saved there. Choose another folder, or free some disk space.')
  } finally {
    removeFile(draft)
  }
}
