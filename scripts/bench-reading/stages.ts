import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse'
import * as z from 'zod'
import { createReadingJudge } from '../../electron/engine/document/plans/judge-while-reading.ts'
import { coreFactsTable } from '../../electron/engine/document/core-facts.ts'
import { fileTable, type SourceFile } from '../../electron/engine/document/files.ts'
import { closeDocument, createDocument, type Document } from '../../electron/engine/document/open-document.ts'
import { changedDecisions, outdatedPlans } from '../../electron/engine/document/plans/outdated-plans.ts'
import { readPlanning } from '../../electron/engine/document/plans/plan-row.ts'
import { planUsers } from '../../electron/engine/document/plans/plan-users.ts'
import { readFile } from '../../electron/engine/document/read-file.ts'
import { getChoices, setSetting } from '../../electron/engine/document/settings.ts'
import { targetTable } from '../../electron/engine/document/targets.ts'
import { readingShortcuts } from '../../electron/engine/import-pipeline/fast/fast-paths.ts'
import { interpretFile } from '../../electron/engine/import-pipeline/interpretation/interpret-file.ts'
import { readUnchecked } from '../../electron/engine/import-pipeline/read-drafts.ts'
import { userCounts } from '../../electron/engine/queries/counts.ts'
import { mappingReports } from '../../electron/engine/queries/mapping-report.ts'
import { previewView } from '../../electron/engine/queries/preview.ts'
import { createControlBook } from '../../electron/engine/reading/control-totals/control-book.ts'
import { openExport } from '../../electron/engine/reading/open-export.ts'
import type { Choices } from '../../shared/planning/choices.ts'
import { changedFacts } from '../../shared/planning/judge-for-plan.ts'
import { must } from './planned.ts'

/** The stages from a chosen file to a usable Review, in their order. */
export const stages = ['records', 'users', 'plans', 'rows', 'indexes', 'Review'] as const

/**
 * Users planned again: after a decision about a tenth or about three of five, with a core that has other tenants and roles, where nothing that
 * plans follow from has changed, and with a core of another interface, which changes a finding of most.
 */
export const replans = ['replanTenth', 'replanMajority', 'replanCore', 'replanAll', 'replanInterface'] as const

/** Milliseconds of processor time; `users`, `plans` and `rows` with the stages before. */
export const stagesSchema = z.record(z.enum([...stages, 'parser', ...replans]), z.number())
export type StageTimes = z.infer<typeof stagesSchema>

/**
 * Time of each stage without the stages before it, from the minimum of several rounds, because other load on the
 * machine only adds.
 */
export function eachStage(rounds: readonly StageTimes[]): StageTimes {
  const of = (part: keyof StageTimes) => Math.min(...rounds.map((round) => round[part]))
  const [parser, records, users, plans] = [of('parser'), of('records'), of('users'), of('plans')]
  return {
    parser,
    records,
    users: users - records,
    plans: plans - users,
    rows: of('rows') - plans,
    indexes: of('indexes'),
    Review: of('Review'),
    replanTenth: of('replanTenth'),
    replanMajority: of('replanMajority'),
    replanCore: of('replanCore'),
    replanAll: of('replanAll'),
    replanInterface: of('replanInterface'),
  }
}

const signal = new AbortController().signal

/**
 * Measures the stages from a chosen file to a usable Review, one after the other in this thread. Reading is done four
 * times, each time by a stage more. `parser`: csv-parse on the same file; see `replans`.
 */
export async function measureStages(path: string, users: number): Promise<StageTimes> {
  // Few users are done before the code is compiled, which would count as time of the first stage.
  if (users <= fewUsers) await measureOnce(path, users)
  return measureOnce(path, users)
}

const fewUsers = 100_000

async function measureOnce(path: string, users: number): Promise<StageTimes> {
  const folder = mkdtempSync(join(tmpdir(), 'user-migration-bench-'))
  const document = must(createDocument(join(folder, 'bench.migration')))
  try {
    must(fileTable.addExports(document.database, [path], [], null))
    const [file] = fileTable.list(document.database)
    if (file === undefined) throw new Error('The file was not added.')
    const parser = await took(() => parseOnly(path))
    const records = await took(() => readRecords(file, false))
    const entries = await took(() => readRecords(file, true))
    const plans = await took(async () => {
      const order = { file, planning: readPlanning(document.database), users: 'planned' } as const
      must(await readUnchecked(order, { signal, onFacts: nothing, onBatches: nothing }))
    })
    const judging = createReadingJudge(document.database)
    const rows = await took(async () =>
      must(await readFile(document, file.id, { signal, judging, onProgress: nothing })),
    )
    const indexes = await took(() => plan(document, judging.judged()))
    const review = await took(() => {
      mappingReports(document.database)
      previewView(document.database)
    })
    if (userCounts.records(document.database).records !== users) throw new Error('Records are missing.')
    const { database } = document
    const decideAgain = (change: Partial<Choices>) => {
      const before = getChoices(database)
      const next = { ...before, ...change }
      setSetting(database, 'choices', next)
      return planAgain(document, changedDecisions(before, next))
    }
    const moveTo = (next: Parameters<typeof changedFacts>[0]) => {
      const dialect = targetTable.current(database)?.dialect ?? 'documented'
      const changed = changedFacts({ dialect, core: coreFactsTable.current(database) }, next)
      const { id } = targetTable.use(database, { ...rehearsalCore, dialect: next.dialect })
      coreFactsTable.save(database, id, next.core ?? null)
      return planAgain(document, changed)
    }
    const core = { accountLinking: true, totp: true, roles: ['editor'], tenants: ['public'], ownTenant: 'public' }
    const anotherInterface = async () => {
      await decideAgain({ families: {} })
      return moveTo({ dialect: 'supertokens', core })
    }
    return {
      parser,
      records,
      users: entries,
      plans,
      rows,
      indexes,
      Review: review,
      // Every tenth has a phone number, and three of five a hash of bcrypt.
      replanTenth: await decideAgain({ country: 'DE' }),
      replanMajority: await decideAgain({ families: { bcrypt: 'peppered' } }),
      replanCore: await moveTo({ dialect: 'documented', core }),
      replanAll: await planAgain(document, 'all'),
      replanInterface: await anotherInterface(),
    }
  } finally {
    closeDocument(document)
    rmSync(folder, { recursive: true, force: true })
  }
}

const rehearsalCore = {
  kind: 'rehearsal',
  base_url: 'http://127.0.0.1:3567',
  name: 'core',
  cdi_version: null,
  app_url: null,
  check_message: '',
} as const

function planAgain(document: Document, changed: readonly string[] | 'all'): Promise<number> {
  return took(async () => {
    outdatedPlans.mark(document.database, changed)
    await plan(document, null)
  })
}

/** Milliseconds of processor time that work takes, over all threads. */
export async function took(work: () => void | Promise<unknown>): Promise<number> {
  const since = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

function nothing(): void {
  // Messages in between are not needed.
}

async function parseOnly(path: string): Promise<void> {
  const parser = createReadStream(path, { highWaterMark: 256 * 1024 }).pipe(parse({ columns: true, bom: true }))
  parser.on('data', nothing)
  await new Promise((resolve, reject) => parser.on('end', resolve).on('error', reject))
}

/** Finds the records of a file; `interpreted`: and makes users of them. */
async function readRecords(file: SourceFile, interpreted: boolean): Promise<void> {
  const source = must(await openExport(file.path, { signal, shortcuts: readingShortcuts() }))
  const { wants, read } = must(interpretFile(file, source))
  for await (const batch of source.batches(wants, undefined, createControlBook()))
    if (interpreted) for (const raw of batch) if (raw.kind === 'record') read(raw.value, raw.table)
}

async function plan(document: Document, judged: Parameters<typeof planUsers>[1]['judged']): Promise<void> {
  must(await planUsers(document, { signal, judged, onProgress: nothing }))
}
