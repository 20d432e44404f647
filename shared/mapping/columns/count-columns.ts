import { isComputed, isComputedText } from '../../computed-value.ts'
import { isObject } from '../../json.ts'
import { aCode, anObject, isNoTime, isRandomCode, textOf } from '../cell.ts'
import { isWrittenDate, pastTime, sidesOfNow, timeToCome } from '../end-of-account.ts'
import type { Sample, SourceRecord } from '../export-format.ts'
import { holdsKeys, saysConfirmation } from '../names/standing/confirmation-names.ts'
import { maskSample } from '../shown/mask-sample.ts'
import { holdsPasswordOf } from '../rows/attribute-rows.ts'
import { type ColumnCount, maxColumns, maxFew, type TableCounts } from './column-counts.ts'
import { type DistinctTexts, distinctCount, noTexts, noteText } from './distinct-texts.ts'
import { profileColumns } from './profile-columns.ts'
import { shownName } from '../shown/shown-name.ts'
import { isPlainName, readerOf } from '../value-at.ts'

type ColumnCounter = {
  /**
   * `isOpen`: the record is of a user that nothing keeps out; `isKept`: of another user. Answers whether the record has a value that a column
   * of few values did not have before.
   */
  readonly add: (record: SourceRecord, isOpen?: boolean, isKept?: boolean) => boolean
  /** Counts the user of a record that was added as open as one that is kept out. */
  readonly keepOut: (record: SourceRecord) => void
  readonly counts: () => TableCounts
}

/**
 * Counts values of the columns that the first records have, and of fields that later ones have beside them. `onNew` hears of each value of an
 * open user that is the first of its kind among few.
 */
export function countColumns(
  sample: Sample,
  onNew: (path: string, value: string) => void = () => undefined,
): ColumnCounter {
  const fresh = { values: 0, onNew, sideOf: sidesOfNow() }
  const arePasswords = (path: string) => sample.records.some((record) => holdsPasswordOf(record, path))
  const columns = profileColumns(sample.records, sample.header)
    .slice(0, maxColumns)
    .map(({ path }) => ({ ...newColumn(path, fresh), ...(arePasswords(path) ? { shownAs: 'password' } : {}) }))
  const known = new Set(columns.map(({ path }) => path.split(/[.[]/, 1)[0]))
  const plain = columns.filter(({ path }) => isPlainName(path))
  const fields = new Map(plain.map((column) => [column.path, column]))
  const inside = columns.flatMap((column) =>
    isPlainName(column.path) ? [] : [{ column, read: readerOf(column.path) }],
  )
  let records = 0
  let open = 0
  let kept: ColumnCounter | null = null
  const addKept = (record: SourceRecord) => (kept ??= countColumns(sample)).add(record, true)
  const addLate = (name: string, value: unknown, isOpen: boolean) => {
    // A table has its columns from the start; a field that most records do not have may be what sets its users apart.
    if (sample.header !== null || known.has(name) || columns.length >= maxColumns || !isPlainName(name)) return
    if (value === null || value === undefined || name === '' || name.length > 500) return
    const column = { ...newColumn(shownName(name), fresh), isLate: true }
    columns.push(column)
    fields.set(name, column)
    countValue(column, lateValue(value), isOpen)
  }
  return {
    add: (record, isOpen = false, isKept = false) => {
      const before = fresh.values
      records += 1
      if (isOpen) open += 1
      else if (isKept) addKept(record)
      // Fields are met in the order of the record, nearly always that of the columns; paths into one are few.
      let at = 0
      for (const name in record) {
        const expected = plain[at]
        const column = expected?.path === name ? expected : fields.get(name)
        if (column !== undefined) countValue(column, column.isLate ? lateValue(record[name]) : record[name], isOpen)
        else addLate(name, record[name], isOpen)
        at += 1
      }
      for (const { column, read } of inside) countValue(column, read(record), isOpen)
      return fresh.values > before
    },
    keepOut: (record) => {
      open -= 1
      addKept(record)
      for (const column of columns) {
        const value = readerOf(column.path)(record)
        const text = textOf(value)
        if (text !== null) uncount(column, text)
        else if (holdsMembers(value)) column.objects -= 1
      }
    },
    counts: () => ({
      records,
      ...(open > 0 ? { open } : {}),
      ...(kept === null ? {} : { kept: keptCounts(kept.counts()) }),
      columns: columns.map((column) => ({
        path: column.path,
        filled: column.filled,
        samples: column.samples,
        ...distinctCount(column.different),
        ...valuesOf(column),
      })),
    }),
  }
}

function keptCounts({ open = 0, columns }: TableCounts): NonNullable<TableCounts['kept']> {
  return {
    open,
    columns: columns.map(({ path, open: filled = 0, values }) => ({
      path,
      open: filled,
      ...(values === undefined ? {} : { values }),
    })),
  }
}

const maxSamples = 3
/** Different values that are looked at for another sample: masked, nearly all hashes of a family look alike. */
const maxTried = 2000

/** Nearly all longer values are different, and comparing them takes as long as counting them. */
const maxRepeated = 16

type Column = {
  readonly path: string
  /** The name that says whether values may be shown: that of a password where another column says so. */
  readonly shownAs: string
  readonly different: DistinctTexts
  readonly samples: string[]
  /** The first values with their records; of more than a few, the most frequent of these. */
  few: { readonly text: string; records: number }[]
  isFew: boolean
  /** Only later records have the field. */
  readonly isLate: boolean
  /** Some of its values are lists, of which only those with one element count. */
  isList: boolean
  /** All values of open users are codes made by chance, or a zero for none, as far as `mayHoldKeys` says that they are asked. */
  areCodes: boolean
  /** Zeros that stand for no key, in a column that is called one: of all records, and of open ones. */
  readonly zeros: { all: number; open: number } | null
  filled: number
  /** Open users with an object in it, whose members are columns of their own. */
  objects: number
  /** Of the filled ones, those that the database, a program or a template computes. */
  computed: number
  open: number
  tried: number
  /** The value before, where it is short, else an empty text; and its place among the few. */
  last: string
  lastFew: { records: number } | null
  /** Of open records, the times that have passed and those to come; null: it has other values. */
  times: { [pastTime]: number; [timeToCome]: number } | null
  /** How many values of all columns were the first of their kind among few. */
  readonly fresh: Fresh
}

type Fresh = {
  values: number
  readonly onNew: (path: string, value: string) => void
  readonly sideOf: ReturnType<typeof sidesOfNow>
}

function newColumn(path: string, fresh: Column['fresh']): Column {
  return {
    path,
    shownAs: path,
    fresh,
    different: noTexts(),
    samples: [],
    few: [],
    isFew: true,
    isLate: false,
    isList: false,
    areCodes: true,
    zeros: saysConfirmation(path) || holdsKeys(path) ? { all: 0, open: 0 } : null,
    filled: 0,
    objects: 0,
    computed: 0,
    open: 0,
    tried: 0,
    last: '',
    lastFew: null,
    times: { [pastTime]: 0, [timeToCome]: 0 },
  }
}

/** Counts a value of a column of dates on its side of now, `by` 1 or -1. */
function countTime(column: Column, text: string, by: number): void {
  const { times, open, fresh } = column
  if (times === null) return
  // The first values tell what a column has.
  const side = open <= maxTold && !isWrittenDate(text) ? null : fresh.sideOf(text)
  if (side !== null) times[side] += by
  else if (!isNoTime(text) && !isComputedText(text)) column.times = null
}

const maxTold = 100

/** Counts a value that is one of few. Returns whether it was counted before. */
function countFew(column: Column, text: string): boolean {
  const { few } = column
  column.lastFew = null
  for (const one of few) {
    if (one.text !== text) continue
    one.records += 1
    column.lastFew = one
    return true
  }
  if (!column.isFew) return false
  if (few.length < maxFew && text.length <= maxFewLength) {
    const one = { text, records: 1 }
    few.push(one)
    column.lastFew = one
    column.fresh.values += 1
    column.fresh.onNew(column.path, text)
    return false
  }
  column.isFew = false
  column.few = few.toSorted((one, other) => other.records - one.records).slice(0, 1)
  return false
}

/** Takes back that a value is of an open user. */
function uncount(column: Column, text: string): void {
  column.open -= 1
  if (column.zeros !== null && text === noKey) column.zeros.open -= 1
  countTime(column, text, -1)
  const one = column.few.find((few) => few.text === text)
  if (one !== undefined) one.records -= 1
  column.few = column.few.filter(({ records }) => records > 0)
  column.last = ''
  column.lastFew = null
}

/** The same value as in the record before. */
function countAgain(column: Column, text: string): void {
  if (column.lastFew === null) countFew(column, text)
  else column.lastFew.records += 1
}

/** Words, codes and times are shorter. */
const maxFewLength = 40

/**
 * The few values of a column; none where each is another, where none is frequent among many, or where one looks secret. Codes of which no two are
 * alike are counted as one value.
 */
function valuesOf(column: Column): Pick<ColumnCount, 'values' | 'open'> {
  const { shownAs, few, isFew, isList, open, objects, times } = column
  if (open === 0) return {}
  if (times !== null && times[timeToCome] > 0) {
    const sides = ([pastTime, timeToCome] as const).map((value) => ({ value, records: times[value] }))
    return { open, values: sides.filter(({ records }) => records > 0) }
  }
  const [first] = few
  const none = areDifferentCodes(column) ? { open, values: valuesOfCodes(column) } : { open }
  if (column.zeros !== null && column.zeros.open > 0 && areDifferentCodes(column)) return none
  if (first === undefined || (isFew ? few.length === open && open > 2 : first.records * 2 <= open)) return none
  if (few.some(({ text }) => maskSample(shownAs, text) !== text)) return none
  // Numbers in lists refer to others: contacts, groups.
  if (isList && few.every(({ text }) => /^\d+$/.test(text))) return { open }
  const values = few.map(({ text, records }) => ({ value: text, records }))
  // Beside other values, an object is one as well, and no empty place.
  if (objects === 0 || values.length === maxFew) return { open, values }
  return { open: open + objects, values: [...values, { value: anObject, records: objects }] }
}

/** Programs write it in place of a key that was used. */
const noKey = '0'

/** Whether codes in a column may set users apart: it is called a key, or has few values. All users have an ID, which is never asked. */
function mayHoldKeys({ isFew, zeros }: Column): boolean {
  return isFew || zeros !== null
}

function areDifferentCodes(column: Column): boolean {
  const { areCodes, different, filled, computed, open, zeros } = column
  const none = zeros ?? { all: 0, open: 0 }
  const known = filled - none.all - computed
  const distinct = distinctCount(different).distinct - Math.min(none.all, 1) - Math.min(computed, 1)
  // Where all are computed, the name alone says that they are codes.
  return (
    areCodes && mayHoldKeys(column) && open > none.open && distinct >= known * mostly && (known > 0 || zeros !== null)
  )
}

function valuesOfCodes({ open, zeros }: Column): NonNullable<ColumnCount['values']> {
  const none = zeros?.open ?? 0
  const codes = { value: aCode, records: open - none }
  return none > 0 ? [codes, { value: noKey, records: none }] : [codes]
}

/** Nearly all: an estimate is about two percent off. */
const mostly = 0.94

/** Members of an object that comes late are not counted one by one. */
function lateValue(value: unknown): unknown {
  return isObject(value) ? anObject : value
}

function holdsMembers(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length > 0
}

function countValue(column: Column, value: unknown, isOpen: boolean): void {
  if (typeof value === 'object' && Array.isArray(value)) column.isList = true
  const text = textOf(value)
  if (text === null) {
    if (isOpen && holdsMembers(value)) column.objects += 1
    return
  }
  column.filled += 1
  if (typeof value === 'object' && isComputed(value)) column.computed += 1
  const zeros = text === noKey ? column.zeros : null
  if (zeros !== null) zeros.all += 1
  if (isOpen) {
    column.open += 1
    if (zeros !== null) zeros.open += 1
    else if (column.areCodes && mayHoldKeys(column) && !isRandomCode(text) && !isComputedText(text))
      column.areCodes = false
    countTime(column, text, 1)
  }
  // Columns of few values, which are short, mostly repeat the one before.
  if (text.length <= maxRepeated) {
    if (text === column.last) {
      if (isOpen) countAgain(column, text)
      return
    }
    column.last = text
  } else column.last = ''
  column.lastFew = null
  if (isOpen && countFew(column, text)) return
  if (!noteText(column.different, text) || column.samples.length === maxSamples || column.tried === maxTried) return
  column.tried += 1
  const sample = maskSample(column.shownAs, text)
  if (!column.samples.includes(sample)) column.samples.push(sample)
}
