import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeDocument, openForReading } from '../../../electron/engine/document/open-document.ts'
import { desktopMissing } from '../../e2e/hosts/desktop-host.ts'
import { makeDocument } from './make-document.ts'
import { measureDesk, type Measured } from './measure-queries.ts'

/** A million against ten thousand; `--users N`: N against a tenth of it. */
const usual = { few: 10_000, many: 1_000_000 }

type Line = { readonly what: string; readonly figure: string; readonly target: string; readonly met: boolean }

/** Measures, prints every figure beside its target, and answers the exit code. */
export async function benchQueries(args: readonly string[]): Promise<number> {
  const missing = desktopMissing()
  if (missing !== null) {
    print(`The tables were not measured: ${missing}.`)
    return 1
  }
  const sizes = sizesOf(args)
  if (sizes === null) {
    print('npm run bench:desk -- [--fresh] [--users N], with N a multiple of 100,000')
    return 2
  }
  const { few, many } = sizes
  const folder = process.env['BENCH_FOLDER'] ?? join(tmpdir(), 'user-migration-bench-queries')
  const [small, large] = [await documentOf(folder, few, args), await documentOf(folder, many, args)]
  print(
    `This process gets ${percent(processorShare())} of a processor. Far from all of it, other programs have a part in every figure.`,
  )
  const little = await measureDesk(small, few, false)
  const much = await measureDesk(large, many, true)
  for (const { users, firstPages, questions, scrolling } of [little, much]) {
    const slowest = questions.toSorted((a, b) => b.ms - a.ms).slice(0, 5)
    print(
      `${number(users)} users: ${percent(scrolling.dropped / scrolling.frames)} of frames dropped, first pages ${firstPages.map(Math.round).join(', ')} ms`,
    )
    print(
      `  slowest of ${questions.length}: ${slowest.map(({ what, ms }) => `${what} ${Math.round(ms)} ms`).join('; ')}`,
    )
  }
  const lines = judge(little, much)
  for (const { what, figure, target, met } of lines) {
    print(`${met ? 'met   ' : 'MISSED'}  ${what.padEnd(58)} ${figure.padStart(16)}   ${target}`)
  }
  return lines.every(({ met }) => met) ? 0 : 1
}

function sizesOf(args: readonly string[]): typeof usual | null {
  const at = args.indexOf('--users')
  if (at === -1) return usual
  const many = Number(args[at + 1])
  return Number.isInteger(many) && many > 0 && many % 100_000 === 0 ? { few: many / 10, many } : null
}

function judge(little: Measured, much: Measured): readonly Line[] {
  const first = median(much.firstPages) / median(little.firstPages)
  const slow = quantile(
    much.questions.map(({ ms }) => ms),
    0.95,
  )
  const filters = filterRatio(little, much)
  const dropped = much.scrolling.dropped / much.scrolling.frames
  const heap = much.heap / little.heap
  const { sending } = much
  const atEnd = much.scrolling.lastRow === String(much.users - 1)
  return [
    line(
      `first page, against that of ${number(little.users)} users`,
      `${first.toFixed(2)} times`,
      'at most 1.5',
      first <= 1.5,
    ),
    much.users > usual.many
      ? line(
          `a filter, against ${number(little.users)} users`,
          `${filters.toFixed(2)} times`,
          'at most 3',
          filters <= 3,
        )
      : line('a filter or sort, 95th percentile', `${Math.round(slow)} ms`, 'at most 300 ms', slow <= 300),
    line('frames dropped, scrolling from end to end', percent(dropped), 'at most 2 %', dropped <= 0.02),
    line('the last user is there at the end', atEnd ? 'yes' : 'no', 'yes', atEnd),
    line(
      `the renderer's heap, against that of ${number(little.users)} users`,
      `${heap.toFixed(2)} times`,
      'at most 1.2',
      heap <= 1.2,
    ),
    line(
      'progress messages in a second',
      `${sending?.messages ?? 0}`,
      '1 to 10',
      within(sending?.messages ?? 0, 1, 10),
    ),
    line(
      'longest task while a run goes on',
      `${Math.round(sending?.longestProcessorTime ?? 0)} ms (${Math.round(sending?.longest ?? 0)} ms with waiting)`,
      'at most 50 ms of the processor',
      (sending?.longestProcessorTime ?? 99) <= 50,
    ),
  ]
}

/** The median of all filters by state and kind: how many times longer each takes. */
function filterRatio(little: Measured, much: Measured): number {
  const before = new Map(little.questions.map(({ what, ms }) => [what, ms]))
  const isFilter = ({ what }: { readonly what: string }) => /^(?:state|filter) /.test(what)
  return median(much.questions.filter(isFilter).map(({ what, ms }) => ms / (before.get(what) ?? ms)))
}

function line(what: string, figure: string, target: string, met: boolean): Line {
  return { what, figure, target, met }
}

/** How much of a processor is left for one that wants all of it. */
function processorShare(): number {
  const start = performance.now()
  const before = process.cpuUsage()
  while (performance.now() - start < 500);
  const { user, system } = process.cpuUsage(before)
  return Math.min((user + system) / 1000 / (performance.now() - start), 1)
}

/** Made anew unless this build can open the one from before; `--fresh` makes it anew in any case. */
async function documentOf(folder: string, users: number, args: readonly string[]): Promise<string> {
  const path = join(folder, `bench-${users}.migration`)
  if (existsSync(path) && !args.includes('--fresh')) {
    // The app would show why it cannot open it, and the bench would wait for a step that never comes.
    const kept = openForReading(path, { pages: false })
    if (kept.ok) {
      closeDocument(kept.value)
      return path
    }
    print(kept.error.message)
  }
  print(`Making a document of ${number(users)} users in ${folder}`)
  return makeDocument(folder, users)
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(Math.ceil(sorted.length * part) - 1, 0)] ?? 0
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

function within(value: number, least: number, most: number): boolean {
  return value >= least && value <= most
}

function number(value: number): string {
  return value.toLocaleString('en')
}

function percent(part: number): string {
  return `${(part * 100).toFixed(1)} %`
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
