import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { ok, problem, type Result } from '../../../shared/result.ts'
import type { Engine } from '../../engine/engine-api.ts'
import { removeFile } from '../../engine/files/folders.ts'
import { readOwnText } from '../../engine/files/own-file.ts'
import { writePrivateFile } from '../../engine/files/private-file.ts'
import { privateFolder } from './app-folder.ts'
import { saveFile } from './save-file.ts'
import type { Host, SaveKind } from '../host.ts'
import type { HostRequests, SaveFile, SaveFolder } from '../host.ts'

type Format = Parameters<HostRequests['report:save']>[0]['format']

/** What each file is called behind the migration's name, and what it is. */
const files: Readonly<Record<Format, { readonly name: string; readonly kind: SaveKind }>> = {
  html: { name: 'report.html', kind: 'html' },
  pdf: { name: 'report.pdf', kind: 'pdf' },
  csv: { name: 'report.csv', kind: 'csv' },
  json: { name: 'report.json', kind: 'json' },
  created: { name: 'created.csv', kind: 'csv' },
  failed: { name: 'failed.csv', kind: 'csv' },
  blocked: { name: 'blocked.csv', kind: 'csv' },
  excluded: { name: 'excluded.csv', kind: 'csv' },
  'users-without-password': { name: 'users-without-password.csv', kind: 'csv' },
}

/** Saving the report in one of its forms. */
export function reportRequests(
  engine: Engine,
  host: Host,
  save: SaveFile,
  saveFolder: SaveFolder,
): Pick<
  HostRequests,
  'report:save' | 'report:save-all' | 'report:save-state' | 'users:save-csv' | 'users:save-csv-state'
> {
  const print = async (path: string, masked: boolean): Promise<Result<unknown>> => {
    if (host.printPdf === undefined) return noPrinter
    const page = join(await privateFolder(host.appFolder, 'Printing'), `${randomUUID()}.html`)
    try {
      const made = await engine.internal('internal:report', { format: 'html', masked, path: page })
      if (!made.ok) return made
      const read = readOwnText(page, maxPage)
      if (read.kind !== 'text') return noPage
      writePrivateFile(path, await host.printPdf(read.text))
      return ok(null)
    } finally {
      removeFile(page)
    }
  }

  const write = (format: Format, masked: boolean, path: string): Promise<Result<unknown>> =>
    format === 'pdf' ? print(path, masked) : engine.internal('internal:report', { format, masked, path })

  /** All but the PDF in one pass over the users. */
  const writeAll = async (formats: readonly Format[], masked: boolean, folder: string) => {
    const others = [...new Set(formats)].flatMap((format) =>
      format === 'pdf'
        ? []
        : // The list for mailing is among them only after the question that says so.
          [{ format, masked: masked && format !== 'users-without-password', path: join(folder, files[format].name) }],
    )
    const written = await engine.internal('internal:reports', { files: others })
    if (!written.ok || !formats.includes('pdf')) return written
    const printed = await saveFile(join(folder, files.pdf.name), (draft) => print(draft, masked))
    return printed.ok ? ok({ files: written.value.files + 1 }) : printed
  }

  return {
    'users:save-csv': ({ scope, masked }) =>
      save(
        (name) => ({ name: `${name} users.csv`, kind: 'csv' }),
        (path) => engine.internal('internal:selection', { scope, masked, path }),
      ),
    'users:save-csv-state': ({ stop }) => engine.internal('internal:selection-state', { stop }),
    'report:save': ({ format, masked }) =>
      save(
        (name) => ({ name: `${name} ${files[format].name}`, kind: files[format].kind }),
        (path) => write(format, masked, path),
      ),
    'report:save-all': ({ formats, masked }) => saveFolder((folder) => writeAll(formats, masked, folder)),
    'report:save-state': ({ stop }) => engine.internal('internal:report-state', { stop }),
  }
}

/** Bytes of a page that is printed; a text in memory cannot be much longer. */
const maxPage = 256 * 1024 * 1024

const noPage = problem('not-saved', 'The report is too large for a PDF. Save it as HTML or CSV.')
const noPrinter = problem(
  'no-printer',
  'Only the desktop app can save a PDF. Save the report as HTML, then print it to a PDF.',
)
