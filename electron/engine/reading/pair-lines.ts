import { hashLikeness } from '../../../shared/hashes/hash-likeness.ts'
import { isEmailAddress } from '../../../shared/users/normalise-email.ts'
import { dataLines, guessFieldNames, type LineTable } from './secret-lines.ts'

/*
 * Lines of a name and a hash with another sign between them than a colon: `ann@acme.example=$2b$…`, `ann => $2b$…`.
 */

/** The first sign parts them: an address has none, and what a hash has of them belongs to it. */
const pair = /^\s*([^\s=/]+?)\s*(?:=>|->|:=|=|\/)\s*(\S+)\s*$/

/** The list that a text holds; null: it is none. */
export function detectPairLines(head: Buffer, whole: boolean): LineTable | null {
  const lines = dataLines(head, whole)
  const [first] = lines
  const texts = lines.map(({ text }) => text)
  const pairs = texts.map(splitPair).filter((one) => one !== null)
  const areTold = pairs.every(([name, secret]) => isEmailAddress(name) || hashLikeness(secret) === 'certain')
  if (first === undefined || pairs.length === 0 || pairs.length < texts.length * 0.8 || !areTold) return null
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) return null
  return {
    header: guessFieldNames(texts, 2, splitPair),
    dataStart: first.start,
    cellsOf: (line) => splitPair(line) ?? { fault: noHash },
  }
}

const noHash = 'This line has no name with a password hash behind it.'

function splitPair(line: string): [name: string, secret: string] | null {
  const [, name = '', secret = ''] = pair.exec(line) ?? []
  return name !== '' && hashLikeness(secret) !== null ? [name, secret] : null
}
