import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { coreName } from '../../../shared/core-api/base-url.ts'
import type { DocumentView } from '../../../shared/ipc/views.ts'
import type { Mapping } from '../../../shared/mapping/mapping.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'
import type { Offers } from '../../../shared/offers.ts'
import { sectionWord } from '../../../shared/places.ts'
import { choicesSchema } from '../../../shared/planning/decisions/choices-schema.ts'
import { type Choices, decisions, noChoices } from '../../../shared/planning/choices.ts'
import { migrationTitle, titledFiles } from '../../../shared/report/migration-title.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { clearBaseline, completeBaseline, readBaseline } from '../document/plans/baseline-users.ts'
import { forgetRecords } from '../document/clear-records.ts'
import { fileTable, type SourceFile, zipMemberName } from '../document/files.ts'
import { closeDocument, type Document, openForReading } from '../document/open-document.ts'
import { titledFilesOf } from './recognized-as.ts'
import { getChoices, getScrypt, getSetting, setSetting } from '../document/settings.ts'
import { type Database, sql, transaction } from '../document/sqlite.ts'
import { anySentLive } from '../document/stored-calls.ts'
import { type Target, targetTable } from '../document/targets.ts'
import { interpretFile } from '../import-pipeline/interpretation/interpret-file.ts'
import { userCounts } from '../queries/counts.ts'
import { openExport } from '../reading/open-export.ts'
import type { Trust } from '../trust/trust.ts'
import type { AloneOptions, BackgroundWork } from './background-work.ts'

/** The earlier migration that a migration is compared with. */
export type DeltaBaseline = {
  /**
   * From now on only what changed since an earlier migration to the same core is sent. `path` is the operator's word, never
   * the document's. `name`: what to call it.
   */
  readonly follow: (path: string, name: string) => Promise<Result<DocumentView>>
  /** Stops comparing, or says that the core of the earlier migration is the one connected now. */
  readonly setBaseline: (how: 'clear' | 'moved') => Result<DocumentView>
}

export function createDeltaBaseline(
  document: Document,
  trust: Trust,
  work: Pick<BackgroundWork, 'settled' | 'alone' | 'begin'>,
  touch: () => void,
  view: () => DocumentView,
): DeltaBaseline {
  const { database } = document
  const changed = () => {
    touch()
    return view()
  }
  return {
    follow: async (path, name) => {
      const settled = await work.settled()
      if (!settled.ok) return settled
      trust.confirmFiles([path])
      const compared = await work.alone('comparing', (options) => followIn(document, trust, path, name, options))
      if (!compared.ok) return compared
      work.begin('plan')
      return ok(changed())
    },
    setBaseline: (how) => {
      const other = how === 'clear' ? stopFollowing(database) : followMoved(database)
      if (!other.ok) return other
      if (how === 'clear') work.begin('plan')
      return ok(changed())
    },
  }
}

/**
 * Makes a migration follow an earlier one to the same core: compares its users, and inherits its decisions where none
 * was made here. The earlier migration is only read.
 */
async function followIn(
  { path, database }: Document,
  trust: Trust,
  earlierPath: string,
  name: string,
  options: AloneOptions,
): Promise<Result<null>> {
  if (anySentLive(database)) return sentAlready
  if (earlierPath === path)
    return problem('same-migration', 'This is the open migration itself. Choose the one before it.')
  const baseline = openForReading(earlierPath)
  if (!baseline.ok) return baseline
  try {
    // Before it is read to its end, nothing may be sent.
    setSetting(database, 'baseline-pending', { path: earlierPath, name })
    const compared = await readBaseline(
      database,
      baseline.value.database,
      titleOf(baseline.value.database, name),
      options,
    )
    if (!compared.ok) {
      // If the migration was closed meanwhile, it is still compared.
      if (!options.signal.aborted) clearBaseline(database)
      return compared
    }
    await inheritDecisions(database, baseline.value.database, trust.knowsFile)
    completeBaseline(database)
    return ok(null)
  } finally {
    closeDocument(baseline.value)
  }
}

/** The title of the earlier migration: the name of its file where it was named, else its content, as on the first page. */
function titleOf(baseline: Database, name: string): string {
  const core = targetTable.current(baseline)
  const title = migrationTitle({
    name,
    ...titledFiles(titledFilesOf(baseline)),
    fetched: getSetting(baseline, 'fetched-from') !== undefined,
    users: userCounts.records(baseline).users,
    core: core === undefined ? null : { kind: core.kind, name: core.name },
  })
  return name.startsWith(title) ? name : title
}

const sentAlready = problem(
  'sent-already',
  'Users of this migration were sent to a live core, so what it is compared with stays as it is.',
)

/** A migration that follows another one is for that core only: no other core has the earlier users. */
export function baselineCoreMismatch(database: Database, target: Target): Result<never> | null {
  const [baseline, wanted] = [getSetting(database, 'baseline'), getSetting(database, 'baseline-pending')]
  if (wanted !== undefined) {
    return problem(
      'earlier-unread',
      `This migration compares with ${wanted.name}, which was not read to the end. Choose it again, or stop comparing.`,
    )
  }
  if (baseline === undefined || target.kind === 'rehearsal' || target.base_url === baseline.core) return null
  return problem(
    'baseline-core-mismatch',
    `This migration sends only what changed since ${baseline.name}, which went to ${coreName(baseline.core)}. Connect that core, confirm that it has moved, or stop comparing.`,
  )
}

/** Stops comparing with the earlier migration. */
function stopFollowing(database: Database): Result<null> {
  if (anySentLive(database)) return sentAlready
  clearBaseline(database)
  return ok(null)
}

/** The core of the earlier migration has the address of the one that is connected now. */
function followMoved(database: Database): Result<null> {
  const [baseline, target] = [getSetting(database, 'baseline'), targetTable.current(database)]
  if (baseline === undefined || target?.kind !== 'live') {
    return problem('no-core', 'Connect the core under its new address first.')
  }
  setSetting(database, 'baseline', { ...baseline, core: target.base_url })
  return ok(null)
}

/**
 * Decisions of the earlier migration hold in the one that follows it, where no other decision was made: choices, names
 * of providers, the parameters of hashes, and the mapping of files with the same columns. Each inherited decision is
 * recorded, so that it can be listed and reverted. The earlier migration is only read.
 */
async function inheritDecisions(
  database: Database,
  baseline: Database,
  mayRead: (path: string) => boolean,
): Promise<void> {
  const parts = await inheritParts(database, baseline, (file) => mayRead(file.path) && !isCorrected(database, file))
  const mappings: { file: number; mapping: Mapping }[] = []
  for (const file of fileTable.list(database)) {
    const mapping =
      isCorrected(database, file) || !mayRead(file.path) ? null : await mappingBefore(file, fileTable.list(baseline))
    if (mapping === null) continue
    forgetRecords(database, file.id)
    fileTable.change(database, file.id, { mapping })
    mappings.push({ file: file.id, mapping })
  }
  const own = getChoices(database)
  const choices = choicesSchema.parse(decisions.inherit(own, getChoices(baseline)))
  const scrypt = getScrypt(database) ?? getScrypt(baseline)
  transaction(database, () => {
    setSetting(database, 'choices', choicesSchema.parse(decisions.combine(own, choices)))
    setSetting(database, 'scrypt', scrypt)
    setSetting(database, 'inherited-decisions', { choices, mappings, parts: [...parts] })
  })
}

/** A table, sheet or file of an archive that is read of a file because the earlier migration read it. */
type InheritedPartView = { readonly name: string; readonly word: 'file' | 'sheet' | 'table'; readonly part: string }

/**
 * Inherited decisions that still hold: choices without a decision of their own here, and the files with an inherited
 * mapping.
 */
export function inheritedDecisions(database: Database): {
  readonly choices: Choices
  readonly files: readonly SourceFile[]
  /** Tables, sheets or files of an archive that are still read, by the name of their file. */
  readonly parts: readonly InheritedPartView[]
} {
  const taken = getSetting(database, 'inherited-decisions')
  const isAsTaken = ({ id, mapping }: SourceFile) =>
    taken?.mappings.some((one) => one.file === id && isDeepStrictEqual(one.mapping, mapping)) === true
  const files = fileTable.list(database)
  const parts = (taken?.parts ?? []).flatMap(({ file: id, part }): InheritedPartView[] => {
    const file = files.find((one) => one.id === id)
    const read = files.find((one) => one.path === file?.path && [one.table_override, one.zip_member].includes(part))
    if (read === undefined) return []
    return [{ name: basename(read.path), word: read.zip_member === part ? 'file' : sectionWord(read.format), part }]
  })
  return { choices: taken?.choices ?? noChoices, files: files.filter(isAsTaken), parts }
}

/**
 * The mapping that a file of the same kind and columns had before: that of the same name first, then the one that says most. Null
 * when there is none, when the operator has mapped this file, and when it would be mapped so anyhow. The mapping of a known product says only
 * what its format does not, so it is one for files of this product alone.
 */
async function mappingBefore(file: SourceFile, before: readonly SourceFile[]): Promise<Mapping | null> {
  const opened = await openExport(file.path, { member: file.zip_member })
  if (!opened.ok) return null
  const suggested = interpretFile({ ...file, mapping: null }, opened.value)
  if (!suggested.ok) return null
  const { mapping: own, recognition, sample } = suggested.value
  const isSuggested = file.provider_override === null && isDeepStrictEqual(file.mapping, own)
  if (file.mapping !== null && !isSuggested) return null
  const columns = new Set(suggestMapping(sample).columns.map(({ path }) => path))
  const fitting = before.flatMap(({ format, name, mapping, recognition: known }) =>
    mapping !== null &&
    format === opened.value.format &&
    known?.provider === recognition.provider &&
    fits(mapping, columns, own === null)
      ? [{ mapping, isSameFile: name === file.name }]
      : [],
  )
  const [best] = fitting.toSorted(
    (one, other) =>
      Number(other.isSameFile) - Number(one.isSameFile) || other.mapping.columns.length - one.mapping.columns.length,
  )
  return best === undefined || isDeepStrictEqual(best.mapping, own) ? null : best.mapping
}

/** Reading the file anew would lose corrections of the operator. */
function isCorrected(database: Database, { id }: SourceFile): boolean {
  return sql(database, 'SELECT 1 FROM user WHERE file_id = ? AND correction IS NOT NULL LIMIT 1').get(id) !== undefined
}

/** `isAddition`: the mapping may say no more than which columns stay behind. */
function fits({ columns: mapped, ignored = [] }: Mapping, columns: ReadonlySet<string>, isAddition: boolean): boolean {
  const paths = [...mapped.map(({ path }) => path), ...(isAddition ? ignored : [])]
  return paths.length > 0 && paths.every((path) => columns.has(path))
}

/** A part that is read of a file because the earlier migration read it. */
type InheritedPart = { readonly file: number; readonly part: string }

/**
 * Reads the same table, sheet or zip members as the earlier migration, where nothing was chosen here. A table that the later
 * file lacks is asked for, and so are members of an archive. `isOpen`: nothing was decided about the file that would be lost.
 */
async function inheritParts(
  database: Database,
  baseline: Database,
  isOpen: (file: SourceFile) => boolean,
): Promise<readonly InheritedPart[]> {
  const before = fileTable.list(baseline)
  // Nothing is opened for a migration that read every file whole.
  if (before.every((file) => file.table_override === null && file.zip_member === null)) return []
  const inherited: InheritedPart[] = []
  for (const file of fileTable.list(database)) {
    if (file.table_override !== null || file.zip_member !== null || !isOpen(file)) continue
    const { offers, mapping } = await offersOf(file)
    // A mapping that is not the one suggested is a decision about the table that is read now.
    if (offers === null || !(file.mapping === null || isDeepStrictEqual(file.mapping, mapping))) continue
    const wanted = chosenBefore(file, before, offers.kind)
    const [first] = wanted
    if (first === undefined) continue
    const offered = new Set(offers.parts.map(({ name }) => name))
    const isOffered = wanted.every((name) => offered.has(name))
    if (offers.kind === 'zip-files' && !isOffered) continue
    forgetRecords(database, file.id)
    if (offers.kind === 'tables') fileTable.change(database, file.id, { table_override: first, mapping: null })
    else takeMembers(database, file, first, wanted.slice(1))
    if (isOffered) inherited.push(...wanted.map((part) => ({ file: file.id, part })))
  }
  return inherited
}

function takeMembers(database: Database, file: SourceFile, first: string, others: readonly string[]): void {
  fileTable.change(database, file.id, { zip_member: first, name: zipMemberName(file.name, first) })
  if (others.length === 0) return
  const { mapping, provider_override } = file
  for (const id of fileTable.addZipMembers(database, file.path, file.name, file.size, others))
    fileTable.change(database, id, { mapping, provider_override })
}

/** The parts of a file that can be chosen, and the mapping that is suggested for the part that is read. */
async function offersOf(
  file: SourceFile,
): Promise<{ readonly offers: Offers | null; readonly mapping: Mapping | null }> {
  const opened = await openExport(file.path)
  if (!opened.ok) return { offers: opened.error.offers ?? null, mapping: null }
  const interpreted = interpretFile({ ...file, mapping: null }, opened.value)
  return interpreted.ok ? interpreted.value : { offers: interpreted.error.offers ?? null, mapping: null }
}

/** The earlier choice for the file of this name, else for the only file with a choice; empty where several have one. */
function chosenBefore(file: SourceFile, before: readonly SourceFile[], kind: Offers['kind']): readonly string[] {
  const choices = new Map<string, string[]>()
  for (const { path, table_override: table, zip_member: member } of before) {
    const part = kind === 'tables' ? table : member
    if (part !== null) choices.set(path, [...(choices.get(path) ?? []), part])
  }
  const same = [...choices].filter(([path]) => basename(path) === basename(file.path))
  const found = same.length > 0 ? same : [...choices]
  return found.length === 1 ? (found[0]?.[1] ?? []) : []
}
