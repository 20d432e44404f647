/** Text that is HTML already. Everything else is escaped when it is put into a template. */
export type Markup = { readonly html: string }

type Part = Markup | string | number | null | undefined | false | readonly Part[]

/** A template in which every value is escaped, in elements and in quoted attributes alike, unless it is `Markup`. */
export function markup(texts: TemplateStringsArray, ...values: readonly Part[]): Markup {
  return { html: texts.reduce((all, text, n) => `${all}${rendered(values[n - 1])}${text}`) }
}

function rendered(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'number') return String(part)
  if (typeof part === 'string') return escaped(part)
  return 'html' in part ? part.html : part.map(rendered).join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Control characters besides line breaks have no place in HTML; they show as a box. */
function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '').replaceAll(/[^\P{Cc}\t\n\r]/gu, '\uFFFD')
}

/** `2026-11-20 21:02:07 UTC`: a report is read in other places than it was made in. */
export function utc(iso: string | null): string {
  return iso === null ? '–' : `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
}
