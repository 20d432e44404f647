import { closeDocument, openDocument } from '../../../../electron/engine/document/open-document.ts'

const opened = openDocument(process.argv[2] ?? '')
console.log(opened.ok ? 'open' : opened.error.code)
// Held by this listener: what nothing refers to is closed by the garbage collector, at any moment.
process.stdin.once('end', () => {
  if (opened.ok) closeDocument(opened.value)
})
process.stdin.resume()
