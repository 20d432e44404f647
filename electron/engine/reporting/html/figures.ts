/** `2026-11-20 21:02:07 UTC`: a report is read in other places than it was made in. */
export function utc(iso: string | null): string {
  return iso === null ? '–' : `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
}

/** `12,554` */
export function figure(value: number): string {
  return value.toLocaleString('en')
}
