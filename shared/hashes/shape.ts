import { type HashVerdict, malformed, unsupported } from './verdict.ts'

/** The looks of one algorithm that the core cannot check. */
export type HashShape = {
  /** The group in which the report counts it. */
  readonly family: string
  readonly name: string
  /** The whole text, from beginning to end. */
  readonly whole: RegExp
  /** A beginning that belongs to nothing else: with it and without a digest at the end, the hash is broken. */
  readonly begins?: RegExp
}

const known = 'The core checks bcrypt, Argon2 and Firebase scrypt only.'

/** The verdict of the first shape that fits wholly, else of the first whose beginning fits; null when none does. */
export function judgeByShape(text: string, shapes: readonly HashShape[]): HashVerdict | null {
  if (text.length > 4096) return null
  for (const shape of shapes) {
    if (shape.whole.test(text)) return unsupported(shape.family, `${shape.name}. ${known}`)
  }
  for (const shape of shapes) {
    if (shape.begins?.test(text) === true && !isShortText(text, shape.begins)) {
      const name = withSmallArticle(shape.name)
      return digestAtEnd.test(text)
        ? unsupported(shape.family, `It begins like ${name}, but has another form. ${known}`)
        : malformed(shape.family, `It begins like ${name}, but is not whole. ${known}`)
    }
  }
  return null
}

/**
 * Whether a text is too short for a hash and is none that was cut off either: it lacks the whole beginning, or has signs that no hash has.
 */
export function isShortText(text: string, begins: RegExp): boolean {
  return text.length < shortestHash && (!begins.test(text) || /^\$.*[^\w./+$=,:-]/.test(text))
}

/** Characters. A shorter text that begins like no hash is rather a clear password. */
export const shortestHash = 20

/** A last part as long as digests are, in hexadecimal or base64: nothing was cut off. */
const digestAtEnd =
  /[$:|,}](?:(?:[0-9a-f]{8}){4,8}|[0-9a-f]{96}|[0-9a-f]{128}|[\w+/-]{22}(?:==)?|[\w+/-]{27}=?|[\w+/-]{43}=?|[\w+/-]{86}(?:==)?)$/i

/** Names begin sentences elsewhere: their article is written small within one. */
function withSmallArticle(name: string): string {
  return name.replace(/^(?:A|An|The) /, (article) => article.toLowerCase())
}
