import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { printable } from './printable.ts'
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
  // Nobody could see what to type, and everybody what is typed.
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
