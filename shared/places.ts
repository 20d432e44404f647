/** More parts of a file than these are not named in places. */
export const maxSections = 1000
const maxName = 1000

/**
 * How places in a file are named. `word`: what a record is counted by. `sections`: its sheets or tables with the byte
 * positions that their rows have, where rows are counted anew in each: `after` is left out, `last` is included.
 */
export type Places = {
  readonly word: 'line' | 'row' | 'document' | 'entry'
  readonly sections: readonly { readonly name: string; readonly after: number; readonly last: number }[]
}

/** Places of a text file. */
export const linePlaces: Places = { word: 'line', sections: [] }

/** Places of a file whose rows are counted in each of its sheets or tables. */
export function rowPlaces(sections: Places['sections']): Places {
  return { word: 'row', sections: sections.filter(({ name }) => name.length <= maxName).slice(0, maxSections) }
}

/** The word for a part of a file with rows of its own. */
export function sectionWord(format: string | null): 'sheet' | 'table' {
  return format === 'xlsx' ? 'sheet' : 'table'
}

/** The beginning of the place of a fault, behind the reason that many records may share. */
export const seeLine = ' See line '

/** A record in its file, as people find it: `line 5`, `sheet Staff, row 5`, `table users, row 5`, `document 5`. */
export function placeText(
  { word, sections }: Places,
  format: string | null,
  { line, byte }: { readonly line: number; readonly byte: number },
): string {
  const section = sections.find(({ after, last }) => after < byte && byte <= last)
  const found = `${word} ${line}`
  return section === undefined ? found : `${sectionWord(format)} ${section.name}, ${found}`
}
