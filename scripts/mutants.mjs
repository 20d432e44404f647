// npm run mutants -- FILE...: puts small faults into the sources in memory, one at a time, and tells which of them neither a
// test nor the types notice.
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix, relative, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import './installed.mjs'

const { judge } = await import('./mutants/judges.mjs')
const { mutantsOf } = await import('./mutants/operators.mjs')
const { reachOf } = await import('./mutants/reach.mjs')
const { createTypes } = await import('./mutants/types.mjs')

const root = join(import.meta.dirname, '..')
const usage = `npm run mutants -- [options] FILE|FOLDER|FILE:LINE...
  --count N   how many mutants, the same number of each argument (60)
  --seed N    which ones; printed, so that a run can be repeated
  --tests N   at most N test files for each mutant, those nearest to it (50)
  --seconds N at most N seconds of tests of one file for each mutant, the fastest first (5)
  --min N     exit 1 when fewer percent are killed of any argument
  --list      print the mutants, run nothing`

const { values, positionals } = readArguments()
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9))
const reach = reachOf(root)
const sources = {}
const sample = sampleOf(positionals.map(mutantsIn))
const tally = new Map()

console.log(`${sample.length} mutants, seed ${seed}`)
if (values.list) {
  for (const mutant of sample) console.log(describe(mutant))
} else {
  const begun = Date.now()
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130))
  await judgeSample(folder)
  const score = printTable()
  console.log(`${Math.round((Date.now() - begun) / 1000)} s`)
  if (score < Number(values.min ?? 0)) process.exit(1)
}

/** Tests first; the types then judge what no test notices. */
async function judgeSample(folder) {
  const mutants = sample.map((mutant) => ({ ...mutant, tests: reach(mutant.file).slice(0, Number(values.tests)) }))
  const used = Object.fromEntries(mutants.map(({ file }) => [file, sources[file]]))
  const types = createTypes(root, join(folder, 'copy'))
  const [entries, agree] = await Promise.all([
    judge({
      folder,
      tests: nearestFirst(mutants),
      mutants,
      sources: used,
      seconds: values.seconds,
      seed,
      onProgress: (soFar) => console.log(progressOf(soFar)),
    }),
    types.agree(),
  ])
  if (!agree) throw new Error('The types do not agree without a mutant: npm run types')
  if (!entries.some(({ reached }) => reached))
    throw new Error('No test passes without a mutant: MUTANTS_OUTPUT=all shows why')
  for (const { test, failure } of entries)
    if (failure) console.log(`left out, as it fails without a mutant: ${test}: ${failure}`)
  console.log(progressOf(entries))
  const reached = new Set(entries.flatMap((entry) => entry.reached ?? []))
  const verdicts = new Map(entries.filter(({ verdict }) => verdict).map(({ id, verdict }) => [id, verdict]))
  for (const mutant of mutants) {
    const { id } = mutant
    const byTests = verdicts.get(id) ?? (reached.has(id) ? 'survived' : 'unreached')
    const verdict = verdicts.has(id) || (await types.agreeWith(mutant, sources[mutant.file])) ? byTests : 'refused'
    count(mutant.room, verdict)
    if (!verdicts.has(id)) console.log(`${verdict}: ${describe(mutant)}`)
  }
}

/** The files of tests that reach any mutant, by the smallest distance to one. */
function nearestFirst(mutants) {
  const ranks = new Map()
  for (const { tests } of mutants) {
    for (const [rank, test] of tests.entries()) ranks.set(test, Math.min(rank, ranks.get(test) ?? Infinity))
  }
  return [...ranks].toSorted(([, a], [, b]) => a - b).map(([test]) => test)
}

function progressOf(entries) {
  const judged = new Set(entries.filter(({ verdict }) => verdict).map(({ id }) => id))
  return `${judged.size} of ${sample.length} noticed by ${entries.filter(({ reached }) => reached).length} test files`
}

function readArguments() {
  try {
    const parsed = parseArgs({
      allowPositionals: true,
      options: {
        count: { type: 'string', default: '60' },
        seed: { type: 'string' },
        tests: { type: 'string', default: '50' },
        seconds: { type: 'string', default: '5' },
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
      sources[inTree] = readFileSync(file, 'utf8')
      return mutantsOf(inTree, sources[inTree]).map((mutant) => ({ ...mutant, file: inTree, room: name }))
    })
    .filter((mutant) => line === undefined || mutant.line === Number(line))
}

function sampleOf(groups) {
  const random = mulberry32(seed)
  const each = Math.ceil(Number(values.count) / groups.length)
  return groups
    .flatMap((group) =>
      group
        .map((mutant) => [random(), mutant])
        .toSorted(([a], [b]) => a - b)
        .slice(0, each)
        .map(([, mutant]) => mutant),
    )
    .map((mutant, id) => ({ ...mutant, id }))
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

function describe({ file, line, start, end, operator, text }) {
  const was = sources[file].slice(start, end)
  const short = (piece) => piece.replaceAll(/\s+/g, ' ').slice(0, 60)
  return `${file}:${line} ${operator}: ${short(was)} => ${short(text)}`
}

function count(room, verdict) {
  const row = tally.get(room) ?? noVerdicts()
  row[verdict] += 1
  tally.set(room, row)
}

/** Prints a row for each argument and their sum; answers the smallest percentage of an argument. */
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
  return Math.min(...[...tally.values()].map(percent))
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
