import { randomUUID } from 'node:crypto'
import { BrowserWindow, session } from 'electron'
import { scheme } from './app-protocol.ts'

/**
 * Prints a page that holds everything itself as an A4 PDF: in a window nobody sees, without script, in a session of
 * its own that serves this page and reaches nothing else.
 */
export async function printPdf(page: string): Promise<Uint8Array> {
  const own = session.fromPartition(`print-${randomUUID()}`, { cache: false })
  own.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  own.setPermissionCheckHandler(() => false)
  own.protocol.handle(
    scheme,
    () =>
      new Response(page, {
        headers: { 'content-type': 'text/html; charset=utf-8', 'x-content-type-options': 'nosniff' },
      }),
  )
  for (const other of ['file', 'http', 'https']) own.protocol.handle(other, () => new Response(null, { status: 403 }))
  const window = new BrowserWindow({
    show: false,
    webPreferences: { session: own, javascript: false, sandbox: true, contextIsolation: true, nodeIntegration: false },
  })
  try {
    await window.loadURL(`${scheme}://report/`)
    return await window.webContents.printToPDF({
      pageSize: 'A4',
      printBackground: true,
      preferCSSPageSize: true,
      generateTaggedPDF: true,
      generateDocumentOutline: true,
    })
  } finally {
    window.destroy()
  }
}
