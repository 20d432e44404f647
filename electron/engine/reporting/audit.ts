import { app } from '../../../shared/app.ts'
import { providerTitle } from '../../../shared/exports/index.ts'
import { hashLikeness } from '../../../shared/hashes/hash-likeness.ts'
import { maskHash } from '../../../shared/hashes/mask-hash.ts'
import type { ScryptParameters } from '../../../shared/hashes/verdict.ts'
import { controlTotalsText, unreadHashes, unreadHashesText } from '../../../shared/mapping/unmapped/control-totals.ts'
import { decisions } from '../../../shared/planning/choices.ts'
import type { Entries } from '../../../shared/planning/decisions/decision.ts'
import { maskContactsIn } from '../../../shared/users/mask-contact.ts'
import { fileTable } from '../document/files.ts'
import { incompleteFiles } from '../document/incomplete-files.ts'
import { reasonOf } from '../document/pages-of-lists.ts'
import { runTable } from '../document/run-record.ts'
import { getChoices, getScrypt, getSetting } from '../document/settings.ts'
import { fileFact } from '../document/source-facts.ts'
import { type Database, oneNumber, sql } from '../document/sqlite.ts'
import { targetTable } from '../document/targets.ts'
import { type MappingReport, mappingReports } from '../queries/mapping-report.ts'
import { iso } from './summary.ts'

/** Facts for an auditor a year later: the operator, the core, the files, the settings. No secret. */
export function audit(database: Database, masked: boolean) {
  const mappings = mappingReports(database)
  const target = targetTable.current(database)
  return {
    app,
    core:
      target === undefined
        ? null
        : {
            kind: target.kind,
            name: target.name,
            address: target.base_url,
            dialect: target.dialect,
            interface: target.cdi_version,
            found: target.check_message,
          },
    runs: runsAt(database, target?.id ?? 0),
    files: fileTable.list(database).map((file) => ({
      name: file.name,
      bytes: file.size,
      sha256: file.digest,
      records: file.records,
      unreadable: file.unreadable,
      other: file.other,
      truncation: file.truncation,
      unreadTables: file.unreadTables,
      controlTotals: shownTotals(database, file.id, file.format),
      unappliedChanges: incompleteFiles.unappliedChanges(database, file.id)?.text ?? null,
      lostLogins: incompleteFiles.lostLogins(database, file.id),
      format: [file.format, file.compression === 'none' ? null : file.compression, file.encoding]
        .filter((part) => part !== null)
        .join(', '),
      readAs: file.recognition === null ? '' : providerTitle(file.recognition.provider),
      because: reasonOf(database, file),
      mapping: shownMapping(mappings.get(file.id) ?? null, masked),
    })),
    settings: choiceText(getChoices(database), getScrypt(database)),
    userFilterView: getSetting(database, 'user-filter')?.length ?? null,
    corrected: oneNumber(sql(database, `SELECT count(*) AS n FROM user WHERE correction <> '{"excluded":true}'`)),
  }
}
export type Audit = ReturnType<typeof audit>

/** Logins found by the control scan of a file, and where each ended up, in sentences. */
function shownTotals(database: Database, fileId: number, format: string | null) {
  const totals = fileFact(database, fileId, 'control-totals')
  if (totals === null) return null
  const unread = unreadHashes(totals).length > 0 ? unreadHashesText(totals) : null
  return { lines: controlTotalsText(totals, format), unreadHashes: unread }
}

function runsAt(database: Database, target: number) {
  return runTable.list(database, target).flatMap((parts) =>
    parts.map(({ note, ...run }, index) => ({
      part: parts.length === 1 ? null : index + 1,
      startedAt: iso(run.started_at),
      endedAt: iso(run.ended_at),
      sendingSeconds: run.sending_ms / 1000,
      calls: run.calls,
      retries: run.retries,
      stopped: run.stopped,
      by: note?.user ?? null,
      machine: note?.machine ?? null,
      version: note?.version ?? null,
      whom: note?.scope ?? null,
      concurrency: note?.concurrency ?? null,
      maxPerSecond: note?.maxRate ?? null,
      executor: note?.executor ?? null,
      sentBy: note?.sentBy ?? null,
      executorChoice: note?.executorChoice ?? null,
    })),
  )
}

/**
 * The reading of a file, as a report may show it. The first row of a table without a header, or the keys of JSON, can
 * be values of users: contacts in them are masked as everywhere else, hashes always.
 */
export function shownMapping(report: MappingReport | null, masked: boolean): MappingReport | null {
  if (report === null) return null
  const nameOf = (name: string) => {
    if (hashLikeness(name) !== null) return maskHash(name)
    return masked ? maskContactsIn(name) : name
  }
  // A reason names other columns, too, each in quotation marks.
  const reasonOf = (reason: string) => reason.replaceAll(/“([^”]+)”/g, (_, name: string) => `“${nameOf(name)}”`)
  const shown = <T extends { readonly column: string; readonly reason: string }>(one: T): T => ({
    ...one,
    column: nameOf(one.column),
    reason: reasonOf(one.reason),
  })
  return {
    tables: report.tables.map(nameOf),
    unusedTables: report.unusedTables.map((one) => ({ ...one, table: nameOf(one.table) })),
    columns: report.columns.map(shown),
    unused: report.unused.map(shown),
    possibleFlags: report.possibleFlags.map((flag) => ({
      ...flag,
      column: nameOf(flag.column),
      values: flag.values.map((one) => ({ ...one, value: nameOf(one.value) })),
    })),
  }
}

/** A setting as an auditor reads it. */
type SettingText = { readonly setting: string; readonly value: string }

/**
 * Every decision that was taken, in words, and what holds for the few where that matters although nothing was decided. Neither a
 * key nor a hash is among them.
 */
export function choiceText(choices: Entries, scrypt: ScryptParameters | null, all = decisions): readonly SettingText[] {
  const taken = all.taken(choices)
  const undecided = Object.entries(all.table).flatMap(([key, decision]) =>
    decision.undecided === undefined || taken.some((one) => one.key === key) ? [] : [decision.undecided],
  )
  return [
    ...[...taken, ...undecided].map(({ about, decided }) => ({ setting: about, value: decided })),
    ...(scrypt === null
      ? []
      : [
          {
            setting: 'Parameters of Firebase scrypt',
            value: `${scrypt.rounds} rounds, memory cost ${scrypt.memoryCost}, separator ${scrypt.separator}`,
          },
        ]),
  ]
}
