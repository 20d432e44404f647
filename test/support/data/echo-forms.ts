import { deflateSync, gzipSync } from 'node:zlib'

/** Every form in which a core, a proxy or a log formatter may give back a secret: what a reply is searched for. */
export const echoForms: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  capitals: (secret) => secret.toUpperCase(),
  'lower case': (secret) => secret.toLowerCase(),
  JSON: (secret) => JSON.stringify({ secret }),
  'JSON in JSON': (secret) => JSON.stringify(JSON.stringify({ secret })),
  '\\u0024': (secret) => each(secret, (code) => `\\u${hex(code, 4)}`),
  '\\\\u0024': (secret) => each(secret, (code) => `\\\\u${hex(code, 4)}`),
  '\\x24': (secret) => each(secret, (code) => `\\x${hex(code, 2)}`),
  '\\u{24}': (secret) => each(secret, (code) => `\\u{${hex(code, 1)}}`),
  octal: (secret) => each(secret, (code) => `\\${code.toString(8)}`),
  'octal with a zero': (secret) => each(secret, (code) => `\\${code.toString(8).padStart(3, '0')}`),
  CSS: (secret) => each(secret, (code) => `\\${hex(code, 1)} `),
  'percent, all': (secret) => each(secret, (code) => `%${hex(code, 2)}`),
  'percent, twice': (secret) => encodeURIComponent(each(secret, (code) => `%${hex(code, 2)}`)),
  form: (secret) => new URLSearchParams({ secret }).toString(),
  'quoted-printable': (secret) => each(secret, (code) => `=${hex(code, 2).toUpperCase()}`),
  'quoted-printable with soft breaks': (secret) => lines(secret, 7).join('=\r\n'),
  'HTML by number': (secret) => each(secret, (code) => `&#${code};`),
  'HTML in hex': (secret) => each(secret, (code) => `&#x${hex(code, 2)};`),
  'HTML by name': (secret) =>
    secret
      .replaceAll('$', '&dollar;')
      .replaceAll('.', '&period;')
      .replaceAll('/', '&sol;')
      .replaceAll('=', '&equals;')
      .replaceAll(',', '&comma;'),
  base64: (secret) => base64(secret),
  base64url: (secret) => Buffer.from(secret).toString('base64url'),
  'base64, one byte in': (secret) => base64(`:${secret}`),
  'base64 of JSON': (secret) => base64(JSON.stringify([secret])),
  'base64 twice': (secret) => base64(base64(secret)),
  'base64 wrapped': (secret) => lines(base64(secret), 19).join('\r\n'),
  'base64 twice, wrapped': (secret) => lines(base64(lines(base64(secret), 20).join('\n')), 19).join('\n'),
  'base64 wrapped, in JSON': (secret) => JSON.stringify(lines(base64(secret), 19).join('\r\n')),
  'base64 of UTF-16': (secret) => Buffer.from(secret, 'utf16le').toString('base64'),
  'base64 of the reversed': (secret) => base64(reversed(secret)),
  'reversed base64': (secret) => reversed(base64(secret)),
  hex: (secret) =>
    bytes(secret)
      .map((code) => hex(code, 2))
      .join(''),
  'hex in capitals': (secret) =>
    bytes(secret)
      .map((code) => hex(code, 2).toUpperCase())
      .join(''),
  'hex with blanks': (secret) =>
    bytes(secret)
      .map((code) => hex(code, 2))
      .join(' '),
  'hex with colons': (secret) =>
    bytes(secret)
      .map((code) => hex(code, 2))
      .join(':'),
  'hex as a list': (secret) =>
    bytes(secret)
      .map((code) => `0x${hex(code, 2)}`)
      .join(', '),
  'hex of base64': (secret) => Buffer.from(base64(secret)).toString('hex'),
  'hex of UTF-16': (secret) => Buffer.from(secret, 'utf16le').toString('hex'),
  'byte list': (secret) => bytes(secret).join(','),
  'byte list in JSON': (secret) => JSON.stringify(bytes(secret)),
  'byte list with blanks': (secret) => bytes(secret).join(' '),
  'octal list': (secret) =>
    bytes(secret)
      .map((code) => code.toString(8).padStart(3, '0'))
      .join(' '),
  bits: (secret) =>
    bytes(secret)
      .map((code) => code.toString(2).padStart(8, '0'))
      .join(' '),
  'full width': (secret) => each(secret, (code) => String.fromCharCode(code - 0x21 + 0xff01)),
  'mathematical letters': (secret) =>
    secret.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint(0x1d41a + letter.charCodeAt(0) - 97)),
  'zero width between': (secret) => Array.from(secret).join('\u200b'),
  'soft hyphens between': (secret) => Array.from(secret).join('\u00ad'),
  'blanks between': (secret) => Array.from(secret).join(' '),
  'dots between': (secret) => Array.from(secret).join('.'),
  'wrapped plain': (secret) => lines(secret, 16).join('\r\n  '),
  'in quotes, joined': (secret) =>
    lines(secret, 16)
      .map((line) => `'${line}'`)
      .join(' + '),
  base32: (secret) => base32(secret, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'),
  'base32 in lower case': (secret) => base32(secret, 'abcdefghijklmnopqrstuvwxyz234567'),
  base32hex: (secret) => base32(secret, '0123456789ABCDEFGHIJKLMNOPQRSTUV'),
  reversed: (secret) => reversed(secret),
  ROT13: (secret) => rotated(secret),
  'first half': (secret) => secret.slice(0, Math.ceil(secret.length / 2)),
  'second half': (secret) => secret.slice(Math.floor(secret.length / 2)),
  tail: (secret) => secret.slice(-14),
  'without its first letter': (secret) => secret.slice(1),
  'tail in base64': (secret) => base64(secret.slice(-18)),
}

/** Forms that no list foresees: made up after everything that looks for secrets was written. Texts only. */
export const madeUpForms: Readonly<Record<string, (secret: string) => string>> = {
  'tags between': (secret) => Array.from(secret).join('</b><b>'),
  'words between': (secret) => Array.from(secret).join(' and '),
  'attributes of tags': (secret) => Array.from(secret, (sign) => `<i title="${sign}">`).join(''),
  ROT47: (secret) => each(secret, (code) => String.fromCharCode(33 + ((code - 33 + 47) % 94))),
  'pairs swapped': (secret) => secret.replaceAll(/(.)(.)/g, '$2$1'),
  'halves swapped': (secret) => secret.slice(secret.length / 2) + secret.slice(0, secret.length / 2),
  'every other letter first': (secret) => pick(secret, 0) + pick(secret, 1),
  gzip: (secret) => gzipSync(secret).toString('base64'),
  'deflate in hex': (secret) => deflateSync(secret).toString('hex'),
  'Cyrillic look-alikes': (secret) =>
    secret.replaceAll(/[aceopxy]/g, (letter) => 'асеорху'.charAt('aceopxy'.indexOf(letter))),
  'case reversed': (secret) =>
    secret.replaceAll(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase())),
  'one up': (secret) => each(secret, (code) => String.fromCharCode(code + 1)),
  'exclusive or': (secret) => Buffer.from(bytes(secret).map((code) => code ^ 0x55)).toString('base64'),
  'Morse code': (secret) => each(secret, (code) => `${code.toString(2).replaceAll('0', '.').replaceAll('1', '-')} `),
  'spelled numbers': (secret) =>
    bytes(secret)
      .map((code, at) => `byte ${at} is ${code}`)
      .join(', '),
  'a letter in each line': (secret) => Array.from(secret, (sign, at) => `line ${at}: ${sign}`).join('\n'),
  'names of files': (secret) =>
    lines(secret, 4)
      .map((part) => `${part}.log`)
      .join(' '),
}

function pick(text: string, odd: number): string {
  return Array.from(text)
    .filter((_sign, at) => at % 2 === odd)
    .join('')
}

/** The most letters and digits in a row that a text has in common with a form of a secret. */
export function sharedLetters(text: string, form: string): number {
  const [kept, whole] = [lettersOf(text), lettersOf(form)]
  let most = 0
  for (let from = 0; from < whole.length; from += 1) {
    while (from + most < whole.length && kept.includes(whole.slice(from, from + most + 1))) most += 1
  }
  return most
}

/** The letters and digits of a text, in lower case. */
export function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
}

function each(text: string, spell: (code: number) => string): string {
  return bytes(text).map(spell).join('')
}

function bytes(text: string): number[] {
  return [...Buffer.from(text)]
}

function hex(code: number, width: number): string {
  return code.toString(16).padStart(width, '0')
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

function lines(text: string, width: number): string[] {
  return Array.from({ length: Math.ceil(text.length / width) }, (_, at) => text.slice(at * width, (at + 1) * width))
}

function reversed(text: string): string {
  return Array.from(text).toReversed().join('')
}

function rotated(text: string): string {
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
  const turned = 'nopqrstuvwxyzabcdefghijklmNOPQRSTUVWXYZABCDEFGHIJKLM'
  return text.replaceAll(/[A-Za-z]/g, (letter) => turned.charAt(letters.indexOf(letter)))
}

function base32(text: string, digits: string): string {
  const bits = bytes(text)
    .map((code) => code.toString(2).padStart(8, '0'))
    .join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  const written = groups.map((group) => digits.charAt(Number.parseInt(group.padEnd(5, '0'), 2))).join('')
  return written.padEnd(Math.ceil(written.length / 8) * 8, '=')
}
