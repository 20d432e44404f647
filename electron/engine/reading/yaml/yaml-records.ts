import type { ControlBook } from '../control-totals/control-book.ts'
import type { Chunk } from '../file-bytes.ts'
import { tableKind } from '../../../../shared/mapping/rows/unread-tables.ts'
import type { WantsTable } from '../sql/sql-statements.ts'
import type { RawRecord } from '../raw-record.ts'
import type { LostEntry } from './parse-around.ts'
import type { Found } from './found.ts'
import { isOfExpression } from './template.ts'
import { bounds, readOne, inRealm, inGroup, unreadable } from './yaml-record.ts'
import { type YamlFile, readYaml, usersIn } from './yaml-file.ts'
import { lostEntries, inOrder, spansIn, bookRecords, places } from './yaml-spans.ts'

/* Records of a YAML text: the entries of its list or object of users, each with its line and offset. */

const fullBatch = 500

/** Reads the records of a YAML file again, in batches. */
export async function* yamlRecords(
  chunks: AsyncIterable<Chunk>,
  before: YamlFile,
  book?: ControlBook,
  wants?: WantsTable,
): AsyncGenerator<readonly RawRecord[]> {
  yield* recordsIn(await readYaml(book === undefined ? chunks : book.through(chunks), before), book, wants)
}

/** The records of a parsed file in batches. The expansion of aliases is limited. */
export async function* recordsIn(
  file: YamlFile,
  book?: ControlBook,
  wants: WantsTable = () => true,
): AsyncGenerator<readonly RawRecord[]> {
  const rest = () => (book === undefined ? {} : { logins: book.take(0, Infinity) })
  if (file.kind === 'broken') return yield [{ ...unreadable({ line: 1, offset: 0 }, file.reason, true), ...rest() }]
  const { text, start, encoding, template, yaml: parsed, lost } = file
  const placeOf = places(text, start, encoding)
  if (parsed.kind === 'fault')
    return yield [{ ...unreadable(placeOf(parsed.at), `${parsed.reason} ${noFile}`, true), ...rest() }]
  book?.within({ kind: 'beside', name: null })
  const spanOf = spansIn(template?.text ?? text, parsed, lost)
  const booking = book === undefined ? null : bookRecords(book, text, places(text, start, encoding))
  const takeLost = lostEntries(lost)
  const readLost = ({ at, reason, span }: LostEntry): RawRecord => ({
    ...unreadable(placeOf(at), `${reason} ${noEntry}`),
    ...(booking === null ? {} : { logins: booking.take(span, null) }),
  })
  const budget = { left: bounds.atLeast + text.length * bounds.perByte }
  let batch: RawRecord[] = []
  let before = -1
  for (const document of parsed.documents) {
    const { records, others } = usersIn(document)
    const found = [
      ...records.map((one) => ({ ...one, isOther: false })),
      ...others.map((value): Found & { isOther: boolean } => ({ value, name: null, isOther: true })),
    ]
    for (const one of inOrder(found, parsed.places)) {
      const { value, realm, isOther, from = value } = one
      const span = spanOf(one)
      const at = (typeof from === 'object' && from !== null ? parsed.places.get(from) : null) ?? span?.from ?? 0
      // Offsets must rise: a repeated alias, or a value without a place, gets the next one.
      before = Math.max(before + 1, at)
      batch.push(...takeLost(before).map(readLost))
      const place = placeOf(Math.min(before, text.length))
      if (budget.left < 0) return yield [...batch, { ...unreadable(place, bomb, true), ...rest() }]
      const logins =
        span === null || booking === null ? {} : { logins: booking.take(span, one.variables ?? null, one.keys) }
      const table = one.table?.name ?? one.list
      if (table !== undefined && wants(table) === false) {
        if (logins.logins !== undefined)
          book?.book({ kind: 'other', name: tableKind(table) }, logins.logins, () => place.offset)
        continue
      }
      const isMade = template?.isWithinCode(at) === true || isOfExpression(one.name ?? '')
      const read = isOther
        ? unreadable(place, anotherList, true)
        : isMade
          ? unreadable(place, madeByCode, true)
          : one.standsFor !== undefined
            ? unreadable(place, noUsers[one.standsFor], one.standsFor === 'several')
            : inGroup(inRealm(readOne(one, place, budget), realm), one.group)
      const record = read.kind === 'record' && table !== undefined ? { ...read, table } : read
      const changed = record.kind === 'record' && one.variables !== undefined ? ({ isChanged: true } as const) : {}
      batch.push({ ...record, ...changed, ...logins })
      if (batch.length < fullBatch) continue
      yield batch
      batch = []
    }
  }
  booking?.end()
  batch.push(...takeLost(Infinity).map(readLost))
  if (batch.length > 0) yield batch
}

const bomb = 'Anchors expand this file to many times its size, so the rest of it was skipped. Write the values out.'

const noFile = 'This file cannot be read. Correct this place and load the file again.'

const noEntry = 'This entry cannot be read. Correct it and load the file again.'

const madeByCode =
  'The code of a template around this entry ("<% … %>") repeats it or leaves it out, so the file does not say which users there are. Export them from the database.'

const noUsers = {
  several:
    'This entry of fixtures stands for several, so the file does not say which users there are. Export them from the database.',
  template: 'This entry of fixtures is a template for others and no user.',
} as const

const anotherList =
  'A second list of users begins here and was not read. Save it as a file of its own, and add that file.'
