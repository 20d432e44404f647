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
