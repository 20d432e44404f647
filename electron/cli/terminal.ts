import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Io } from './io.ts'

/** The surroundings of a real process. */
export function processIo(signal: AbortSignal): Io {
  return {
    out: (text) => void process.stdout.write(printable(text)),
    err: (text) => void process.stderr.write(printable(text)),
    env: process.env,
    // npm runs scripts in the folder of the package; the caller's own is in INIT_CWD.
    cwd: process.env['INIT_CWD'] ?? process.cwd(),
    signal,
    ask: process.stdin.isTTY && process.stderr.isTTY ? ask : null,
    firstLine,
    colors: showsColors(),
  }
}

/** On a terminal, unless `NO_COLOR` is set (https://no-color.org). */
function showsColors(): boolean {
  const { NO_COLOR: refused = '', TERM: terminal } = process.env
  return process.stdout.isTTY && refused === '' && terminal !== 'dumb'
}

/** Longer lines are nothing that anybody types. */
const maxLine = 65_536

async function firstLine(): Promise<string | null> {
  // A prompt would be invisible, and the input visible.
  if (process.stdin.isTTY) return null
  let text = ''
  process.stdin.setEncoding('utf8')
  for await (const chunk of process.stdin) {
    text += String(chunk)
    if (text.includes('\n') || text.length > maxLine) break
  }
  const line = text.split('\n', 1)[0]?.replace(/\r$/, '') ?? ''
  return line === '' || line.length > maxLine ? null : line
}

async function ask(question: string, hidden: boolean): Promise<string> {
  process.stderr.write(printable(question))
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: hidden ? silent : process.stderr, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    if (hidden) process.stderr.write('\n')
  }
}

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
