import { openDocument } from '../../../../electron/engine/document/open-document.ts'

const opened = openDocument(process.argv[2] ?? '')
console.log(opened.ok ? 'open' : opened.error.code)
process.stdin.resume()
