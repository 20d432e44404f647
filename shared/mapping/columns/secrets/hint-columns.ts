import { textOf } from '../../cell.ts'
import type { Sample } from '../../export-format.ts'
import type { MappingColumn } from '../../mapping.ts'
import { namesHint } from '../../names/secrets/hint-names.ts'
import { readerOf } from '../../value-at.ts'
import { mayComeAgain } from './password-likeness.ts'

/*
 * Columns of hints at passwords and of secret questions, into which users write the password itself. A hint is never read as a password: each value that may be
 * one is asked about where its user has no other.
 */

/** Whether values of a column of hints are passwords: the clear one of the same record, or words as users choose them. */
export function holdsPasswords(path: string, { records }: Sample, columns: readonly MappingColumn[]): boolean {
  if (!namesHint(path)) return false
  const hintOf = readerOf(path)
  const given = records.flatMap((record) => {
    const hint = textOf(hintOf(record))?.trim() ?? ''
    return hint === '' ? [] : [{ record, hint }]
  })
  const passwords = columns
    .filter(({ suggestion }) => suggestion?.target === 'password-hash')
    .map((column) => readerOf(column.path))
  const repeats = given.some(({ record, hint }) => passwords.some((read) => textOf(read(record))?.trim() === hint))
  return repeats || (given.length > 0 && given.filter(({ hint }) => mayBePassword(hint)).length * 2 >= given.length)
}

/** Whether a hint may be a password: a word of letters with digits or signs, and no question. */
export function mayBePassword(hint: string): boolean {
  return !/\s|\?$/.test(hint) && mayComeAgain(hint)
}
