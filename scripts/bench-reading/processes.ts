import { spawn } from 'node:child_process'
import { passSchema, type PassTimes } from './pass.ts'
import type { RoleName, RoleOrder } from './roles.ts'
import { stagesSchema, type StageTimes } from './stages.ts'

/** Time and memory of one process. */
export type Taken = {
  readonly ms: number
  /** Processor time of all its threads, milliseconds; of a role, without the start of its process. */
  readonly cpuMs: number
  /** The most memory it had at once, MiB. */
  readonly mib: number
}

/** Runs a role in a process of its own; times are those it says of itself. */
export async function runRole(program: string, role: RoleName, order: RoleOrder): Promise<Taken> {
  const { file, users, seed } = order
  const args = [program, '--as', role, '--file', file, '--users', String(users), '--seed', String(seed)]
  const { out, mib } = await run(args)
  const [ms, cpuMs] = out.split(' ').map(Number)
  return { ms: ms ?? 0, cpuMs: cpuMs ?? 0, mib }
}

/** Measures the stages, in a process of its own. */
export async function runStages(program: string, { file, users, seed }: RoleOrder): Promise<StageTimes> {
  const { out } = await run([
    program,
    '--as',
    'stages',
    '--file',
    file,
    '--users',
    String(users),
    '--seed',
    String(seed),
  ])
  return stagesSchema.parse(JSON.parse(out))
}

/** Measures a pass over unchanged users, in a process of its own. */
export async function runPass(
  program: string,
  file: string,
  rounds: number,
): Promise<PassTimes & { readonly mib: number }> {
  const { out, mib } = await run([program, '--as', 'pass', '--file', file, '--rounds', String(rounds)])
  return { ...passSchema.parse(JSON.parse(out)), mib }
}

export type Inspected = Omit<Taken, 'cpuMs'> & { readonly records: number }

/** Runs `inspect` of the command line; `ms` is from its start to its end, with everything that a process costs. */
export async function runInspect(cli: string, file: string): Promise<Inspected> {
  const since = performance.now()
  const { out, mib } = await run([cli, 'inspect', file, '--json'])
  const ms = performance.now() - since
  const found: unknown = JSON.parse(out)
  const records = typeof found === 'object' && found !== null && 'records' in found ? Number(found.records) : 0
  return { ms, mib, records }
}

/** Loaded into each process: says at its end how much memory it had at most, in KiB. */
const tellPeak = `data:text/javascript,${encodeURIComponent(`
  import { existsSync, readFileSync, writeSync } from 'node:fs'
  import { isMainThread } from 'node:worker_threads'
  const status = '/proc/self/status'
  const peak = () => existsSync(status)
    ? /VmHWM:\\s+(\\d+)/.exec(readFileSync(status, 'utf8'))[1]
    : String(process.resourceUsage().maxRSS)
  if (isMainThread) process.on('exit', () => writeSync(3, peak()))
`)}`

function run(args: readonly string[]): Promise<{ readonly out: string; readonly mib: number }> {
  const child = spawn(process.execPath, ['--import', tellPeak, ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  })
  let out = ''
  let peak = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stdio[3]?.on('data', (text: Buffer) => (peak += text.toString()))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve({ out, mib: Number(peak) / 1024 })
      else reject(new Error(`${args[0] ?? ''} ended with ${code}`))
    })
  })
}
