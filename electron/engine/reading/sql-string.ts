/**
 * The string whose opening quotation mark is at `from`, and the index behind its closing one. Doubled marks mean
 * themselves; with `escapes` a backslash does what MySQL and PostgreSQL's `E'...'` do. Null when it does not end.
 */
export function readSqlString(
  text: string,
  from: number,
  escapes: boolean,
): { readonly value: string; readonly end: number } | null {
  const mark = text[from] ?? "'"
  let value = ''
  let at = from + 1
  let escape = escapes ? text.indexOf('\\', at) : -1
  while (true) {
    const close = text.indexOf(mark, at)
    if (close === -1) return null
    // One that is further on is looked for once, not again behind each doubled mark.
    if (escape !== -1 && escape < at) escape = text.indexOf('\\', at)
    if (escape !== -1 && escape < close) {
      const read = readEscape(text, escape)
      value += text.slice(at, escape) + read.value
      at = read.end
    } else {
      value += text.slice(at, close)
      if (text[close + 1] !== mark) return { value, end: close + 1 }
      value += mark
      at = close + 2
    }
  }
}

const single: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  Z: '\u001a',
}

/**
 * What a backslash and the characters behind it mean: `\n`, `\101`, `\x41`, `\u0041`; any other character means
 * itself.
 */
export function readEscape(text: string, at: number): { readonly value: string; readonly end: number } {
  const char = text[at + 1]
  if (char === undefined) return { value: '', end: at + 1 }
  const code = /[0-7xuU]/.test(char) ? readCode(text.slice(at + 1, at + 10)) : null
  return code === null ? { value: single[char] ?? char, end: at + 2 } : { value: code.value, end: at + 1 + code.length }
}

function readCode(text: string): { readonly value: string; readonly length: number } | null {
  const code = /^(?:([0-7]{1,3})|(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})))/.exec(text)
  if (code === null) return null
  const hex = code[2] ?? code[3] ?? code[4]
  const point = hex === undefined ? parseInt(code[1] ?? '', 8) : parseInt(hex, 16)
  return point > 0x10ffff ? null : { value: String.fromCodePoint(point), length: code[0].length }
}
