import { userCounts } from '../queries/counts.ts'
import { basename, dirname } from 'node:path'
import { coreName } from '../../../shared/core-api/base-url.ts'
import type { DocumentView, FileView, StateCounts, Totals } from '../../../shared/ipc/views.ts'
import { maxOpenColumns } from '../../../shared/ipc/views/document-views.ts'
import type { MappingTarget } from '../../../shared/mapping/targets.ts'
import { holdsBack, unreadTableText } from '../../../shared/mapping/rows/unread-tables.ts'
import {
  type AccountKind,
  controlTotalsText,
  unreadHashes,
  unreadHashesText,
} from '../../../shared/mapping/unmapped/control-totals.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { unmappedField } from '../../../shared/planning/unmapped-key.ts'
import { knownProvider } from '../../../shared/users/known-provider.ts'
import { openColumns } from '../queries/mapping-report.ts'
import { targetView } from '../queries/report-view.ts'
import { recognizedAs, titledFilesOf } from './recognized-as.ts'
import { holdsNoLogins, incompleteFiles } from '../document/incomplete-files.ts'
import { reasonOf } from '../document/pages-of-lists.ts'
import { fileFact, unmappedFields } from '../document/source-facts.ts'
import { fileTable, type SourceFile } from '../document/files.ts'
import { filesWithoutUsers } from '../queries/files-without-users.ts'
import { closeDocument, type Document, openForReading } from '../document/open-document.ts'
import { getChoices, getScrypt, getSetting } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'
import { runTable } from '../document/run-record.ts'
import { planSummaries } from '../document/plans/summaries.ts'
import { type Target, targetTable } from '../document/targets.ts'
import { baselineCoreMismatch, inheritedDecisions } from './delta-baseline.ts'
import { otherKindOfFile } from '../reading/refusals/file-kind.ts'
import { isUnconfirmed, type Trust } from '../trust/trust.ts'
import type { WorkState } from './read-and-plan.ts'
import { tenantViews } from './mapping-views.ts'

type ViewState = {
  readonly version: number
  readonly work: WorkState
  readonly totals: Totals
  readonly counts: StateCounts
  readonly connected: boolean
  readonly signerKeyHeld: boolean
  readonly trust: Pick<Trust, 'knowsCore' | 'knowsFile'>
}

/** The open document as the screen sees it. */
export function documentView(document: Document, state: ViewState): DocumentView {
  const { database } = document
  const target = targetTable.current(database)
  const scrypt = getScrypt(database)
  const files = fileTable.list(database)
  // A file whose rows belong to users of another one has none of its own until both are read and joined.
  const empty = ['clearing', 'reading', 'planning'].includes(state.work.kind) ? [] : filesWithoutUsers(database)
  return {
    name: basename(document.path),
    location: dirname(document.path),
    version: state.version,
    files: files.map((file) => fileView(database, file, state.trust, empty)),
    work: state.work,
    interruptedExclusion:
      state.work.kind === 'excluding' || state.work.kind === 'including'
        ? null
        : (getSetting(database, 'exclusion') ?? null),
    totals: state.totals,
    target: target === undefined ? null : targetView(target, state.connected, state.trust.knowsCore(target.base_url)),
    counts: state.counts,
    choices: getChoices(database),
    scrypt: scrypt === null ? null : { ...scrypt, signerKeyHeld: state.signerKeyHeld },
    // Documents of an earlier version lack this setting.
    scryptHashes:
      getSetting(database, 'scrypt-hashes') ??
      (getSetting(database, 'plans-current') === true && planSummaries.hasScryptHashes(database)),
    providers: providerViews(database),
    ...tenantViews(database),
    baseline: earlierView(database, target),
    baselinePending: getSetting(database, 'baseline-pending')?.name ?? null,
    started: target !== undefined && runTable.wasEverRun(database, target.id),
    rehearsed: runTable.wasRehearsed(database),
    filtered: (getSetting(database, 'user-filter') ?? null) !== null,
    ...undoneOf(database, target),
    ...(isInStep(database) ? { inStep: true as const } : {}),
    ...fetchedOf(database),
    needsMapping: files.filter((file) => needsMapping(file, files)).map((file) => file.id),
    unmappedFields: fieldViews(database, files),
    openColumns: openColumnViews(database, files),
  }
}

/** The facts of a migration for the first page. */
export type MigrationFacts = Pick<DocumentView, 'totals' | 'counts' | 'started' | 'undone' | 'fetched'> & {
  readonly files: ReturnType<typeof titledFilesOf>
  readonly target: Pick<NonNullable<DocumentView['target']>, 'kind' | 'name'> | null
}

/** The facts of a migration that is not open, from a read-only connection. */
export function migrationFacts(path: string): Result<MigrationFacts> {
  const opened = openForReading(path)
  if (!opened.ok) return opened
  const { database } = opened.value
  try {
    const target = targetTable.current(database)
    return ok({
      files: titledFilesOf(database),
      target: target === undefined ? null : { kind: target.kind, name: target.name },
      totals: userCounts.records(database),
      counts: userCounts.states(database, target?.id ?? null),
      started: target !== undefined && runTable.wasEverRun(database, target.id),
      ...undoneOf(database, target),
      ...fetchedOf(database),
    })
  } finally {
    closeDocument(opened.value)
  }
}

function undoneOf(database: Database, target: Target | undefined): Pick<DocumentView, 'undone'> {
  const undone = target === undefined ? null : userCounts.undone(database, target.id)
  return undone === null ? {} : { undone }
}

function fetchedOf(database: Database): Pick<DocumentView, 'fetched'> {
  return getSetting(database, 'fetched-from') === undefined ? {} : { fetched: true }
}

function isInStep(database: Database): boolean {
  return getSetting(database, 'follow') !== undefined && getSetting(database, 'cut-over') === undefined
}

function earlierView(database: Database, target: Target | undefined): DocumentView['baseline'] {
  const baseline = getSetting(database, 'baseline')
  if (baseline === undefined) return null
  const taken = inheritedDecisions(database)
  return {
    name: baseline.name,
    coreName: coreName(baseline.core),
    blind: baseline.blind,
    comparedByContact: getSetting(database, 'compared-by-contact') ?? 0,
    coreMismatch: target !== undefined && baselineCoreMismatch(database, target) !== null,
    inherited: { choices: taken.choices, files: taken.files.map(({ id }) => id), parts: [...taken.parts] },
    counts: getSetting(database, 'plans-current') === true ? (getSetting(database, 'delta-counts') ?? null) : null,
  }
}

function fileView(
  database: Database,
  file: SourceFile,
  trust: ViewState['trust'],
  empty: ReturnType<typeof filesWithoutUsers>,
): FileView {
  const without = empty.find(({ id }) => id === file.id)
  return {
    id: file.id,
    name: file.name,
    size: file.size,
    format: file.format,
    compression: file.compression,
    encoding: file.encoding,
    ...recognizedAs(file.recognition),
    shape: file.recognition?.shape ?? '',
    reason: reasonOf(database, file),
    records: file.records,
    unreadable: file.unreadable,
    other: Object.entries(file.other)
      .map(([kind, records]) => ({ kind, records }))
      .toSorted((one, another) => another.records - one.records),
    complete: file.complete,
    truncation: file.truncation === null ? null : { reason: file.truncation, accepted: file.truncationAccepted },
    unreadTables: unreadTablesView(file),
    controlTotals: controlTotalsView(database, file),
    unappliedChanges: unappliedChangesView(database, file),
    lostLogins: lostLoginsView(database, file),
    withoutUsers: without === undefined ? null : { text: without.text, leftOut: without.kind === 'excluded' },
    problem: file.problem?.message ?? null,
    offers: file.offers,
    chosenTable: file.table_override,
    readTables: file.offers?.kind === 'tables' ? (fileFact(database, file.id, 'columns-read')?.tables ?? []) : [],
    isOther: file.problem?.code === otherKindOfFile || holdsNoLogins(file),
    unconfirmedPath: isUnconfirmed(file, trust) ? visiblePath(file.path) : null,
  }
}

function controlTotalsView(database: Database, { id, name, format }: SourceFile): FileView['controlTotals'] {
  const totals = fileFact(database, id, 'control-totals')
  if (totals === null) return null
  const open = unreadHashes(totals).length > 0
  const unread = open
    ? { text: unreadHashesText(totals), excluded: incompleteFiles.areHashesExcluded(database, name) }
    : null
  const hashesIn = (account: AccountKind) =>
    totals.accounts.reduce((sum, { kind, hashes }) => (kind === account ? sum + hashes : sum), 0)
  return {
    lines: [...controlTotalsText(totals, format)],
    hashesOfUsers: hashesIn('users'),
    hashesJoined: hashesIn('joined'),
    unreadHashes: unread,
  }
}

function unappliedChangesView(database: Database, { id, name }: SourceFile): FileView['unappliedChanges'] {
  const changes = incompleteFiles.unappliedChanges(database, id)
  return changes === null ? null : { ...changes, ignored: incompleteFiles.areChangesIgnored(database, name) }
}

function lostLoginsView(database: Database, { id, name }: SourceFile): FileView['lostLogins'] {
  const text = incompleteFiles.lostLogins(database, id)
  return text === null ? null : { text, ignored: incompleteFiles.areLoginsIgnored(database, name) }
}

function unreadTablesView({ unreadTables, tablesExcluded }: SourceFile): FileView['unreadTables'] {
  const asked = unreadTables.filter(holdsBack)
  if (asked.length === 0) return null
  const tables = asked.map((one) => ({ table: one.table, logins: unreadTableText(one).slice(0, 2000) }))
  return { tables, excluded: tablesExcluded }
}

/** A full path, with characters escaped that a terminal or a screen would not show. */
function visiblePath(path: string): string {
  return path
    .slice(0, 4096)
    .replaceAll(/[^\P{C}]|[\u2028\u2029]/gu, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`)
}

function fieldViews(database: Database, files: readonly SourceFile[]): DocumentView['unmappedFields'] {
  const { unmapped } = getChoices(database)
  return unmappedFields(database).flatMap(({ file: fileId, code, field, users, blocked }) => {
    if (!unmappedField.isCode(code)) return []
    const file = files.find(({ id }) => id === fileId)
    const asks = blocked > 0 || (code !== 'unmapped-email' && file !== undefined && asksAbout(file, field))
    return [
      { fileId, code, path: field, users, blocked, asks, chosen: unmapped[unmappedField.key(code, field)] ?? null },
    ]
  })
}

/** A file without a login is mapped as a whole first. */
function openColumnViews(database: Database, files: readonly SourceFile[]): DocumentView['openColumns'] {
  const choices = getChoices(database)
  const fields = unmappedFields(database)
  const asked = files.filter((file) => !needsMapping(file, files))
  return asked
    .flatMap((file) => openColumns(database, file, choices, fields).map((path) => ({ fileId: file.id, path })))
    .slice(0, maxOpenColumns)
}

/** A column of a custom table that looks like a login is asked about, unless the mapping ignores it. */
function asksAbout({ recognition, mapping }: SourceFile, field: string): boolean {
  return recognition?.provider === 'generic' && mapping?.ignored?.includes(field) !== true
}

/** A table of the operator's own in which nothing was found that a user could log in with. */
function needsMapping(file: SourceFile, files: readonly SourceFile[]): boolean {
  // Rows that only say more of users in another file need no login of their own.
  if (file.recognition?.provider !== 'generic' || file.recognition.role === 'parts' || file.mapping === null)
    return false
  return !hasLogin(file) && !mayBeJoined(file, files)
}

function hasLogin({ mapping, recognition }: SourceFile): boolean {
  const isLogin = (target: MappingTarget) => target === 'email' || target === 'phone' || target === 'provider-user-id'
  return recognition?.provider !== 'generic' || mapping?.columns.some(({ target }) => isLogin(target)) === true
}

/** Hashes under IDs beside users with a contact: whether both are one person is decided in Review. */
function mayBeJoined(file: SourceFile, files: readonly SourceFile[]): boolean {
  const has = (wanted: MappingTarget) => file.mapping?.columns.some(({ target }) => target === wanted) === true
  return has('source-id') && has('password-hash') && files.some((other) => other !== file && hasLogin(other))
}

function providerViews(database: Database): DocumentView['providers'] {
  const { providers } = getChoices(database)
  return (getSetting(database, 'source-providers') ?? []).map(({ source, users }) => {
    const chosen = providers[source]
    const known = knownProvider(source)
    const mapped = chosen === undefined ? known : chosen.kind === 'name' ? chosen.name : 'exclude'
    return { source, users, mapped, known: known !== null }
  })
}
