import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { openSession, readInto } from '../../electron/cli/open-migration.ts'
import { fileTable, type SourceFile } from '../../electron/engine/document/files.ts'
import { createDocument } from '../../electron/engine/document/open-document.ts'
import { readPlanning } from '../../electron/engine/document/plans/plan-row.ts'
import { readPass } from '../../electron/engine/follow/read-pass.ts'
import type { DraftBatch } from '../../electron/engine/import-pipeline/draft-batch.ts'
import { draftsInThread } from '../../electron/engine/import-pipeline/fast/drafts-in-thread.ts'
import { rehearsalInThread } from '../../electron/engine/session/rehearsal-host.ts'
import { noChoices } from '../../shared/planning/choices.ts'
import { must } from './planned.ts'
import { fetchTable } from './postgres-roles.ts'
import { took } from './stages.ts'

/** Milliseconds of processor time of all threads; `first`: the first reading, into planned rows. */
export const passSchema = z.object({ first: z.number(), read: z.number(), pass: z.number(), listed: z.number() })
export type PassTimes = z.infer<typeof passSchema>

const signal = new AbortController().signal

/**
 * A pass over users who are all as before, against reading the same listing and leaving the users as they are, in turns; the
 * minimum of each, because other load on the machine only adds. `from`: a file, or the port of a server, from which each
 * listing is fetched.
 */
export async function measurePass(from: string, rounds: number): Promise<PassTimes> {
  const folder = mkdtempSync(join(tmpdir(), 'user-migration-bench-'))
  const port = /^\d+$/.test(from) ? Number(from) : null
  let fetched = 0
  const listing = async () => {
    if (port === null) return from
    fetched += 1
    return await fetchTable(port, join(folder, `users-${fetched}.ndjson`))
  }
  try {
    const read = draftsInThread(new URL('../main/import-worker.js', import.meta.url))
    const session = openSession(must(createDocument(join(folder, 'bench.migration'))), {
      startRehearsal: rehearsalInThread(new URL('../main/rehearsal-worker.js', import.meta.url)),
      readDrafts: read,
    })
    const { database } = session.document
    const input = { cwd: folder, choices: noChoices, mapping: null, scryptText: null, only: null }
    const first = await took(async () => {
      must(await readInto(session, { ...input, files: [await listing()] }))
    })
    const [like] = fileTable.list(database)
    if (like === undefined) throw new Error('Nothing was read.')
    const { choices, context } = readPlanning(database)
    const planning = { choices, context }
    const times: { read: number[]; pass: number[] } = { read: [], pass: [] }
    let listed = 0
    for (let round = 0; round < rounds; round += 1) {
      times.read.push(
        await took(async () => {
          const options = { signal, onDigest: nothing, onFacts: nothing, onBatches: takeAll }
          must(await read({ file: asListed(like, await listing()), planning, users: 'planned' }, options))
        }),
      )
      times.pass.push(
        await took(async () => {
          const path = await listing()
          const files = [{ like, path, size: statSync(path).size }]
          const order = { files, areFetched: false, planning, read, signal, acceptsLoss: false, isWhole: true }
          const found = must(await readPass(database, order))
          if (found.gone.length > 0) throw new Error(`${found.gone.length} users were not found again.`)
          listed = found.listed
        }),
      )
    }
    await session.end()
    return { first, read: Math.min(...times.read), pass: Math.min(...times.pass), listed }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function nothing(): void {}

/** Takes every batch: the channel keeps batches that are not taken. */
function takeAll(batches: Iterable<DraftBatch>): void {
  for (const _ of batches);
}

function asListed(like: SourceFile, path: string): SourceFile {
  return { ...like, path, size: statSync(path).size, digest: null, complete: false, problem: null }
}
