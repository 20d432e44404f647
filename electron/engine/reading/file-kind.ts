import type { Problem } from '../../../shared/result.ts'

/** The way out of a wrong file. */
export const chooseExport =
  'Choose the CSV, JSON, NDJSON, SQL, LDIF, YAML, XLSX or BSON file or the SQLite database that the provider gave you.'
const noExport = ', not an export of users.'
const other = (name: string, hint = chooseExport) => `This is ${name}${noExport} ${hint}`

/** Does this problem say that the file is something else altogether, such as a picture? */
export function isOtherKindOfFile(message: string): boolean {
  return message.startsWith('This is ') && message.includes(noExport)
}

const unpackFirst = (name: string) =>
  `This is ${name}. Unpack it first and choose the export file inside. (A single file packed with gzip or zip can be read as it is.)`

const unpackDatabase = 'This is an SQLite database that is packed. Unpack it and choose the database itself.'

/** Beginnings of files that cannot be an export as they are, with what to say. */
const beginnings: readonly { readonly bytes: string; readonly code: string; readonly message: string }[] = [
  {
    bytes: 'PK\u0003\u0004',
    code: 'file-packed',
    message: unpackFirst('an Excel workbook, or a zip archive within another'),
  },
  { bytes: '\u001f\u008b', code: 'file-packed', message: unpackFirst('packed twice') },
  { bytes: 'PK\u0005\u0006', code: 'file-packed', message: unpackFirst('an empty zip archive') },
  { bytes: '7z\u00bc\u00af\u0027\u001c', code: 'file-packed', message: unpackFirst('a 7z archive') },
  { bytes: 'Rar!\u001a\u0007', code: 'file-packed', message: unpackFirst('a rar archive') },
  { bytes: '\u00fd7zXZ\u0000', code: 'file-packed', message: unpackFirst('packed with xz') },
  { bytes: 'BZh', code: 'file-packed', message: unpackFirst('packed with bzip2') },
  { bytes: '\u0028\u00b5\u002f\u00fd', code: 'file-packed', message: unpackFirst('packed with zstd') },
  { bytes: 'SQLite format 3\u0000', code: 'file-packed', message: unpackDatabase },
  {
    bytes: '!BDN',
    code: 'file-not-text',
    message: other('an Outlook data file (.pst)', 'Export its contacts as CSV.'),
  },
  {
    bytes: 'PAR1',
    code: 'file-not-text',
    message: other('a Parquet file', 'Convert it to CSV or JSON, for example with DuckDB, and choose that.'),
  },
  {
    bytes: '\u006d\u00e2\u0099\u0081',
    code: 'file-not-text',
    message: other(
      'an archive of mongodump',
      'Run mongodump without "--archive", and choose the BSON file of the users.',
    ),
  },
  { bytes: '%PDF-', code: 'file-not-text', message: other('a PDF document') },
  { bytes: '\u0089PNG\r\n', code: 'file-not-text', message: other('a picture (PNG)') },
  { bytes: '\u00ff\u00d8\u00ff', code: 'file-not-text', message: other('a picture (JPEG)') },
  { bytes: 'GIF8', code: 'file-not-text', message: other('a picture (GIF)') },
  {
    bytes: '\u00d0\u00cf\u0011\u00e0',
    code: 'file-not-text',
    message: other(
      'an old Excel workbook (.xls), or one that is protected with a password',
      'Save it as XLSX without a password, or as CSV, and choose that.',
    ),
  },
]

const encrypted =
  'This file is encrypted. Decrypt it with the key you gave the provider (for example `gpg --decrypt`), and choose the result.'

/** Says why a file that begins like this cannot be read as an export; null when nothing speaks against it. */
export function judgeBytes(head: Buffer): Problem | null {
  const start = head.toString('latin1', 0, 64)
  const known = beginnings.find(({ bytes }) => start.startsWith(bytes))
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
  if (start.startsWith('-----BEGIN ')) return { code: 'file-not-text', message: other('a key or certificate') }
  if (/^(<!doctype|<html|<\?xml|<[a-z][\w:-]*[\s>])/i.test(start)) {
    return {
      code: 'file-not-text',
      message: other('a web page or XML', 'Perhaps the download link had expired: download the export again.'),
    }
  }
  if (/^(?:hash_config\s*\{|\{\s*"hash_config"\s*:)/.test(start)) {
    return {
      code: 'file-hash-parameters',
      message:
        'These are hash parameters, not users. Enter them as the hash parameters of the project (--scrypt-parameters on the command line).',
    }
  }
  if (/^\[\s*\{\s*"type"\s*:\s*"header"[^}]{0,500}phpMyAdmin/i.test(start)) {
    return {
      code: 'file-unreadable',
      message:
        "This is phpMyAdmin's own form of JSON, with several tables in one file. Export the table of users as CSV, or the database as SQL, and choose that.",
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
