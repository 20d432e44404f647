import { spawn } from 'node:child_process'

const program = `
let last = ''
const end = () => { process.stderr.write('HANG: ' + last + '\\n'); process.kill(Number(process.argv[1]), 'SIGKILL'); process.exit() }
let timer = setTimeout(end, 60000)
process.stdin.setEncoding('utf8').on('data', (text) => { last = text; clearTimeout(timer); timer = setTimeout(end, 60000) }).on('end', () => process.exit())
`

/**
 * Ends this process when it says nothing for a minute, naming what it said last: whatever hangs within SQLite or the file
 * system keeps every timer of this process from running.
 */
export function startWatchdog(): { readonly say: (what: string) => void; readonly stop: () => void } {
  const dog = spawn(process.execPath, ['-e', program, String(process.pid)], { stdio: ['pipe', 'ignore', 'inherit'] })
  return { say: (what) => void dog.stdin.write(`${what}\n`), stop: () => void dog.stdin.end() }
}
