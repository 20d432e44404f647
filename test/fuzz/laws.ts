import { openExport, type OpenedExport, type RawRecord } from '../../electron/engine/reading/open-export.ts'
import type { Places } from '../../shared/places.ts'
import type { Entry } from '../../shared/mapping/export-format.ts'

/**
 * Where records stand: offsets rise and lie in the content, and each line is that of its offset; rows are counted anew in
 * each sheet or table. Answers what does not fit.
 */
export function misplaced(
  records: readonly RawRecord[],
  content: Buffer | null,
  sections: Places['sections'] = [],
): string | null {
  let section = sections[0]
  let before = -1
  let line = 1
  let counted = 0
  for (const [index, record] of records.entries()) {
    const place = `record ${index} at line ${record.line}, byte ${record.offset}`
    if (record.offset <= before) return `${place} is not behind the one before it, at ${before}`
    before = record.offset
    // The end of a list that is one page of several names the line that says so.
    const isAboutBefore = record.kind === 'unreadable' && record.truncates === true
    if (content === null) {
      const isIn = sections.find(({ after, last }) => after < record.offset && record.offset <= last)
      if (isIn !== section) line = 1
      section = isIn
      if (record.line < line && !isAboutBefore) return `${place} is on a line above the one before it`
      line = Math.max(line, record.line)
      continue
    }
    if (record.offset > content.length) return `${place} is behind the end of the content, ${content.length}`
    for (; counted < record.offset; counted += 1) {
      const byte = content[counted]
      if (byte === 0x0a ? content[counted - 1] !== 0x0d : byte === 0x0d) line += 1
    }
    // Behind a CR comes its LF, which belongs to the same line end.
    if (record.line !== line && !(isAboutBefore && record.line < line)) return `${place} is on line ${line}`
  }
  return null
}

/** Words of an export that no sentence of ours may hold: whatever has a digit or a sign in it. */
export function secretsOf(original: Buffer): ReadonlySet<string> {
  const words = original.toString('latin1').split(/[\s",;{}[\]()'|]+/)
  return new Set(words.filter((word) => word.length >= 6 && /[\d$@=+/]/.test(word)))
}

/** A sentence for people: short, plain, and nothing of the content in it. Answers what does not fit. */
export function badSentence(sentence: string, secrets: ReadonlySet<string>): string | null {
  if (sentence.length > 320) return `a sentence of ${sentence.length} characters`
  const isPlain = /^[A-Z].*[.?)]$/.test(sentence) && !/[\p{Cc}]/u.test(sentence)
  if (!isPlain) return `a sentence that is none: ${JSON.stringify(sentence).slice(0, 400)}`
  return sentence.split(/[\s",;{}[\]()'|]+/).some((word) => secrets.has(word))
    ? 'a sentence that repeats content'
    : null
}

/** Entries can be kept in a document, and are nothing but data. */
export function badEntry(entry: Entry, secrets: ReadonlySet<string>): string | null {
  switch (entry.kind) {
    case 'unreadable':
      return badSentence(entry.reason, secrets)
    case 'aside':
      return null
    case 'part':
      return isPlainData(entry.part) && entry.keys.every(isText) ? null : 'a part that is more than data'
    case 'user':
      return isPlainData(entry.user) && entry.keys.every(isText) ? null : 'a user that is more than data'
  }
}

/** Compares records read with shortcuts to the same records without, and each on its own. Returns the differences. */
export async function notTheSameAgain(
  path: string,
  opened: OpenedExport,
  records: readonly RawRecord[],
  alone: readonly number[],
): Promise<string | null> {
  const again: RawRecord[] = []
  const plain = await openExport(path)
  if (!plain.ok) return 'not opened a second time'
  for await (const batch of plain.value.batches()) again.push(...batch)
  if (JSON.stringify(again) !== JSON.stringify(records)) return 'read otherwise a second time'
  for (const index of alone) {
    const record = records[index]
    if (record?.kind !== 'record') continue
    const value = await opened.recordAt(record.offset)
    // A record begins with the texts of the page that it is in: its realm, organization or group.
    const ofPage = Object.entries(record.value).filter(([name, one]) => isText(one) && !(name in (value ?? {})))
    const inPage = value === null ? null : { ...Object.fromEntries(ofPage.slice(0, maxOfPage)), ...value }
    if (JSON.stringify(inPage) !== JSON.stringify(record.value)) return `record ${index} is read otherwise by itself`
  }
  return null
}

/** A realm, an organization and a group. */
const maxOfPage = 3

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function isPlainData(value: unknown): boolean {
  if (value === null || typeof value !== 'object') return typeof value !== 'function' && typeof value !== 'symbol'
  const prototype: unknown = Object.getPrototypeOf(value)
  return (prototype === Object.prototype || Array.isArray(value)) && Object.values(value).every(isPlainData)
}
