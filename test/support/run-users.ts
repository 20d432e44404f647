import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { cli, type CliRun, type CliSurroundings } from './cli.ts'
import { folderWith, type MadeUpUser } from './made-up-csv.ts'
import { startCore } from './rehearsal.ts'

/** The sums of an undo that found no user. */
export const nothingUndone = {
  removed: 0,
  gone: 0,
  unconfirmed: 0,
  linked: 0,
  mismatched: 0,
  left: 0,
  failed: 0,
  stopped: null,
}

const reportRow = z.looseObject({
  kind: z.string(),
  file: z.string(),
  line: z.number(),
  sourceId: z.string().nullable(),
  contact: z.string().nullable(),
  operation: z.string().nullable(),
  state: z.string(),
  userState: z.string().nullable(),
  httpCode: z.number().nullable(),
  status: z.string().nullable(),
  message: z.string(),
  attempts: z.number(),
  coreUserId: z.string().nullable(),
})
export type ReportedRow = z.infer<typeof reportRow>
const report = z.object({
  summary: z.looseObject({
    addsUp: z.boolean(),
    states: z.record(z.string(), z.number()),
    totals: z.record(z.string(), z.number()),
  }),
  rows: z.array(reportRow),
  audit: z.looseObject({
    runs: z.array(z.looseObject({ whom: z.string().nullable(), sentBy: z.string().nullable() })),
  }),
})
export type Reported = z.infer<typeof report>

export type UsersRun = CliRun & {
  readonly folder: string
  readonly document: string
  /** Runs another command in the same folder. */
  readonly next: (args: readonly string[], more?: Partial<CliSurroundings>) => Promise<CliRun>
  readonly report: () => Promise<Reported>
}

/** Runs the made-up users to a core, without a terminal, and keeps everything in one folder. */
export async function runUsers(
  users: readonly MadeUpUser[],
  coreUrl: string,
  more: readonly string[] = [],
  surroundings: Partial<CliSurroundings> = {},
): Promise<UsersRun> {
  const folder = folderWith(users)
  const args = ['run', 'users.csv', '--core', coreUrl, '--yes', '--json', '--document', 'm.migration', ...more]
  const next: UsersRun['next'] = (command, other = {}) => cli(command, { cwd: folder, ...surroundings, ...other })
  return {
    ...(await next(args)),
    folder,
    document: join(folder, 'm.migration'),
    next,
    report: () => readReport(folder, next),
  }
}

/** Runs the made-up users to a rehearsal core of this test. */
export async function runAtCore(
  users: readonly MadeUpUser[],
  options: Parameters<typeof startCore>[0] = {},
  more: readonly string[] = [],
  surroundings: Partial<CliSurroundings> = {},
) {
  const core = await startCore(options)
  return { core, run: await runUsers(users, core.baseUrl, more, surroundings) }
}

async function readReport(folder: string, next: UsersRun['next']): Promise<Reported> {
  const made = await next(['report', 'm.migration', '--format', 'json', '--unmasked', '--out', 'report.json'])
  if (made.code !== 0) throw new Error(made.err)
  return report.parse(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')))
}

/** The lines of one user in short: call, state, code, status and number of tries. */
export function linesOf(reported: Reported, sourceId: string): readonly string[] {
  return reported.rows
    .filter((row) => row.sourceId === sourceId)
    .map(({ operation, state, httpCode, status, attempts }) =>
      [operation ?? 'user', state, httpCode ?? '-', status ?? '-', attempts].join(' '),
    )
}

/** The numbers of a run that are not times. */
export function numbersOf({ json }: CliRun): Readonly<Record<string, unknown>> {
  const { sendingSeconds: _, executor: _executor, withoutUser: _withoutUser, ...numbers } = json ?? {}
  return Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== 0 && value !== null))
}
