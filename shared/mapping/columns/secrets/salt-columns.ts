import { hashLikeness } from '../../../hashes/hash-likeness.ts'
import { isTime } from '../../cell.ts'
import { saysConfirmation } from '../../names/standing/confirmation-names.ts'
import { splitPath, wordsOf } from '../../names/column-words.ts'
import { hintsOf } from '../../names/name-hints.ts'
import { isNationalId } from '../../names/national-ids.ts'
import { isAboutOtherThing } from '../../names/other-things.ts'
import { isNameOfPerson } from '../../names/people-names.ts'
import { askAbout, called, isTaken, take } from '../beside-columns.ts'
import { areShorter, saysDigest } from './digest-columns.ts'
import { vectorBeside } from './cipher-vectors.ts'
import type { Candidate } from '../judge-column.ts'
import type { ColumnProfile } from '../profile-columns.ts'

/*
 * Salts in columns of their own, under any name. They stand beside digests that tell neither their algorithm nor a salt: each user has another
 * text made by chance.
 */

/** Takes a column that is called a salt in any language, or asks about the one whose values look like salts, where the hashes are bare digests and no texts of a cipher. */
export function addSalt(profiles: readonly ColumnProfile[], chosen: Map<string, Candidate>): void {
  const all = [...chosen.values()]
  if (all.some(({ target, confidence }) => target === 'salt' && confidence !== 'unsure')) return
  const hashes = all.find(({ target, confidence }) => target === 'password-hash' && confidence !== 'unsure')?.column
  if (hashes === undefined || vectorBeside(hashes, profiles) !== null) return
  const found = profiles.filter(
    (one) => !isTaken(chosen, one.path) && one.values.length >= hashes.values.length && areRandom(one),
  )
  const areBare = hashes.values.length >= enough && hashes.values.every(isBareDigest)
  // Beside hashes that hold a salt, and in few rows, a short word of another meaning may be made by chance.
  const named = found.filter(({ path, values }) => saysSalt(path) && (areBare || values.every(isInHex)))
  const byValue = areBare ? found.filter((one) => mayBeSalts(one, hashes)) : []
  const [column, ...others] = named.length > 0 ? named : byValue
  if (column === undefined || others.length > 0) return
  const beside = areBare
    ? `no two of its values are alike, many look made by chance, and “${hashes.path}” holds bare digests`
    : 'no two of its values are alike, and many look made by chance'
  if (named.length > 0) take(chosen, column, 'salt', called(`and ${beside}`))
  else askAbout(chosen, column, 'salt', beside)
}

/** In fewer rows, words are made of letters and digits by chance. */
const enough = 3

function isInHex(value: string): boolean {
  return /^(?:[0-9a-f]{2}){4,64}$/i.test(value.trim())
}

function isBareDigest(value: string): boolean {
  return /^(?:(?:0x)?[0-9a-f]{32,128}|[A-Za-z0-9+/]{22,86}={0,2})$/i.test(value.trim())
}

/** Different words of one length, or nearly, of which many mix their signs as no name or number does. */
function areRandom({ values }: ColumnProfile): boolean {
  const texts = values.map((value) => value.trim())
  if (new Set(texts).size < texts.length || !texts.every((text) => /^[^\s@]{2,130}$/.test(text))) return false
  if (texts.some((text) => /^(?:https?:|[0-9a-f]{8}-)/.test(text)) || texts.every((text) => ofFile.test(text)))
    return false
  // Some are of digits alone by chance.
  if (texts.filter((text) => isTime(text) || /^\d+$/.test(text)).length * 5 > texts.length) return false
  const lengths = texts.map(({ length }) => length)
  if (Math.max(...lengths) - Math.min(...lengths) > 2) return false
  return texts.filter(isMixed).length * 3 >= texts.length
}

/** A digit before a letter, a small letter before a capital, or another sign than an apostrophe within. */
function isMixed(text: string): boolean {
  return /\d[A-Za-z]|[a-z][A-Z]|[A-Za-z\d][^\p{L}\p{M}\w\s.'’-]/u.test(text)
}

/** The name of a file, with or without the path to it. */
const ofFile = /[^.]\.[A-Za-z]{2,4}$/

const salt =
  /^(?:salts?|salz|tuzu?|sol|sul|sool|sal|sals|sel|sale|zout|so|suola|druska|sare|garam|muoi|gatz|соль|сіль|сол|αλατι|塩|盐|鹽|ソルト|솔트|소금|ملح|מלח)$/u

/** Whether a column is called a salt in any language: `tuz`, `sel_motdepasse`. Its values have to look so as well. */
function saysSalt(path: string): boolean {
  const words = wordsOf(splitPath(path).name)
  return words.length <= 3 && words.some((word) => salt.test(word))
}

/** Words for chance, under which a program keeps salts besides keys. */
const ofChance = /^(?:rands?|random|rnd|seed|nonce|stamp)$/

/** Bytes as long as a digest are salts where the hashes beside them are longer, and their own column is not called a hash. */
function mayBeSalts({ path, values }: ColumnProfile, hashes: ColumnProfile): boolean {
  const { otherSecret, otherDigest, id, phone, time, provider } = hintsOf(path)
  if (values.some((value) => hashLikeness(value) !== null) && (saysDigest(path) || !areShorter(values, hashes.values)))
    return false
  if (wordsOf(path).some((word) => ofChance.test(word))) return true
  const isOther = otherSecret || otherDigest || id || phone || time || provider !== null
  return !isOther && !isNameOfPerson(path) && !isNationalId(path) && !isAboutOtherThing(path) && !saysConfirmation(path)
}
