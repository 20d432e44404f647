import { hashLikeness } from '../../hashes/hash-likeness.ts'
import { judgeHash } from '../../hashes/judge-hash.ts'
import { readDeclared } from '../../hashes/declared.ts'
import { booleanOf, textOf } from '../cell.ts'
import type { SourceRecord } from '../export-format.ts'
import { saysAlgorithm, splitPath, withinOf, wordsOf } from '../names/column-words.ts'
import { isCalled, saysNoMoreThanVerified } from '../names/name-fit.ts'
import { saysAddressVerified } from '../names/place-names.ts'
import { saysStatusOfEmail } from '../names/composed/verified-names.ts'
import { sharedPrefix } from '../names/shared-prefix.ts'
import { type Candidate } from './judge-column.ts'
import { readerOf } from '../value-at.ts'
import { fitOfValues } from './value-fit.ts'
import type { ColumnProfile } from './profile-columns.ts'
import type { Reason } from './suggestion-reason.ts'

/* The meaning of a column, judged by the other columns of its table. */

export type Chosen = Map<string, Candidate>

/** The column that is taken for a target without a doubt. */
export function chosenFor(target: Candidate['target'], chosen: Chosen): Candidate | undefined {
  return [...chosen.values()].find((one) => one.target === target && one.confidence !== 'unsure')
}

/** Takes a column for a target by what stands beside it. `reason`: words, where it is no other. */
export function take(
  chosen: Chosen,
  column: ColumnProfile,
  target: Candidate['target'],
  reason: Reason | string,
  confidence: Candidate['confidence'] = 'likely',
): void {
  const told = typeof reason === 'string' ? ({ kind: 'told', text: reason } as const) : reason
  chosen.set(column.path, { column, target, confidence, reason: told, rank: 0 })
}

/** The reason that a column is called like its target, with more words behind it. */
export function called(more: string): Reason {
  return { kind: 'called', more }
}

/** Asks whether a column is what its values may be, for a reason in words. */
export function askAbout(chosen: Chosen, column: ColumnProfile, target: Candidate['target'], text: string): void {
  take(chosen, column, target, text, 'unsure')
}

/**
 * Adds the column that says verified and nothing else. Of several, one that says no of every user means another permission, such as
 * posting links.
 */
export function addVerified(
  profiles: readonly ColumnProfile[],
  candidates: readonly Candidate[],
  chosen: Chosen,
): void {
  const known = chosenFor('email-verified', chosen)
  if (chosenFor('email', chosen) === undefined || (known !== undefined && !saysNoOfAll(known.column))) return
  const paths = profiles.map(({ path }) => path)
  const prefix = sharedPrefix(paths)
  const others = [
    ...candidates.filter(({ target, confidence }) => target === 'email-verified' && confidence !== 'unsure'),
    ...profiles.flatMap((column): readonly Candidate[] => {
      const { kind, words } = fitOfValues('email-verified', column)
      const isOne =
        kind === 'fits' &&
        (saysNoMoreThanVerified(column.path, prefix) ||
          saysAddressVerified(column.path, paths) ||
          saysStatusOfEmail(column.path, paths))
      const reason = { kind: 'called', more: `and ${words}` } as const
      return isOne ? [{ column, target: 'email-verified', confidence: 'likely', reason, rank: 0 }] : []
    }),
  ]
  const best = others.find(({ column }) => !chosen.has(column.path) && (known === undefined || !saysNoOfAll(column)))
  if (best === undefined) return
  if (known !== undefined) chosen.delete(known.column.path)
  chosen.set(best.column.path, best)
}

function saysNoOfAll({ values }: ColumnProfile): boolean {
  return values.every((value) => booleanOf(value) === false)
}

/** A word that is no algorithm, in every row beside hashes of several families, names the software and not what made them. */
export function dropProductNames(chosen: Chosen): void {
  const [named, hashes] = [chosenFor('hash-algorithm', chosen), chosenFor('password-hash', chosen)]
  if (named === undefined || hashes === undefined || new Set(named.column.values).size !== 1) return
  const declared = readDeclared(named.column.values[0] ?? '', undefined)
  if (declared.kind !== 'unsupported' || declared.family !== 'other') return
  const families = new Set(
    hashes.column.values
      .filter((value) => hashLikeness(value) === 'certain')
      .map((hash) => {
        const verdict = judgeHash({ hash }, null, 'supertokens')
        return 'family' in verdict ? verdict.family : ''
      }),
  )
  if (families.size < 2) return
  const more = `and its one word stands beside hashes of ${families.size} families`
  chosen.set(named.column.path, { ...named, confidence: 'unsure', reason: { kind: 'called', more } })
}

/**
 * Takes the other columns that are called an email or a phone number and nothing else, of which a record has a value only where all before are empty:
 * entries of different times or hands, `email_address` of some and `email` of others.
 */
export function addComplements(
  records: readonly SourceRecord[],
  candidates: readonly Candidate[],
  chosen: Chosen,
): void {
  for (const target of ['email', 'phone'] as const) {
    const first = chosenFor(target, chosen)?.column
    if (first === undefined || first.values.length >= first.records) continue
    const taken = [...chosen.values()].filter((one) => one.target === target && one.confidence !== 'unsure')
    const reads = taken.map(({ column }) => readerOf(column.path))
    for (const candidate of candidates) {
      const { path, values } = candidate.column
      const isOne = candidate.target === target && candidate.confidence !== 'unsure' && isPlainlyCalled(target, path)
      if (!isOne || isTaken(chosen, path) || values.length === 0 || withinOf(path) !== withinOf(first.path)) continue
      const read = readerOf(path)
      const own = records.filter((record) => textOf(read(record)) !== null)
      if (own.some((record) => reads.some((other) => textOf(other(record)) !== null))) continue
      reads.push(read)
      const text = `its name means the same as “${first.path}”, and it has values only where that one is empty`
      chosen.set(path, { ...candidate, confidence: 'likely', reason: { kind: 'told', text } })
    }
  }
}

/** Takes every column that says of the passwords that they were made with a pepper, also beside one that names their algorithm. */
export function addPeppers(profiles: readonly ColumnProfile[], chosen: Chosen): void {
  if (chosenFor('password-hash', chosen) === undefined) return
  for (const column of profiles) {
    const { path, values } = column
    if (isTaken(chosen, path) || values.length === 0 || saysAlgorithm(path)?.by !== 'any') continue
    const more = 'and the core cannot check a hash that was made with a pepper'
    take(chosen, column, 'hash-algorithm', called(more))
  }
}

/** Whether a name says the kind of a contact, and not whose or where it is, as `work_email` does. */
function isPlainlyCalled(target: 'email' | 'phone', path: string): boolean {
  return isCalled(target, path) && wordsOf(splitPath(path).name).every((word) => plainWord.test(word))
}

const plainWord =
  /^(?:e|e?mails?|address|adresse?|user|login|primary|phones?|telephone|telefon\w*|tel|mobile?|cell|handy|number|no|nr|nummer|numero)$/

export function isTaken(chosen: ReadonlyMap<string, Candidate>, path: string): boolean {
  const taken = chosen.get(path)
  return taken !== undefined && taken.confidence !== 'unsure'
}
