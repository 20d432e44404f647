import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { readDrafts, type FileFacts } from '../../../electron/engine/import-pipeline/read-drafts.ts'
import type { ControlTotals } from '../../../shared/mapping/unmapped/control-totals.ts'
import { noChoices } from '../../../shared/planning/choices.ts'
import type { Result } from '../../../shared/result.ts'

const planning = { choices: noChoices, context: { scrypt: null, dialect: 'documented' } } as const

/** Reads a file as a migration does, and answers with its control totals and what it turned out to be. */
export async function readTotals(
  path: string,
  chosen: { readonly member?: string; readonly table?: string } = {},
): Promise<Result<{ readonly totals: ControlTotals; readonly facts: FileFacts | null }>> {
  let facts: FileFacts | null = null
  const file = {
    path,
    name: basename(path),
    size: statSync(path).size,
    digest: null,
    mapping: null,
    provider_override: null,
    zip_member: chosen.member ?? null,
    table_override: chosen.table ?? null,
  }
  const read = await readDrafts(
    { file, planning, users: 'planned' },
    {
      signal: new AbortController().signal,
      onDigest: () => undefined,
      onFacts: (found) => {
        facts = found
      },
      onBatches: (batches) => void [...batches],
    },
  )
  return read.ok ? { ok: true, value: { totals: read.value.controlTotals, facts } } : read
}
