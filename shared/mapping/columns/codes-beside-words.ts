import { textOf } from '../cell.ts'
import type { SourceRecord } from '../export-format.ts'
import { splitPath, withinOf, wordsOf } from '../names/column-words.ts'
import { readerOf } from '../value-at.ts'

/* Codes of a status whose words stand in another column of the same rows: `status_id` beside `status_name`. */

const ofCode = /^(?:id|code|cd|cod|codigo|key|no|nr|num|number|value|fk)$/
const ofWords =
  /^(?:name|text|txt|label|title|desc|descr|description|word|display|bezeichnung|beschreibung|nome|nombre|libelle|descricao|descripcion|descrizione|nazwa)$/

/** Whether a column has the codes of another, which has a word for each code, and the same one wherever the code is. */
export function isCodeOfWords(code: string, words: string, records: readonly SourceRecord[]): boolean {
  const [codes, names] = [stemOf(code, ofCode), stemOf(words, ofWords)]
  if (codes === '' || codes !== names || withinOf(code) !== withinOf(words)) return false
  const [readCode, readWords] = [readerOf(code), readerOf(words)]
  const meanings = new Map<string, string>()
  return records.every((record) => {
    const [one, word] = [textOf(readCode(record))?.trim() ?? '', textOf(readWords(record))?.trim() ?? '']
    if (one === '') return true
    const known = meanings.get(one) ?? word
    meanings.set(one, known)
    return /\p{L}{2}/u.test(word) && known === word
  })
}

/** The words of a name without those for a code, or for its words. */
function stemOf(path: string, others: RegExp): string {
  return wordsOf(splitPath(path).name)
    .filter((word) => !others.test(word))
    .join(' ')
}
