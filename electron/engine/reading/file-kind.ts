import type { Problem } from '../../../shared/result.ts'
import { chooseExport, findForeignFile, noExport, otherFile, unpackFirst } from './foreign-files.ts'

/** Does this problem say that the file is something else altogether, such as a picture? */
export function isOtherKindOfFile(message: string): boolean {
  return message.startsWith('This is ') && message.includes(noExport)
}

const encrypted =
  'This file is encrypted. Decrypt it with the key you gave the provider (for example `gpg --decrypt`), and choose the result.'

/** Says why a file that begins like this cannot be read as an export; null when nothing speaks against it. */
export function judgeBytes(head: Buffer): Problem | null {
  const start = head.toString('latin1', 0, 64)
  const known = findForeignFile(start)
  if (known !== undefined) return { code: known.code, message: known.message }
  if (isEncrypted(head, start)) return { code: 'file-encrypted', message: encrypted }
  if (head.toString('latin1', 257, 262) === 'ustar')
    return { code: 'file-packed', message: unpackFirst('a tar archive') }
  return null
}

/** The same for the decoded text: words instead of bytes. */
export function judgeText(text: string): Problem | null {
  const start = text.replace(/^\uFEFF/, '').trimStart()
  if (start === '') return { code: 'file-empty', message: 'This file is empty. Export it again.' }
  if (start.startsWith('-----BEGIN PGP')) return { code: 'file-encrypted', message: encrypted }
  if (start.startsWith('-----BEGIN ')) return { code: 'file-not-text', message: otherFile('a key or certificate') }
  if (/^BEGIN:VCARD/i.test(start)) {
    const hint = 'Export the contacts as CSV, and choose that.'
    return { code: 'file-not-text', message: otherFile('a list of contacts (vCard)', hint) }
  }
  if (
    /<(?:pma_xml_export|mysqldump|resultset|dataset|ROWDATA)[\s>]|phpMyAdmin XML Dump/.test(start.slice(0, 2000)) &&
    start.startsWith('<')
  ) {
    const hint = 'XML is not read: export the table of users as SQL, CSV or JSON, and choose that.'
    return { code: 'file-not-text', message: otherFile('a database written as XML', hint) }
  }
  if (/^(<!doctype|<html|<\?xml|<[a-z][\w:-]*[\s>])/i.test(start)) {
    return {
      code: 'file-not-text',
      message: otherFile('a web page or XML', 'Perhaps the download link had expired: download the export again.'),
    }
  }
  if (/^(?:module\.exports|exports\.|export\s+(?:default|const)|(?:const|let|var)\s+\w+\s*=|<\?php)/.test(start)) {
    return {
      code: 'file-not-text',
      message: otherFile('a program', 'Run it, and save its list of users as JSON.'),
    }
  }
  if (/^(?:hash_config\s*\{|\{\s*"hash_config"\s*:)/.test(start)) {
    return {
      code: 'file-hash-parameters',
      message:
        'These are hash parameters, not users. Enter them as the hash parameters of the project (--scrypt-parameters on the command line).',
    }
  }
  if (looksBinary(text))
    return {
      code: 'file-not-text',
      message: `This is not a text file, so it cannot be an export of users. ${chooseExport}`,
    }
  return null
}

/** OpenPGP packets (RFC 4880, 5.1 and 5.3: a version number follows the length), age, and `openssl enc`. */
function isEncrypted(head: Buffer, start: string): boolean {
  if (start.startsWith('age-encryption.org/') || start.startsWith('Salted__')) return true
  const [tag, , second, third] = head
  if (tag === 0x85 && third === 3) return true
  if ((tag === 0x84 || tag === 0xc1) && second === 3) return true
  return (tag === 0x8c || tag === 0xc3) && second === 4
}

/** More than one control character in a thousand, tabs and line ends aside. */
function looksBinary(text: string): boolean {
  let controls = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit < 32 && unit !== 9 && unit !== 10 && unit !== 13 && unit !== 12) controls += 1
  }
  return controls > text.length / 1000
}
