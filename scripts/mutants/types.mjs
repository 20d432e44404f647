// Asks the compiler whether a mutant is a program at all, in a copy of the sources; only what has changed is checked again.
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const left = new Set(['node_modules', 'dist', 'release', 'test-results', '.git'])

export function createTypes(root, copy) {
  mkdirSync(join(copy, 'node_modules'), { recursive: true })
  for (const name of readdirSync(root)) {
    if (!left.has(name)) cpSync(join(root, name), join(copy, name), { recursive: true })
  }
  // The compiler's cache of the copy is its own.
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (!name.startsWith('.'))
      symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name), 'junction')
  }
  const agree = () => {
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const child = spawn(process.execPath, [tsc, '-b', 'test'], { cwd: copy, stdio: 'ignore' })
    const onExit = () => child.kill('SIGKILL')
    process.prependOnceListener('exit', onExit)
    return new Promise((settle) => {
      child.on('close', (code) => {
        process.off('exit', onExit)
        settle(code === 0)
      })
    })
  }
  return {
    agree,
    agreeWith: async ({ file, start, end, text }, source) => {
      writeFileSync(join(copy, file), source.slice(0, start) + text + source.slice(end))
      try {
        return await agree()
      } finally {
        writeFileSync(join(copy, file), source)
      }
    },
  }
}
