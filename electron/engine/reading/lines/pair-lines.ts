import { hashLikeness } from '../../../../shared/hashes/hash-likeness.ts'
import { hintsOf } from '../../../../shared/mapping/names/name-hints.ts'
import { holdsPeople } from '../../../../shared/mapping/names/people-names.ts'
import { isEmailAddress } from '../../../../shared/users/normalise-email.ts'
import { guessFieldNames } from './field-names.ts'
import { dataLines, type LineTable } from './secret-lines.ts'

/*
 * Lines of a name and a hash with a separator other than a colon: `ann@acme.example=$2b$…`, `ann => $2b$…`.
 */

/** The first separator splits the line: an address has none, and later ones belong to the hash. */
const pair = /^\s*([^\s=/]+?)\s*(?:=>|->|:=|=|\/)\s*(\S+)\s*$/

/** Detects lines of a name and a hash; null if the text is something else. */
export function detectPairLines(head: Buffer, whole: boolean): LineTable | null {
  const lines = dataLines(head, whole).filter(({ text }) => !isSectionOfPeople(text))
  const [first] = lines
  const isSetting = settingsAmong(lines.map(({ text }) => text))
  const texts = lines.map(({ text }) => text).filter((text) => !isSetting(text))
  const pairs = texts.map(splitPair).filter((one) => one !== null)
  const areTold =
    pairs.every(([name, secret]) => isEmailAddress(name) || hashLikeness(secret) === 'certain') || areDigests(pairs)
  if (first === undefined || pairs.length === 0 || pairs.length < texts.length * 0.8 || !areTold) return null
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) return null
  return {
    header: guessFieldNames(texts, 2, splitPair),
    dataStart: first.start,
    cellsOf: (line) =>
      isSectionOfPeople(line) ? null : (splitPair(line) ?? { fault: isSetting(line) ? aSetting : noHash }),
  }
}

/** Whether a line begins a section of settings that lists accounts: `[users]`. */
function isSectionOfPeople(line: string): boolean {
  const [, name = ''] = /^\s*\[([^\][]{1,60})\]\s*$/.exec(line) ?? []
  return name !== '' && holdsPeople(name)
}

/** Whether names stand before digests of one length, as in properties of WildFly, and not settings before their keys. */
function areDigests(pairs: readonly (readonly [name: string, secret: string])[]): boolean {
  const isName = (name: string) => /\p{Ll}/u.test(name) && !/[.[\]]/.test(name) && isNoSecret(name)
  const [first] = pairs
  return pairs.every(
    ([name, secret]) => isName(name) && /^[0-9a-f]+$/i.test(secret) && secret.length === first?.[1].length,
  )
}

/** Whether a name is that of no setting that holds a secret. */
export function isNoSecret(name: string): boolean {
  const { otherSecret, otherDigest, password } = hintsOf(name)
  return !otherSecret && !otherDigest && password === null
}

const setting = /^([\w.-]{1,200})\s*[:=](.*)$/

/**
 * Creates a function that tells settings of the program from the users beside them, `mail.smtp.host=…`: they are called like a secret, or begin as one
 * that is. A name before a hash is that of a user.
 */
export function settingsAmong(lines: readonly string[]): (line: string) => boolean {
  const prefixOf = (name: string) => /^([^._]+)[._]./.exec(name)?.[1] ?? ''
  const settingOf = (line: string) => {
    const [, name = '', value = ''] = setting.exec(line.trim()) ?? []
    return prefixOf(name) === '' || hashLikeness(value.trim()) === 'certain' ? null : name
  }
  const names = lines.flatMap((line) => settingOf(line) ?? [])
  const prefixes = new Set(names.filter((name) => !isNoSecret(name)).map(prefixOf))
  return (line) => prefixes.has(prefixOf(settingOf(line) ?? ''))
}

export const aSetting = 'This line looks like a setting of the program, not like a user.'
const noHash = 'This line is not a name followed by a password hash.'

function splitPair(line: string): [name: string, secret: string] | null {
  const [, name = '', secret = ''] = pair.exec(line) ?? []
  const [plainName, plainSecret] = [withoutQuotes(name), withoutQuotes(secret.replace(/,$/, ''))]
  return plainName !== '' && hashLikeness(plainSecret) !== null ? [plainName, plainSecret] : null
}

/** A text without the quotation marks around it, as in a line of a program: `'ann@acme.example' => '$2b$…',`. */
function withoutQuotes(text: string): string {
  return /^(["'])(.*)\1$/s.exec(text)?.[2] ?? text
}
