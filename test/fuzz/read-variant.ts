import { writeFileSync } from 'node:fs'
import { readingShortcuts } from '../../electron/engine/import-pipeline/fast/fast-paths.ts'
import { toUtf8 } from '../../electron/engine/reading/encoding.ts'
import type { Chunk } from '../../electron/engine/reading/file-bytes.ts'
import { openExport, type OpenedExport, type RawRecord } from '../../electron/engine/reading/open-export.ts'
import { formatOf } from '../../shared/exports/index.ts'
import { recognise } from '../../shared/exports/recognise.ts'
import { readByMapping } from '../../shared/mapping/apply-mapping.ts'
import { suggestMapping } from '../../shared/mapping/suggest-mapping.ts'
import { badEntry, badSentence, misplaced, notTheSameAgain, secretsOf } from './laws.ts'
import type { Variant } from './made-up-files.ts'
import { compareWithReference } from './references.ts'

/** The result of one variant. */
export type Outcome = {
  readonly kind: 'refused' | 'read'
  readonly records: number
  readonly unreadable: number
  readonly compared: boolean
  /** The law that was broken; null when all held. */
  readonly fault: string | null
}

/** Reads a variant as the app does, from the file to users, and holds it to the laws of reading. */
export async function readVariant(variant: Variant, path: string, thorough: boolean): Promise<Outcome> {
  writeFileSync(path, variant.file)
  const secrets = secretsOf(variant.original)
  const opened = await openExport(path, { shortcuts: readingShortcuts('') })
  if (!opened.ok) {
    const fault = badSentence(opened.error.message, secrets)
    return { kind: 'refused', records: 0, unreadable: 0, compared: false, fault }
  }
  // Rows of a database and of a sheet are counted, not placed in a text.
  const isText = !['sqlite', 'xlsx', 'bson'].includes(opened.value.format)
  const content = variant.unpacked === null || !isText ? null : await decoded(variant.unpacked, opened.value)
  const most = content?.length ?? 1_000_000
  const records: RawRecord[] = []
  for await (const batch of opened.value.batches()) {
    records.push(...batch)
    if (batch.length === 0 || records.length > most + 1) return outcome(records, 'more batches than content')
  }
  const reasons = records.flatMap((record) =>
    record.kind === 'unreadable' ? (badSentence(record.reason, secrets) ?? []) : [],
  )
  // JSON without line breaks is counted in entries.
  const { word, sections } = opened.value.places
  const inLines = word === 'line' ? content : null
  const fault = reasons[0] ?? misplaced(records, inLines, sections) ?? interpreted(opened.value, records, secrets)
  if (fault !== null) return outcome(records, fault)
  if (opened.value.format === 'xlsx') return outcome(records, await notTheSameAgain(path, opened.value, records, []))
  if (content === null) return outcome(records, null)
  const reference = await compareWithReference(opened.value, content, records)
  const again = thorough
    ? await notTheSameAgain(path, opened.value, records, [0, Math.floor(records.length / 2)])
    : null
  return { ...outcome(records, reference.fault ?? again), compared: reference.compared }
}

/** Every record goes through the format that recognised the file, or through the mapping that is suggested for it. */
function interpreted(opened: OpenedExport, records: readonly RawRecord[], secrets: ReadonlySet<string>): string | null {
  const recognition = recognise(opened.sample)
  const known = recognition === null ? undefined : formatOf(recognition.provider)
  const suggestion = suggestMapping(opened.sample)
  const read = recognition === null || known === undefined ? readByMapping(suggestion.mapping) : known.read
  const as = recognition ?? { provider: 'generic', shape: '', reason: '', role: 'users' }
  for (const record of records) {
    if (record.kind === 'unreadable') continue
    const fault = badEntry(read(record.value, as), secrets)
    if (fault !== null) return fault
  }
  return null
}

function outcome(records: readonly RawRecord[], fault: string | null): Outcome {
  const unreadable = records.filter(({ kind }) => kind === 'unreadable').length
  return { kind: 'read', records: records.length, unreadable, compared: false, fault }
}

async function decoded(text: Buffer, { encoding }: OpenedExport): Promise<Buffer> {
  const parts: Buffer[] = []
  const chunk: Chunk = { kind: 'bytes', bytes: text }
  for await (const part of toUtf8(one(chunk), encoding)) if (part.kind === 'bytes') parts.push(part.bytes)
  return Buffer.concat(parts)
}

async function* one(chunk: Chunk): AsyncGenerator<Chunk> {
  yield chunk
}
