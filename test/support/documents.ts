import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createDocument, closeDocument, type Document } from '../../electron/engine/document/open-document.ts'
import type { Schema } from '../../electron/engine/document/schema.ts'
import type { Result } from '../../shared/result.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** The value of a result that must be one. */
export function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`)
  return result.value
}

/** The code of a result that must be a problem. */
export function codeOf(result: Result<unknown>): string {
  return result.ok ? 'no problem' : result.error.code
}

/** An empty document of this test, closed when it ends. */
export function emptyDocument(): Document {
  const document = must(createDocument(join(temporaryFolder(), 'test.migration')))
  onTestFinished(() => closeOnce(document))
  return document
}

export function closeOnce(document: Document): void {
  try {
    closeDocument(document)
  } catch {
    // The test closed it.
  }
}

/** The statements of each version of a schema, up to one. */
export function versionsOf({ version, tablesOf }: Schema, last = version): readonly string[] {
  return Array.from({ length: last }, (_, at) =>
    at === 0 ? tablesOf(1) : tablesOf(at + 1).slice(tablesOf(at).length + 1),
  )
}
