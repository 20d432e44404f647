/** The two sequences that headings of the help are written with. */
// oxlint-disable-next-line no-control-regex -- an escape sequence begins with one
const bold = /\u001b\[(?:1|22)m/

/**
 * Text on its way to a terminal, without what would command it: control characters, escape sequences, marks that turn the
 * direction of writing. They become `\uXXXX`, which keeps JSON what it was. Line breaks, tabs, our own bold, and the
 * carriage returns around a progress line stay.
 */
export function printable(text: string): string {
  return text
    .split(new RegExp(`(^\\r|\\r$|${bold.source})`))
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(commanding, escaped)))
    .join('')
}

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const commanding = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g

function escaped(sign: string): string {
  return `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`
}
