/*
 * Dates as people write them, with the name of the month: `3. März 2024`, `3 de marzo de 2024, 10:30`, `March 3, 2024`. Languages: English,
 * German, French, Spanish, Italian, Portuguese, Dutch.
 */

/** Names of each month, without accents; a month has its first three or four letters as an abbreviation, too. */
const names = [
  'january januar janner janvier enero gennaio janeiro januari',
  'february februar fevrier febrero febbraio fevereiro februari',
  'march marz maerz mrz mars marzo marco maart',
  'april avril abril aprile',
  'may mai mayo maggio maio mei',
  'june juni juin junio giugno junho',
  'july juli juillet julio luglio julho',
  'august aout agosto augustus',
  'september septembre septiembre settembre setembro',
  'october oktober octobre octubre ottobre outubro',
  'november novembre noviembre novembro',
  'december dezember decembre diciembre dicembre dezembro',
]

const months = new Map(
  names.flatMap((line, index) =>
    line
      .split(' ')
      .flatMap((name) => [name, name.slice(0, 4), name.slice(0, 3)])
      .map((name) => [name, index + 1] as const),
  ),
)
// `jui` is no month alone.
months.delete('jui')

/** The parts of a written date; null: it is none. */
type WrittenDate = {
  readonly year: string
  readonly month: number
  readonly day: string
  readonly hour?: string | undefined
  readonly minute?: string | undefined
  readonly second?: string | undefined
}

const clock = String.raw`(?:,? (?:um |at |a las |alle )?(\d{1,2})[:.](\d\d)(?:[:.](\d\d))? ?([ap]m)?(?: uhr)?)?`
const dayFirst = new RegExp(
  String.raw`^(?:[a-z]{2,12}[.,]{0,2} )?(\d{1,2})\.? (?:de )?([a-z]{3,12})\.?(?: de)? (\d{4})${clock}$`,
)
const monthFirst = new RegExp(
  String.raw`^(?:[a-z]{2,12}[.,]{0,2} )?([a-z]{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})${clock}$`,
)
const longest = 48

export function writtenDate(text: string): WrittenDate | null {
  // Its parts stand apart, which sets nearly all other values aside.
  if (!text.includes(' ') || text.length > longest || !/^\D{0,14}\d{1,2}\D/.test(text) || !/\p{L}{3}/u.test(text))
    return null
  const plain = text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .trim()
  const first = dayFirst.exec(plain)
  const [, day = '', name = '', ...rest] = first ?? swapped(monthFirst.exec(plain))
  const month = months.get(name)
  const [year, hour, minute, second, half] = rest
  if (month === undefined || year === undefined) return null
  return { year, month, day, hour: hourOfHalf(hour, half), minute, second }
}

function swapped(found: RegExpExecArray | null): readonly (string | undefined)[] {
  const [all, name, day, ...rest] = found ?? []
  return [all, day, name, ...rest]
}

/** The hour of a day from one of its halves, `pm`; without a half as it is. */
export function hourOfHalf(hour: string | undefined, half: string | undefined): string | undefined {
  if (hour === undefined || half === undefined) return hour
  return String((Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0))
}
