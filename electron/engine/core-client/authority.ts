import { X509Certificate } from 'node:crypto'
import { readPlainFile } from '../files/named-file.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'

/** Certificates of an authority, ready to be trusted. `names`: their subjects, for people. */
type Authority = { readonly pem: string; readonly names: readonly string[] }

/** No file of certificates is larger, in bytes. */
export const maxAuthorityFile = 1024 * 1024

const block = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/** Reads a file of certificates: PEM with one or several, or one in DER. Other blocks in it are left out. */
export function readAuthority(bytes: Buffer): Result<Authority> {
  const text = bytes.toString('latin1')
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) return privateKey
  const blocks = text.match(block)
  try {
    const certificates = (blocks ?? [bytes]).map((one) => new X509Certificate(one))
    return ok({
      pem: certificates.map((one) => one.toString()).join(''),
      names: certificates.map(({ subject }) => nameIn(subject)),
    })
  } catch {
    return noCertificate
  }
}

/** Reads the certificates in a file. `name`: how the file is called in a problem. */
export function readAuthorityFile(path: string, name: string): Result<Authority> {
  const read = readPlainFile(path, maxAuthorityFile)
  if (read.kind === 'bytes') {
    const authority = readAuthority(read.bytes)
    return authority.ok || name === 'This file'
      ? authority
      : problem(authority.error.code, `${name}: ${authority.error.message}`)
  }
  return read.kind === 'too-large'
    ? problem('file-too-large', `${name} is too large for a certificate. Check the file.`)
    : problem('file-vanished', `${name} cannot be read. Check its path; it must be a plain file.`)
}

/** The common name of a subject, else its organisation. */
function nameIn(subject: string): string {
  const found = /(?:^|\n)CN=(.+)/.exec(subject) ?? /(?:^|\n)O=(.+)/.exec(subject)
  return (found?.[1] ?? 'a certificate without a name').slice(0, 200)
}

const privateKey = problem(
  'authority-private-key',
  'This file contains a private key, which must stay on its server. Choose a file with only the certificate.',
)
const noCertificate = problem(
  'authority-unreadable',
  'This file contains no certificate. Choose the authority’s certificate as PEM (-----BEGIN CERTIFICATE-----) or DER.',
)
