import type { SourceFile } from './files.ts'

/*
 * Pages of one list in files that say nothing of their place: their names are the same but for a number, which counts the pages or the entries
 * before them, and all are as long as each other, but for the last one.
 */

type NumberedFile = Pick<SourceFile, 'id' | 'name' | 'records'> & { readonly number: number }

/** The names of the missing files before each file, by its ID. `files`: of one form. */
export function missingPages(
  files: readonly Pick<SourceFile, 'id' | 'name' | 'records'>[],
): ReadonlyMap<number, readonly string[]> {
  const series = new Map<string, NumberedFile[]>()
  for (const file of files) {
    const [, before = '', digits = '', behind = ''] = numbered.exec(file.name) ?? []
    if (digits === '') continue
    const stem = `${before}\n${behind}`
    series.set(stem, [...(series.get(stem) ?? []), { ...file, number: Number(digits) }])
  }
  return new Map([...series.values()].flatMap(missingIn))
}

/** The last number of a name. */
const numbered = /^(.*?)(\d{1,9})(\D*)$/s

/** A list of more pages would not have come in so few files. */
const maxMissing = 100

function missingIn(files: readonly NumberedFile[]): readonly (readonly [number, readonly string[]])[] {
  const pages = files.toSorted((one, other) => one.number - other.number)
  const step = stepOf(pages)
  if (step === null) return []
  const found = pages.flatMap((page, at) => {
    const before = pages[at - 1]
    if (before === undefined) return []
    const gap = (page.number - before.number) / step - 1
    if (gap < 1 || gap > maxMissing) return []
    const names = Array.from({ length: gap }, (_, more) => nameWith(page.name, before.number + (more + 1) * step))
    return [[page.id, names] as const]
  })
  return found.reduce((sum, [, names]) => sum + names.length, 0) > maxMissing ? [] : found
}

/** By how much the numbers of neighboring pages differ; null: they are no pages, or begin with no first one. */
function stepOf(pages: readonly NumberedFile[]): number | null {
  const [first, ...more] = pages
  const last = more.at(-1)
  if (first === undefined || last === undefined) return null
  const size = first.records
  const areFull = pages.slice(0, -1).every(({ records }) => records === size) && last.records <= size
  if (size < 2 || !areFull || first.number > 1 || new Set(pages.map(({ number }) => number)).size < pages.length)
    return null
  return pages.every(({ number }) => (number - first.number) % size === 0) ? size : 1
}

/** A name with another number, which is as long where it is filled with zeros. */
function nameWith(name: string, number: number): string {
  return name.replace(numbered, (_, before: string, digits: string, behind: string) => {
    const width = digits.startsWith('0') ? digits.length : 1
    return `${before}${String(number).padStart(width, '0')}${behind}`
  })
}
