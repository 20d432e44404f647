import { expect, test } from 'vitest'
import { printable } from '../../../electron/cli/terminal.ts'

test('no escape sequence of a document, a core or a file reaches the terminal', () => {
  const hostile = [
    '\u001b]0;PWNED\u0007',
    '\u001b[2J\u001b[H',
    '\u001b[8mhidden\u001b[0m',
    '\u009b31m',
    '\u009d0;title\u009c',
    'a\rb',
    'a\r\nb',
    '\b\b\b',
    '\u202egpj.exe',
    '\u2066x\u2069',
    '\u0000',
    '\u001b[1;1H',
    '\u001b\u001b[1m[2J',
    '\u001b[1\u001b[1mm',
  ]
  for (const text of hostile) {
    // oxlint-disable-next-line no-control-regex -- an escape sequence begins with one
    const shown = printable(`before ${text} after\n`).replaceAll(/\u001b\[(?:1|22)m/g, '')
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/)
    expect(shown).toContain('\\u')
  }
})

test('results in JSON stay what they were', () => {
  const result = { id: '\u009b\u202e\u007f', text: 'line\nline' }
  expect(JSON.parse(printable(`${JSON.stringify(result)}\n`))).toEqual(result)
})

test('lines, tables, progress and headings are printed as they are', () => {
  for (const text of ['a\tb\nc\n', '\rReading: 5\r', '\u001b[1mUsage:\u001b[22m\n', 'Müller 王 😀 e\u0301\n'])
    expect(printable(text)).toBe(text)
})
