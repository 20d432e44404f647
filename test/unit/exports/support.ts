import { join } from 'node:path'
import { openExport } from '../../../electron/engine/reading/open-export.ts'
import type { Entry, Recognition, SourceRecord } from '../../../shared/mapping/export-format.ts'
import { formatOf } from '../../../shared/exports/index.ts'
import { recognise } from '../../../shared/exports/recognise.ts'
import { formatReader } from '../../../shared/mapping/read-table.ts'
import { emptyUser, type User } from '../../../shared/users/user.ts'
import { sampleExports } from '../../support/data/sample-exports.ts'

/** The recognized format of a sample export, and its records as they are read. */
export async function readMadeUp(
  name: string,
): Promise<{ recognition: Recognition | null; entries: readonly Entry[] }> {
  const opened = await openExport(join(sampleExports, name))
  if (!opened.ok) throw new Error(opened.error.message)
  const tables = opened.value.tables ?? []
  const found = tables.map((table) => ({ table, recognition: recognise({ header: null, records: table.records }) }))
  const ofUsers = found.find((one) => one.recognition !== null)
  const recognition = ofUsers?.recognition ?? recognise(opened.value.sample)
  const entries: Entry[] = []
  for await (const batch of opened.value.batches()) {
    for (const raw of batch) {
      if (raw.kind === 'unreadable') entries.push({ kind: 'unreadable', reason: raw.reason })
      else if (recognition !== null && (ofUsers === undefined || raw.table === ofUsers.table.name))
        entries.push(readOne(raw.value, recognition))
    }
  }
  return { recognition, entries }
}

export function readOne(
  record: SourceRecord,
  recognition: Recognition | null = recognise({ header: null, records: [record] }),
): Entry {
  const format = recognition === null ? undefined : formatOf(recognition.provider)
  if (recognition === null || format === undefined) return { kind: 'unreadable', reason: 'not recognised' }
  return format.read(record, recognition)
}

/** The user that a record becomes. */
export function readUser(record: SourceRecord): User {
  const entry = readOne(record)
  if (entry.kind !== 'user') throw new Error(`not a user: ${entry.kind}`)
  return entry.user
}

/** The values of a record of a known export of which is asked whether they keep its user out. */
export function statusesOf(record: SourceRecord): readonly string[] {
  const recognition = recognise({ header: null, records: [record] })
  const format = recognition === null ? undefined : formatOf(recognition.provider)
  if (recognition === null || format === undefined) throw new Error('not recognised')
  const entry = formatReader(format)(record, recognition)
  if (entry.kind !== 'user') throw new Error(`not a user: ${entry.kind}`)
  return (entry.user.unmapped ?? []).flatMap(({ kind, asks, field }) => (kind === 'status' && asks ? [field] : []))
}

/** A user entry of which only this is known. */
export function userEntry(user: Partial<User>, keys: readonly string[]): Entry {
  return { kind: 'user', user: { ...emptyUser, ...user }, keys }
}
