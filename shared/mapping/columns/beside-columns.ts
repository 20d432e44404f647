import { hashLikeness } from '../../hashes/hash-likeness.ts'
import { judgeHash } from '../../hashes/judge-hash.ts'
import { readDeclared } from '../../hashes/declared.ts'
import { booleanOf, isTime, textOf } from '../cell.ts'
import { wordsOf } from '../names/column-words.ts'
import { saysAddressVerified, saysNoMoreThanVerified } from '../names/name-hints.ts'
import { sharedPrefix } from '../names/standing-names.ts'
import type { SourceRecord } from '../export-format.ts'
import { readerOf } from '../value-at.ts'
import { type Candidate, fitOfValues } from './judge-column.ts'
import type { ColumnProfile } from './profile-columns.ts'

/* The meaning of a column, judged by the other columns of its table. */

type Chosen = Map<string, Candidate>

function chosenFor(target: Candidate['target'], chosen: Chosen): Candidate | undefined {
  return [...chosen.values()].find((one) => one.target === target && one.confidence !== 'unsure')
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
        kind === 'fits' && (saysNoMoreThanVerified(column.path, prefix) || saysAddressVerified(column.path, paths))
      const reason = `it is called “${column.path}”, and ${words}`
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

/** Words of names that hold what a third party calls the user. */
const ofIds = /^(?:id|uid|data|sub|subject|key|ref|reference|external|extern|foreign|identifier|number|no|nr)$/

/** The column that is filled where the one with providers is, and nowhere else, with another value each time. */
export function idsBeside(
  records: readonly SourceRecord[],
  provider: string,
  profiles: readonly ColumnProfile[],
): ColumnProfile | undefined {
  const filled = (path: string) => {
    const read = readerOf(path)
    return records.map((record) => (textOf(read(record))?.trim() ?? '') !== '').join()
  }
  const [first] = wordsOf(provider)
  const where = filled(provider)
  if (!where.includes('true') || !where.includes('false')) return undefined
  return profiles.find(({ path, values }) => {
    const words = wordsOf(path)
    if (path === provider || !(words[0] === first || words.some((word) => ofIds.test(word)))) return false
    if (!ofIds.test(words.at(-1) ?? '') || values.some((value) => isTime(value) && !/^\d{1,21}$/.test(value)))
      return false
    return (
      new Set(values).size === values.length && values.every((value) => !/\s|^$/.test(value)) && filled(path) === where
    )
  })
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
  const reason = `it is called “${named.column.path}”, and its one word stands beside hashes of ${families.size} families`
  chosen.set(named.column.path, { ...named, confidence: 'unsure', reason })
}
