import { monthOfName } from '../../../../shared/users/time-joined.ts'

const element = /YYYY|RRRR|YY|RR|%Y|%y|MONTH|MON|%b|MM|%m|DD|%d|HH24|HH12|HH|%H|MI|%i|SS|%[sS]|AM|PM|%p/gi

/**
 * Reads a time that a dump writes as text with a mask, `to_date('31-12-23', 'DD-MM-RR')`. Returns `2023-12-31 00:00:00`, or the text
 * unchanged if the mask lacks year, month or day or has AM or PM.
 */
export function readMaskedTime(text: string, mask: string): string {
  const numbers = text.match(/\p{L}+|\d+/gu) ?? []
  const elements = (mask.replaceAll('"', '').match(element) ?? []).map((one) => one.toUpperCase())
  const at = (...names: readonly string[]) => numbers[elements.findIndex((one) => names.includes(one))]
  const year = at('YYYY', 'RRRR', '%Y') ?? century(at('YY', 'RR'))
  const month = monthOf(at('MM', '%M', 'MON', 'MONTH', '%B') ?? '')
  const day = at('DD', '%D')
  if (year?.length !== 4 || month === null || day === undefined || elements.some((one) => /^(?:AM|PM|%P)$/.test(one)))
    return text
  const time = [at('HH24', '%H', 'HH', 'HH12') ?? '00', at('MI', '%I') ?? '00', at('SS', '%S') ?? '00']
  return `${year}-${month}-${day.padStart(2, '0')} ${time.map((one) => one.padStart(2, '0')).join(':')}`
}

/** The year of two digits, as Oracle reads `RR`. */
function century(year: string | undefined): string | undefined {
  if (year === undefined) return undefined
  return Number(year) < 50 ? `20${year.padStart(2, '0')}` : `19${year}`
}

function monthOf(text: string): string | null {
  if (/^\d{1,2}$/.test(text)) return text.padStart(2, '0')
  const month = monthOfName(text)
  return month === 0 ? null : String(month).padStart(2, '0')
}

const dayMs = 24 * 60 * 60 * 1000
/** The first days of the types of SQL Server: 1900 of the older ones, the year 1 of the others. */
const [since1900, sinceYear1] = [Date.UTC(1900, 0, 1), Date.parse('0001-01-01T00:00:00Z')]

/**
 * Reads a time that a script of SQL Server writes in bytes, `CAST(0x0000A1B200000000 AS DateTime)`. `type`: the type behind AS, which may be quoted. Returns
 * `2013-05-02 00:00:00`; null: they are no bytes of a time of this type.
 */
export function readServerTime(bytes: string, type: string): string | null {
  const hex = /^0x((?:[\da-f]{2}){3,11})$/i.exec(bytes)?.[1]
  if (hex === undefined) return null
  const all = Buffer.from(hex, 'hex')
  const ms = timeOfBytes(all, type.replaceAll(/[\s"[\]]/g, '').toLowerCase())
  if (ms === null || !Number.isFinite(ms) || Math.abs(ms) > 8.64e15) return null
  return new Date(Math.floor(ms)).toISOString().slice(0, 19).replace('T', ' ')
}

/** Milliseconds since 1970: days and parts of a day, the last byte last in the older types and first in the others. */
function timeOfBytes(all: Buffer, type: string): number | null {
  const { length } = all
  switch (type) {
    case 'datetime':
      return length === 8 ? since1900 + all.readInt32BE(0) * dayMs + (all.readUInt32BE(4) / 300) * 1000 : null
    case 'smalldatetime':
      return length === 4 ? since1900 + all.readUInt16BE(0) * dayMs + all.readUInt16BE(2) * 60_000 : null
    case 'date':
      return length === 3 || length === 4 ? sinceYear1 + all.readUIntLE(0, 3) * dayMs : null
    case 'datetime2':
      return ofPrecision(all)
    case 'datetimeoffset':
      return length < 9 ? null : ofPrecision(all.subarray(0, length - 2))
    default:
      return null
  }
}

/** The digits behind the seconds in the first byte, the time in such units, and the day. */
function ofPrecision(all: Buffer): number | null {
  const [digits = 0, size] = [all[0], all.length - 4]
  if (digits > 7 || size < 3 || size > 5) return null
  return sinceYear1 + all.readUIntLE(1 + size, 3) * dayMs + all.readUIntLE(1, size) * 10 ** (3 - digits)
}
