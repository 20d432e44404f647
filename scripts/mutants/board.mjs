// The folder through which the processes of a run of mutants share their work: files to judge, claims on them, verdicts.
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export function boardIn(folder) {
  const verdictsFile = join(folder, 'verdicts.jsonl')
  const claimFile = (test) => join(folder, `${test.replaceAll('/', '+')}.claim`)
  const nowFile = (worker) => join(folder, `now-${worker}.json`)
  const read = (path) => JSON.parse(readFileSync(path, 'utf8'))
  return {
    /** `{ tests, mutants, sources }`: files of tests, mutants with `id`, `file` and `tests`, texts by path. */
    putWork: (work) => writeFileSync(join(folder, 'work.json'), JSON.stringify(work)),
    work: () => read(join(folder, 'work.json')),
    /** Whether this process is the first to take a file of tests. */
    claim: (test) => {
      try {
        writeFileSync(claimFile(test), '', { flag: 'wx' })
        return true
      } catch {
        return false
      }
    },
    unclaim: (test) => rmSync(claimFile(test), { force: true }),
    /** `{ id, test, verdict }`: a verdict; `{ reached, test }`: the mutants that the tests of a file reach. */
    record: (entry) => appendFileSync(verdictsFile, `${JSON.stringify(entry)}\n`),
    entries: () =>
      existsSync(verdictsFile)
        ? readFileSync(verdictsFile, 'utf8')
            .split('\n')
            .filter((line) => line !== '')
            .map((line) => JSON.parse(line))
        : [],
    /** The mutant and the tests that a process runs now, with a deadline for the watchdog. */
    setNow: (worker, now) => writeFileSync(nowFile(worker), JSON.stringify(now)),
    now: (worker) => {
      try {
        return read(nowFile(worker))
      } catch {
        return null
      }
    },
    clearNow: (worker) => rmSync(nowFile(worker), { force: true }),
  }
}
