import { documentName } from '../ipc/services/recent-documents.ts'

/**
 * The title of a window: the open migration's name, with a dot before it while something is not in its file yet (it is
 * read, planned or sent), as editors do for what is not saved.
 */
export function titleOf(path: string | null, unsaved: boolean, appName: string): string {
  return path === null ? appName : `${unsaved ? '• ' : ''}${documentName(path)} - ${appName}`
}
