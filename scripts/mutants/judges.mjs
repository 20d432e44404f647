// Starts the processes that judge mutants and ends the one that hangs: the mutant in it is noticed by that.
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { boardIn } from './board.mjs'

const root = join(import.meta.dirname, '../..')
const vitest = join(root, 'node_modules/vitest/vitest.mjs')

/** Judges `mutants`, which have `id`, `file` and `tests`; answers the entries of the board. */
export async function judge({ folder, tests, mutants, sources, seconds, seed, onProgress }) {
  const board = boardIn(folder)
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary)
  // Servers of tests run as another account.
  chmodSync(folder, 0o711)
  board.putWork({ tests, mutants, sources })
  const count = Math.min(4, availableParallelism(), tests.length)
  const progress = setInterval(() => onProgress(board.entries()), 30_000)
  await Promise.all(Array.from({ length: count }, (_, index) => worker(String(index))))
  clearInterval(progress)
  return board.entries()

  /** Starts a process again, which takes the next file of tests, as often as it is ended. */
  async function worker(name) {
    let lastEnded
    for (;;) {
      board.clearNow(name)
      const child = start(name)
      let hangs = false
      const watchdog = setInterval(() => {
        const now = board.now(name)
        if (now === null || Date.now() <= now.until) return
        hangs = true
        end(child)
      }, 500)
      const onExit = () => end(child)
      process.prependOnceListener('exit', onExit)
      await new Promise((settle) => child.on('close', settle))
      process.off('exit', onExit)
      clearInterval(watchdog)
      const left = board.now(name)
      if (left === null) return
      const by = hangs ? 'the process hangs' : 'the process ends'
      // Without a mutant it is the file itself: its claim stays.
      if (left.id === undefined) board.record({ test: left.test, failure: by })
      else {
        // A process can be ended from outside; one that ends again is ended by the mutant.
        if (hangs || left.id === lastEnded) board.record({ ...left, verdict: hangs ? 'timed out' : 'killed', by })
        lastEnded = left.id
        board.unclaim(left.test)
      }
    }
  }

  function start(name) {
    const env = {
      ...process.env,
      MUTANTS_FOLDER: folder,
      MUTANTS_WORKER: name,
      MUTANTS_SECONDS: String(seconds),
      TEST_SEED: String(seed),
      TMPDIR: temporary,
    }
    return spawn(process.execPath, [vitest, 'run', '--config', 'scripts/mutants/vitest.config.mjs'], {
      cwd: root,
      env,
      stdio: process.env.MUTANTS_OUTPUT === 'all' ? 'inherit' : 'ignore',
      detached: process.platform !== 'win32',
    })
  }
}

function end({ pid }) {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
