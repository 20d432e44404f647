import { hashLikenessUnderPasswordName } from '../../../hashes/hash-likeness.ts'
import { splitPath, wordsOf } from '../../names/column-words.ts'
import { fitOfName } from '../../names/name-fit.ts'
import { hintsOf } from '../../names/name-hints.ts'
import { askAbout, isTaken, take } from '../beside-columns.ts'
import type { Candidate } from '../judge-column.ts'
import type { ColumnProfile } from '../profile-columns.ts'

/* Columns of digests that are the passwords of their users. */

/**
 * Digests of one length, in a column that names a password among other words: `ds_senha`. Beside longer ones of such a column they are salts,
 * unless their own is called a hash.
 */
export function arePasswordDigests(column: ColumnProfile, profiles: readonly ColumnProfile[]): boolean {
  const isLonger = (other: ColumnProfile) => areNamedDigests(other) && areShorter(column.values, other.values)
  return areNamedDigests(column) && (saysDigest(column.path) || !profiles.some(isLonger))
}

function areNamedDigests({ path, values }: ColumnProfile): boolean {
  const { namesPassword, former, id } = hintsOf(path)
  const [{ length } = ''] = values
  const isDigest = (value: string) => value.length === length && inHexOrBase64.test(value)
  return namesPassword && !former && !id && values.length > 0 && values.every(isDigest)
}

/** 16 to 64 bytes. In base64, padding tells them from words. */
const inHexOrBase64 = /^(?:(?:0x)?[0-9a-f]{32,128}|(?:[a-z\d+/]{22}|[a-z\d+/]{86})==|[a-z\d+/]{27}=|[a-z\d+/]{43}=)$/i

/** Whether all values of a column are shorter than all of another. */
export function areShorter(values: readonly string[], others: readonly string[]): boolean {
  return Math.max(...values.map(({ length }) => length)) < Math.min(...others.map(({ length }) => length))
}

/** Whether a column is called a hash, or by a family of hashes: `pwd_md5`. */
export function saysDigest(path: string): boolean {
  return wordsOf(splitPath(path).name).some((word) => ofDigest.test(word))
}

const ofDigest = /hash|digest|^md5|^sha\d*$|crypt|^enc(?:rypted)?$/

/** Beside clear passwords, the one column that is called a hash and has a digest of each user holds their passwords: nothing takes clear ones. */
export function preferDigests(profiles: readonly ColumnProfile[], chosen: Map<string, Candidate>): void {
  const mapped = [...chosen.values()].find(
    ({ target, confidence }) => target === 'password-hash' && confidence !== 'unsure',
  )
  if (mapped === undefined || mapped.column.values.some((value) => hashLikenessUnderPasswordName(value) !== null))
    return
  const [column, ...others] = profiles.filter((one) => !isTaken(chosen, one.path) && areOwnDigests(one))
  if (column === undefined || others.length > 0) return
  chosen.delete(mapped.column.path)
  const text = `it holds digests, and “${mapped.column.path}” what may be clear passwords`
  take(chosen, column, 'password-hash', text)
}

/** Digests of one length, of each user another one, under a name that may be that of a password hash and of nothing else. */
function areOwnDigests({ path, values, records }: ColumnProfile): boolean {
  const { former, id, otherSecret, otherDigest } = hintsOf(path)
  if (former || id || otherSecret || otherDigest || fitOfName('password-hash', path) === 'none') return false
  const [{ length } = ''] = values
  const isDigest = (value: string) => value.length === length && /^[0-9a-f]{32,2048}$/i.test(value)
  return values.length === records && values.every(isDigest) && new Set(values).size === values.length
}

/**
 * A hash that the core can check, under a name for a digest: `password_md5` with bcrypt may be bcrypt of an MD5 digest, as servers make it that
 * hashed their digests once more. The core would check the password itself.
 */
export function doubtNestedDigests(chosen: Map<string, Candidate>, ownPath: (path: string) => string): void {
  for (const [path, candidate] of chosen) {
    if (candidate.target !== 'password-hash') continue
    const digest = wordsOf(ownPath(path).slice(ownPath(path).lastIndexOf('.') + 1)).find((word) =>
      ofOtherDigest.test(word),
    )
    const outer = candidate.column.values.find((value) => ofCore.test(value))
    if (digest === undefined || outer === undefined) continue
    const text = `it is named after ${digest.toUpperCase()} and holds ${outer.startsWith('$2') ? 'bcrypt' : 'Argon2'}, which may be made of such a digest`
    chosen.set(path, { ...candidate, confidence: 'unsure', reason: { kind: 'told', text } })
  }
}

const ofOtherDigest = /^(?:md[45]|sha\d{0,3})$/
const ofCore = /^\$(?:2[abxy]\$\d\d\$|argon2(?:id|[id])\$)/

/**
 * A table without column names may have digests of user names beside digests of passwords, all of one length: each column is asked about. Shorter
 * digests, such as MD5, may be salts as well.
 */
export function doubtEqualDigests(profiles: readonly ColumnProfile[], chosen: Map<string, Candidate>): void {
  const mapped = [...chosen.values()].find(({ target }) => target === 'password-hash')
  const length = mapped?.column.values[0]?.length ?? 0
  const areDigests = ({ values, records }: ColumnProfile) =>
    values.length === records && values.every((value) => value.length === length && /^[\da-f]{40,128}$/i.test(value))
  const found = profiles.filter((one) => areDigests(one) && (one === mapped?.column || !isTaken(chosen, one.path)))
  if (mapped === undefined || !areDigests(mapped.column) || found.length < 2) return
  const text = 'several columns hold digests of one length, and the table has no column names'
  for (const column of found) askAbout(chosen, column, 'password-hash', text)
}
