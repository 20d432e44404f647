import { join } from 'node:path'
import { atLeast, atMost, median, perSecond, toKnow, type Line } from '../bench-running/lines.ts'
import type { PassTimes } from './pass.ts'
import { runInspect, runPass, runRole, runStages, type Inspected, type Taken } from './processes.ts'
import { mustBeAll, type RoleName } from './roles.ts'
import { writeDatabase, writeLdif, writeWorkbook } from './write-forms.ts'
import { writeCsv, writeJson, writeNdjson, writeSql } from './write-exports.ts'
import { writeTable } from './write-table.ts'
import { eachStage, stages, type StageTimes } from './stages.ts'
import { passwordVariable } from './postgres-roles.ts'
import { noPostgres, startPostgres } from '../../test/support/servers/postgres-server.ts'

export const partNames = [
  'csv',
  'json',
  'ndjson',
  'ldif',
  'sql',
  'sqlite',
  'xlsx',
  'postgresql',
  'way',
  'pass',
  'memory',
  'hashes',
] as const
export type PartName = (typeof partNames)[number]

/** The tools that the parts are measured with. */
export type Bench = {
  /** This very program, which plays the roles, and the command line as it is built. */
  readonly program: string
  readonly cli: string
  readonly folder: string
  readonly users: number
  readonly rounds: number
  readonly seed: number
}

export type Part = (bench: Bench) => AsyncGenerator<Line | string>

async function* csv(bench: Bench): AsyncGenerator<Line | string> {
  const file = join(bench.folder, 'users.csv')
  await writeCsv(file, bench.users, bench.seed)
  const turns = await takeTurns(bench, file, ['planned', 'csvParse', 'bareSqlite'])
  const { times, inspect } = turns
  const [parser, sqlite] = [median(times.csvParse ?? []), median(times.bareSqlite ?? [])]
  const [name, role] =
    parser > sqlite ? (['csv-parse', 'csvParse'] as const) : (['a bare SQLite table', 'bareSqlite'] as const)
  const others = `csv-parse ${rate(bench, parser)}, bare SQLite table ${rate(bench, sqlite)}`
  const app = median(times.planned ?? [])
  yield atLeast(`CSV to planned rows : ${name}`, shareOf(turns, role), 0.5, `${rate(bench, app)}; ${others}`)
  yield processorTime(bench, turns, role, name)
  yield wholeProcess(bench, median(inspect), Math.max(parser, sqlite))
}

async function* json(bench: Bench): AsyncGenerator<Line | string> {
  const file = join(bench.folder, 'users.json')
  await writeJson(file, bench.users, bench.seed)
  const turns = await takeTurns(bench, file, ['planned', 'streamParser', 'jsonParse'])
  const { times, inspect } = turns
  const parser = median(times.streamParser ?? [])
  const app = median(times.planned ?? [])
  const name = '@streamparser/json'
  const figures = `${rate(bench, app)}; ${name} ${rate(bench, parser)}`
  yield atLeast(`JSON array to planned rows : ${name}`, shareOf(turns, 'streamParser'), 0.5, figures)
  yield processorTime(bench, turns, 'streamParser', name)
  yield wholeProcess(bench, median(inspect), parser)
  yield `JSON.parse of the whole text at once, which needs it in memory: ${rate(bench, median(times.jsonParse ?? []))}`
}

/** The speed of the app as a share of another's. Within a round both meet the same machine, whose speed may change from minute to minute. */
function shareOf({ times }: Turns, role: RoleName): number {
  const others = times[role] ?? []
  return median((times.planned ?? []).map((app, round) => (others[round] ?? 0) / app))
}

/** For comparison with other forms, and with an hour in which the machine was slower. */
function processorTime({ users }: Bench, { cpu }: Turns, role: RoleName, name: string): string {
  const each = (of: RoleName) => micro((median(cpu[of] ?? []) * 1000) / users)
  return `processor time for a user: ${each('planned')}, ${name} ${each(role)}`
}

/** A form of file against what reads it alone, and the memory it takes. */
function form(
  name: string,
  write: (path: string, count: number, seed: number) => Promise<void>,
  [role, other]: readonly [RoleName, string],
  most = Infinity,
): Part {
  return async function* formPart(given) {
    const bench = { ...given, users: Math.min(given.users, most) }
    const file = join(bench.folder, `users.${name.toLowerCase()}`)
    await write(file, bench.users, bench.seed)
    const { times, cpu, inspect, memory: peaks } = await takeTurns(bench, file, ['planned', role])
    const [app, alone] = [median(times.planned ?? []), median(times[role] ?? [])]
    const whole = [median(cpu.planned ?? []), median(cpu[role] ?? [])] as const
    if (bench.users === given.users) yield ownTime(name, bench, whole[0], [whole[1], other])
    else {
      // Of fewer users than are asked for, what a process takes to start would count more than of a million.
      const few = { ...bench, users: Math.ceil(bench.users / 4) }
      await write(file, few.users, few.seed)
      const { cpu: fewCpu } = await takeTurns(few, file, ['planned', role])
      const more = { ...bench, users: bench.users - few.users }
      const [own, driver] = [whole[0] - median(fewCpu.planned ?? []), whole[1] - median(fewCpu[role] ?? [])]
      yield ownTime(name, more, own, [driver, other])
      const start = (all: number, ofMore: number) => all - (ofMore * bench.users) / more.users
      yield `without the start, by ${count(few.users)} users: ${seconds(start(whole[0], own))}, ${other} ${seconds(start(whole[1], driver))}`
    }
    yield `${rate(bench, app)}; ${other} ${rate(bench, alone)}: ${(alone / app).toFixed(2)}; ${count(bench.users)} users`
    yield wholeProcess(bench, median(inspect), alone)
    yield belowMemory(`peak memory, ${name}`, Math.max(...peaks))
  }
}

/** The most processor time of both threads for a user, above that of reading the form alone. */
const maxCpuMicroseconds = 14

/** Processor time, which other programs on the machine change far less than the time that goes by. */
function ownTime(name: string, { users }: Bench, app: number, [alone, other]: readonly [number, string]): Line {
  const [own, whole, driver] = [app - alone, app, alone].map((ms) => (ms * 1000) / users)
  return {
    what: `${name} to planned rows, own processor time for a user`,
    figures: `${micro(own)}  (${micro(whole)}, ${other} ${micro(driver)})`,
    target: `<= ${maxCpuMicroseconds} µs`,
    reached: (own ?? Infinity) <= maxCpuMicroseconds,
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`
}

function micro(value = 0): string {
  return `${value.toFixed(1)} µs`
}

function belowMemory(what: string, peak: number): Line {
  return { what, figures: mib(peak), target: '< 400 MiB', reached: peak < 400 }
}

const ndjson = form('NDJSON', writeNdjson, ['jsonLines', 'lines by JSON.parse'])
const sql = form('SQL', writeSql, ['plainLines', 'lines of text'])
const ldif = form('LDIF', writeLdif, ['plainLines', 'lines of text'])
const sqlite = form('SQLite', writeDatabase, ['driverRows', 'the driver'])
const xlsx = form('XLSX', writeWorkbook, ['saxEvents', 'yauzl and sax'], 100_000)

/** A table of a server that the bench starts itself, fetched into a file and read, against the driver alone. */
async function* postgresql(bench: Bench): AsyncGenerator<Line | string> {
  if (noPostgres !== null) {
    yield `PostgreSQL to planned rows: not measured. ${noPostgres}.`
    return
  }
  const { program, users, rounds, seed } = bench
  const server = await startPostgres()
  try {
    process.env[passwordVariable] = server.password
    await writeTable(server.sql, users, seed)
    const order = { file: String(server.port), users, seed }
    const driver: Taken[] = []
    const app: Taken[] = []
    for (let round = 0; round < rounds; round += 1) {
      driver.push(await runRole(program, 'postgresRows', order))
      app.push(await runRole(program, 'fetched', order))
    }
    const [alone, ours] = [driver, app].map((taken) => median(taken.map(({ ms }) => ms)))
    const [driverCpu, cpu] = [driver, app].map((taken) => median(taken.map(({ cpuMs }) => cpuMs)))
    yield ownTime('PostgreSQL', bench, cpu ?? 0, [driverCpu ?? 0, 'pg'])
    yield `${rate(bench, ours ?? 0)}; pg ${rate(bench, alone ?? 0)}; ${count(users)} users`
    yield belowMemory('peak memory, PostgreSQL', Math.max(...app.map(({ mib: peak }) => peak)))
  } finally {
    await server.stop()
  }
}

/** The stages from a chosen file to a usable Review, each against csv-parse on the same file. */
async function* stagesToReview(bench: Bench): AsyncGenerator<Line | string> {
  const file = join(bench.folder, 'stages.csv')
  await writeCsv(file, bench.users, bench.seed)
  const rounds: StageTimes[] = []
  for (let round = 0; round < bench.rounds; round += 1) {
    rounds.push(await runStages(bench.program, { file, users: bench.users, seed: bench.seed }))
  }
  const took = eachStage(rounds)
  const whole = stages.reduce((sum, stage) => sum + took[stage], 0)
  const each = (part: keyof StageTimes) => micro((took[part] * 1000) / bench.users)
  for (const stage of stages) {
    const share = `${((took[stage] / whole) * 100).toFixed(0)} % of all; ${each(stage)} for a user`
    yield toKnow(`stages, ${stage} : csv-parse`, took[stage] / took.parser, share)
  }
  for (const [part, what] of Object.entries(plannedAgain) as [keyof typeof plannedAgain, string][]) {
    yield atMost(`stages, planned again after ${what} : read the first time`, took[part] / whole, 0.33, each(part))
  }
}

const plannedAgain = {
  replanTenth: 'a decision about a tenth',
  replanMajority: 'a decision about three of five',
  replanCore: 'a core of the same interface',
  replanAll: 'what may change any plan and changes none',
  replanInterface: 'a core of another interface',
} as const

/** A pass over users who are all as before, from a file and from a server. */
async function* pass(bench: Bench): AsyncGenerator<Line | string> {
  const { program, users, rounds, seed } = bench
  const file = join(bench.folder, 'pass.csv')
  await writeCsv(file, users, seed)
  const { mib: reading } = await runRole(program, 'planned', { file, users, seed })
  const inFile = await runPass(program, file, rounds)
  yield* ofPass('file', bench, inFile)
  yield atMost('peak memory, pass : first reading', inFile.mib / reading, 1.3, mib(inFile.mib))
  if (noPostgres !== null) {
    yield `pass over a table of PostgreSQL: not measured. ${noPostgres}.`
    return
  }
  const server = await startPostgres()
  try {
    process.env[passwordVariable] = server.password
    await writeTable(server.sql, users, seed)
    yield* ofPass('table of PostgreSQL', bench, await runPass(program, String(server.port), rounds))
  } finally {
    await server.stop()
  }
}

function* ofPass(what: string, { users }: Bench, { first, read, pass: ms, listed }: PassTimes): Generator<Line> {
  // Records without any login are none.
  if (listed < users * 0.9 || listed > users) throw new Error(`${listed} users of ${users}`)
  const each = (all: number) => micro((all * 1000) / users)
  const figures = `${each(ms)} for a user, ${each(read)} read, ${each(first)} the first time`
  yield atMost(`pass over unchanged users of a ${what} : reading them`, ms / read, 1.3, figures)
}

async function* memory(bench: Bench): AsyncGenerator<Line | string> {
  for (const [name, write] of [['csv', writeCsv] as const, ['json', writeJson] as const]) {
    const few = Math.ceil(bench.users / 10)
    const large = join(bench.folder, `many.${name}`)
    const small = join(bench.folder, `few.${name}`)
    await write(large, bench.users, bench.seed)
    await write(small, few, bench.seed)
    const most: number[] = []
    const least: number[] = []
    for (let round = 0; round < bench.rounds; round += 1) {
      least.push((await inspected(bench, small, few)).mib)
      most.push((await inspected(bench, large, bench.users)).mib)
    }
    const figures = `${mib(median(most))} for ${count(bench.users)} users, ${mib(median(least))} for ${count(few)}`
    yield atMost(`peak memory, ${name}`, median(most) / median(least), 1.3, figures)
    yield belowMemory(`peak memory, ${name}`, Math.max(...most))
  }
}

async function* hashes(bench: Bench): AsyncGenerator<Line | string> {
  const order = { file: '', users: Math.min(bench.users, 200_000), seed: bench.seed }
  const rates: number[] = []
  for (let round = 0; round < bench.rounds; round += 1) {
    const { ms } = await runRole(bench.program, 'hashes', order)
    rates.push((order.users * 1000) / ms)
  }
  const reached = median(rates) >= 1_000_000
  yield { what: 'hash verdicts on one core', figures: perSecond(median(rates)), target: '>= 1,000,000/s', reached }
}

export const parts: { readonly [P in PartName]: Part } = {
  csv,
  json,
  ndjson,
  ldif,
  sql,
  sqlite,
  xlsx,
  postgresql,
  way: stagesToReview,
  pass,
  memory,
  hashes,
}

type ByRole = { readonly [R in RoleName]?: readonly number[] }

/** Milliseconds that went by, and of processor time. */
type Turns = {
  readonly times: ByRole
  readonly cpu: ByRole
  readonly inspect: readonly number[]
  readonly memory: readonly number[]
}

/** A B C A B C: whatever else the machine does meets all of them. */
async function takeTurns(bench: Bench, file: string, others: readonly RoleName[]): Promise<Turns> {
  const inspect: number[] = []
  const peaks: number[] = []
  const taken = new Map<RoleName, Taken[]>(others.map((role) => [role, []]))
  const { users, seed } = bench
  for (let round = 0; round < bench.rounds; round += 1) {
    for (const [role, all] of taken) {
      const what = role === 'bareSqlite' ? join(bench.folder, 'bare.sqlite') : file
      all.push(await runRole(bench.program, role, { file: what, users, seed }))
    }
    const { ms, mib: peak } = await inspected(bench, file, users)
    inspect.push(ms)
    peaks.push(peak)
  }
  const each = (of: (one: Taken) => number): ByRole =>
    Object.fromEntries([...taken].map(([role, all]) => [role, all.map(of)]))
  return { times: each(({ ms }) => ms), cpu: each(({ cpuMs }) => cpuMs), inspect, memory: peaks }
}

async function inspected({ cli }: Bench, file: string, users: number): Promise<Inspected> {
  const taken = await runInspect(cli, file)
  mustBeAll(taken.records, users)
  return taken
}

/** For comparison: no user waits for less. */
function wholeProcess(bench: Bench, ms: number, other: number): string {
  const ratio = (other / ms).toFixed(2)
  return `the command inspect, from its start to its end, counts printed and document removed: ${ratio} (${rate(bench, ms)})`
}

function rate({ users }: Bench, ms: number): string {
  return perSecond((users * 1000) / ms)
}

function count(users: number): string {
  return users.toLocaleString('en')
}

function mib(value: number): string {
  return `${Math.round(value)} MiB`
}
