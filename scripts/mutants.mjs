// npm run mutants -- FILE...: puts small faults into a copy of the project, one at a time, and tells which of them neither a
// test nor the types notice.
import { spawn } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix, relative, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import './installed.mjs'

const { mutantsOf } = await import('./mutants/operators.mjs')
const { reachOf } = await import('./mutants/reach.mjs')

const root = join(import.meta.dirname, '..')
const usage = `npm run mutants -- [options] FILE|FOLDER|FILE:LINE...
  --count N   how many mutants, the same number of each argument (60)
  --seed N    which ones; printed, so that a run can be repeated
  --tests N   at most N test files for each mutant, those nearest to it (all that reach it)
  --seconds N at most N seconds of test files for each mutant, those nearest to it (all)
  --min N     exit 1 when fewer percent are killed
  --list      print the mutants, run nothing`

const { values, positionals } = readArguments()
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9))
const reach = reachOf(root)
const sample = sampleOf(positionals.map(mutantsIn))
const tally = new Map()

console.log(`${sample.length} mutants, seed ${seed}`)
if (values.list) {
  for (const mutant of sample) console.log(describe(mutant))
} else {
  const copy = copyOfTree()
  process.on('exit', () => rmSync(copy, { recursive: true, force: true, maxRetries: 5 }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130))
  const unmutated = await measure(copy)
  if (!(await typesAgree(copy))) throw new Error('The types do not agree without a mutant: npm run types')
  for (const mutant of sample) {
    const verdict = await judge(copy, mutant, unmutated)
    count(mutant.room, verdict)
    if (verdict !== 'killed') console.log(`${verdict}: ${describe(mutant)}`)
  }
  const score = printTable()
  if (score < Number(values.min ?? 0)) process.exit(1)
}

function readArguments() {
  try {
    const parsed = parseArgs({
      allowPositionals: true,
      options: {
        count: { type: 'string', default: '60' },
        seed: { type: 'string' },
        tests: { type: 'string', default: 'Infinity' },
        seconds: { type: 'string', default: 'Infinity' },
        min: { type: 'string' },
        list: { type: 'boolean', default: false },
      },
    })
    if (parsed.positionals.length > 0) return parsed
  } catch (error) {
    console.error(error.message)
  }
  console.error(usage)
  process.exit(2)
}

/** The mutants in a file, in a line of one (`FILE:LINE`), or in all files of a folder. */
function mutantsIn(argument) {
  const [, name, line] = /^(.*?)(?::(\d+))?$/.exec(argument)
  const path = resolve(process.env.INIT_CWD ?? '.', name)
  const files = statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true }).map((file) => join(path, file))
    : [path]
  return files
    .filter((file) => /(?<!\.d)\.tsx?$/.test(file))
    .toSorted()
    .flatMap((file) => {
      const inTree = relative(root, file).split(sep).join(posix.sep)
      return mutantsOf(inTree, readFileSync(file, 'utf8')).map((mutant) => ({ ...mutant, file: inTree, room: name }))
    })
    .filter((mutant) => line === undefined || mutant.line === Number(line))
}

function sampleOf(groups) {
  const random = mulberry32(seed)
  const each = Math.ceil(Number(values.count) / groups.length)
  return groups.flatMap((group) =>
    group
      .map((mutant) => [random(), mutant])
      .toSorted(([a], [b]) => a - b)
      .slice(0, each)
      .map(([, mutant]) => mutant),
  )
}

/** Numbers from 0 to 1, the same for the same seed. */
function mulberry32(start) {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** All sources, with the installed packages linked: caches of the copy are its own. */
function copyOfTree() {
  const copy = mkdtempSync(join(tmpdir(), 'mutants-'))
  const left = new Set(['node_modules', 'dist', 'release', 'test-results', '.git'])
  for (const name of readdirSync(root)) {
    if (!left.has(name)) cpSync(join(root, name), join(copy, name), { recursive: true })
  }
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name.startsWith('.') && name !== '.bin') continue
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name), 'junction')
  }
  return copy
}

function testsOf({ file }) {
  return reach(file).slice(0, Number(values.tests))
}

/** Seconds that each test file takes without a mutant; those that fail in the copy are left out. */
async function measure(copy) {
  const files = [...new Set(sample.flatMap(testsOf))]
  if (files.length === 0) return new Map()
  const output = join(copy, 'node_modules', '.report.json')
  await vitest(copy, files, { seconds: 3600, more: ['--reporter=json', `--outputFile=${output}`] })
  const { testResults } = JSON.parse(readFileSync(output, 'utf8'))
  const seconds = new Map()
  for (const { name, status, startTime, endTime } of testResults) {
    const file = relative(copy, name).split(sep).join(posix.sep)
    if (status === 'passed') seconds.set(file, (endTime - startTime) / 1000)
    else console.log(`left out, as it fails without a mutant: ${file}`)
  }
  console.log(`${seconds.size} test files take ${Math.round(sum(seconds.values()))} s without a mutant`)
  return seconds
}

/**
 * Runs the tests that reach a mutant, the fastest first, in three goes: most mutants are noticed within seconds. Types are
 * checked last: that takes longer than most tests.
 */
async function judge(copy, mutant, unmutated) {
  const tests = fastest(testsOf(mutant), unmutated)
  if (tests.length === 0) return 'unreached'
  const path = join(copy, mutant.file)
  const source = readFileSync(path, 'utf8')
  writeFileSync(path, source.slice(0, mutant.start) + mutant.text + source.slice(mutant.end))
  try {
    for (const files of inGoes(tests, unmutated)) {
      const seconds = 30 + 4 * sum(files.map((file) => unmutated.get(file)))
      const code = await vitest(copy, files, { seconds, more: ['--bail=1'] })
      if (code === null) return 'timed out'
      if (code !== 0) return 'killed'
    }
    return (await typesAgree(copy)) ? 'survived' : 'refused'
  } finally {
    writeFileSync(path, source)
  }
}

/** The nearest of those that pass without a mutant, up to the limit of seconds, the fastest first. */
function fastest(files, unmutated) {
  let seconds = 0
  return files
    .filter((file) => unmutated.has(file) && (seconds += unmutated.get(file)) <= Number(values.seconds))
    .toSorted((a, b) => unmutated.get(a) - unmutated.get(b))
}

function inGoes(files, unmutated) {
  const goes = [[], [], []]
  let seconds = 0
  for (const file of files) {
    seconds += unmutated.get(file)
    goes[seconds < 2 ? 0 : seconds < 15 ? 1 : 2].push(file)
  }
  return goes.filter((go) => go.length > 0)
}

function vitest(copy, files, { seconds, more }) {
  const args = [bin('vitest', 'vitest.mjs'), 'run', '--experimental.fsModuleCache', ...more, ...files]
  return run(copy, args, seconds)
}

/** Whether the types of the copy agree: the second time, only what has changed is checked again. */
async function typesAgree(copy) {
  return (await run(copy, [bin('typescript', 'bin/tsc'), '-b', 'test'], 600)) === 0
}

function bin(name, path) {
  return join(root, 'node_modules', name, path)
}

/** Runs a program in the copy; answers its exit code, null when it took longer than `seconds`. */
function run(copy, args, seconds) {
  const child = spawn(process.execPath, args, {
    cwd: copy,
    stdio: 'ignore',
    detached: process.platform !== 'win32',
  })
  const end = () => {
    if (child.pid === undefined) return
    try {
      process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
  process.once('exit', end)
  let late = false
  const limit = setTimeout(() => {
    late = true
    end()
  }, seconds * 1000)
  return new Promise((settle) => {
    child.on('close', (code) => {
      clearTimeout(limit)
      process.off('exit', end)
      settle(late ? null : code)
    })
  })
}

function describe({ file, line, start, end, operator, text }) {
  const was = readFileSync(join(root, file), 'utf8').slice(start, end)
  const short = (piece) => piece.replaceAll(/\s+/g, ' ').slice(0, 60)
  return `${file}:${line} ${operator}: ${short(was)} => ${short(text)}`
}

function count(room, verdict) {
  const row = tally.get(room) ?? noVerdicts()
  row[verdict] += 1
  tally.set(room, row)
}

/** Prints a row for each argument and their sum; answers the percentage that was noticed. */
function printTable() {
  const whole = noVerdicts()
  for (const row of tally.values()) for (const verdict of Object.keys(whole)) whole[verdict] += row[verdict]
  const rows = [...tally, ['all', whole]].map(([room, row]) => ({
    room,
    mutants: sum(Object.values(row)),
    ...row,
    score: `${percent(row)} %`,
  }))
  const names = Object.keys(rows[0])
  const widths = names.map((name) => Math.max(name.length, ...rows.map((row) => String(row[name]).length)))
  const line = (cells) =>
    cells.map((cell, index) => String(cell)[index === 0 ? 'padEnd' : 'padStart'](widths[index])).join('  ')
  for (const cells of [names, ...rows.map((row) => Object.values(row))]) console.log(line(cells))
  return percent(whole)
}

function noVerdicts() {
  return { killed: 0, 'timed out': 0, survived: 0, unreached: 0, refused: 0 }
}

/** How many percent were noticed. Mutants that the types refuse are no program, so they do not count. */
function percent(row) {
  const all = sum(Object.values(row)) - row.refused
  return all === 0 ? 100 : Math.floor(((row.killed + row['timed out']) / all) * 1000) / 10
}

function sum(numbers) {
  return [...numbers].reduce((total, number) => total + number, 0)
}
