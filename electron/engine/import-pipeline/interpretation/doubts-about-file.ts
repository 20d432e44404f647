import type { Sample } from '../../../../shared/mapping/export-format.ts'
import { isEmailAddress } from '../../../../shared/users/normalise-email.ts'
import type { OpenedExport } from '../../reading/open-export.ts'
import type { Interpretation } from './interpretation.ts'

/* Doubts that stand behind the reason why a file is read as it is. */

/** Names in letters that were read wrongly are migrated so, and only people can see it. */
export function withLetters(interpretation: Interpretation, { doubtfulLetters }: OpenedExport): Interpretation {
  return doubtfulLetters === undefined ? interpretation : withDoubt(interpretation, doubtfulLetters)
}

/** Says a doubt behind the reason why a file is read as it is. */
function withDoubt(interpretation: Interpretation, doubt: string): Interpretation {
  const { recognition } = interpretation
  return { ...interpretation, recognition: { ...recognition, reason: `${recognition.reason}; ${doubt}` } }
}

/** Whether each row is one cell with an address, a blank and a word that may be a password. */
function holdsWordsBehindAddresses({ header, records }: Sample): boolean {
  return (
    header === null &&
    records.length > 0 &&
    records.every((record) => {
      const [cell, ...others] = Object.values(record)
      const [address = '', word = '', ...more] = typeof cell === 'string' ? cell.trim().split(/\s+/) : []
      return others.length + more.length === 0 && word !== '' && isEmailAddress(address)
    })
  )
}

const wordsBehind =
  'the word behind each address may be a name or a password, and is not read: put a comma between the two, and a first line with their names'

/** Rows that are shorter than their header are read from the left; whether that is right only people can see. */
export function withNote(interpretation: Interpretation, { header, shortRows }: OpenedExport): Interpretation {
  if (holdsWordsBehindAddresses(interpretation.sample)) return withDoubt(interpretation, wordsBehind)
  if (shortRows === undefined) return interpretation
  const note = `its rows have ${shortRows} cells, but its header names ${header?.length ?? 0}: check whether the columns match`
  return withDoubt(interpretation, note)
}
