import { isDeepStrictEqual } from 'node:util'
import { offersOf, type TableSample } from '../../../../shared/exports/dump-tables.ts'
import { namedSample } from '../../../../shared/exports/known-columns.ts'
import type { ExportFormat, Recognition, Sample } from '../../../../shared/mapping/export-format.ts'
import { type LatestStates, withoutEarlier } from '../../../../shared/exports/standing/latest-states.ts'
import { lookupRows } from '../../../../shared/exports/standing/lookup-rows.ts'
import { historyRows } from '../../../../shared/exports/standing/state-history.ts'
import { formatOf } from '../../../../shared/exports/index.ts'
import { recognise } from '../../../../shared/exports/recognise.ts'
import { idMapRows } from '../../../../shared/exports/parts/id-maps.ts'
import { keyKinds } from '../../../../shared/exports/kinds/key-kinds.ts'
import { passkeyRows } from '../../../../shared/exports/parts/passkey-rows.ts'
import { roleRows } from '../../../../shared/exports/parts/role-rows.ts'
import { passwordRows, settingRows } from '../../../../shared/exports/parts/setting-rows.ts'
import { withFirstRecords } from '../../../../shared/mapping/first-records.ts'
import { profileColumns } from '../../../../shared/mapping/columns/profile-columns.ts'
import { haveLabels, withLabels } from '../../../../shared/mapping/entries/sign-in-names.ts'
import { ok, problem, type Result } from '../../../../shared/result.ts'
import type { OpenedExport } from '../../reading/open-export.ts'
import { byMapping } from './by-mapping.ts'
import { type FileDecisions, givenMapping, type Interpretation, wholeMapping } from './interpretation.ts'
import { byFormat } from './known-format.ts'
import { type LoginProof, noProof } from './prove-logins.ts'
import { interpretDump } from './interpret-dump.ts'
import { withVersions, withVersionsIn } from './versions-of-users.ts'
import { withLookups } from './standing-by-lookups.ts'
import { withoutOthers, withKinds } from './records-by-format.ts'
import { isEmailAddress } from '../../../../shared/users/normalise-email.ts'

/**
 * A decision of the operator overrides recognition by content; an unrecognised file gets a mapping. `proof`: what reading the
 * tables of logins of a dump has shown. Problem: `no-users-in-dump`, `file-without-logins`, `table-unknown`.
 */
export function interpretFile(
  file: FileDecisions,
  source: OpenedExport,
  proof: LoginProof = noProof,
  around: Around = alone,
): Result<Interpretation> {
  const interpreted = interpretGiven(file, source, proof, around)
  return interpreted.ok ? ok(withLetters(interpreted.value, source)) : interpreted
}

/** The other files of a migration, as far as they matter to one: lookup tables for its values, and whether users were read before it. */
export type Around = { readonly lookups: readonly TableSample[]; readonly isLate: boolean }

const alone: Around = { lookups: [], isLate: false }

/** A mapping that came with a file adds to a known format that has its columns; another file is read by it alone. */
function interpretGiven(
  file: FileDecisions,
  source: OpenedExport,
  proof: LoginProof,
  around: Around,
): Result<Interpretation> {
  if (file.provider_override !== givenMapping) return interpret(file, source, proof, around)
  const known = interpret({ ...file, provider_override: null }, source, proof, around)
  if (known.ok && known.value.recognition.provider !== 'generic' && hasMapped(known.value, file)) return known
  return interpret({ ...file, provider_override: 'generic' }, source, proof, around)
}

function hasMapped({ recognition, sample }: Interpretation, { mapping }: FileDecisions): boolean {
  const paths = new Set(profileColumns(sample.records, sample.header).map(({ path }) => path))
  return recognition.role === 'users' && mapping?.columns.some(({ path }) => paths.has(path)) === true
}

/** Whether the mapping of a file is the one that its last reading suggested, and no decision: read again, its table is doubted as before. */
export function isSuggested(file: FileDecisions, source: OpenedExport): boolean {
  if (file.mapping === null || file.provider_override !== null) return false
  const suggested = interpretFile({ ...file, mapping: null }, source)
  return suggested.ok && isDeepStrictEqual(suggested.value.mapping, file.mapping)
}

function interpret(
  file: FileDecisions,
  source: OpenedExport,
  proof: LoginProof,
  { lookups, isLate }: Around,
): Result<Interpretation> {
  if (source.tables === undefined || source.tables.length === 0) {
    if (typeof file.table_override === 'string') return problem('table-unknown', oneTable)
    const sample = withoutOthers(source, source.sample)
    const settings = passwordRows(sample)
    const kinds = keyKinds(sample) ?? settings
    const records = kinds === null ? sample.records : sample.records.filter(kinds.isOfUser)
    const ofUsers = { ...sample, records, ...(settings === null ? {} : { passwords: settings.passwords }) }
    const interpreted = withKinds(
      withNote(interpretRecords(file, ofUsers, source.format === 'yaml' && haveLabels(sample), proof, isLate), source),
      source,
    )
    if (kinds === null) return ok(withLookups(interpreted, [{ ...sample, table: '' }, ...lookups]))
    return ok({ ...interpreted, read: (record, table) => kinds.withKind(interpreted.read(record, table), record) })
  }
  const samples = tableSamples(source)
  const offers = offersOf(samples)
  const interpreted = withVersionsIn(samples, { file, proof }, (latest) => interpretDump(file, latest, source, proof))
  if (interpreted.ok)
    return ok(withKinds(withLookups({ ...interpreted.value, offers }, [...samples, ...lookups]), source))
  return offers === null ? interpreted : { ok: false, error: { ...interpreted.error, offers } }
}

/** The first rows of the tables of a dump. */
export function tableSamples(source: OpenedExport): readonly TableSample[] {
  return (source.tables ?? []).map(({ name, columns, records, ...keys }) =>
    withoutOthers(source, namedSample({ table: name, header: columns, records, ...keys })),
  )
}

const oneTable = 'This file is one table, so no table can be chosen. Leave --table out.'

function interpretRecords(
  file: FileDecisions,
  sample: Sample,
  hasLabels: boolean,
  proof: LoginProof,
  isLate: boolean,
): Interpretation {
  const interpreted = withVersions(sample, { file, proof }, (latest) =>
    interpretLabelled(file, latest, hasLabels, proof.latest.get(''), isLate),
  )
  return hasLabels ? { ...interpreted, read: withLabels(interpreted.read) } : interpreted
}

function interpretLabelled(
  file: FileDecisions,
  sample: Sample,
  hasLabels: boolean,
  latest: LatestStates | undefined,
  isLate: boolean,
): Interpretation {
  const chosenFormat = file.provider_override === null ? undefined : formatOf(file.provider_override)
  if (chosenFormat !== undefined)
    return byFormat(
      chosenFormat,
      chosenFormat.recognise(withFirstRecords(sample)) ?? asChosen(chosenFormat),
      sample,
      file.mapping,
    )
  const isOpen = file.provider_override === null && wholeMapping(file) === null
  const ofParts = { mapping: null, sample, wants: () => true, names: null, offers: null } as const
  const passkeys = isOpen ? passkeyRows(sample, file.name ?? '') : null
  if (passkeys !== null) return { ...passkeys, ...ofParts }
  const recognition = file.provider_override === null ? recognise(sample) : null
  const format = recognition === null ? undefined : formatOf(recognition.provider)
  if (recognition !== null && format !== undefined) return byFormat(format, recognition, sample, file.mapping)
  const history = isOpen ? historyRows(sample, file.name ?? '') : null
  if (history !== null) return { ...history, ...ofParts, read: withoutEarlier(history.read, latest) }
  const rows = isOpen
    ? (settingRows(sample) ??
      roleRows(sample) ??
      idMapRows(sample, sample.table ?? file.name ?? '') ??
      lookupRows(sample, file.name ?? '', isLate))
    : null
  if (rows !== null) return { ...rows, ...ofParts }
  const reason = file.provider_override === null ? 'no known export looks like this' : 'you said so'
  const generic: Recognition = { provider: 'generic', shape: 'custom table', reason, role: 'users' }
  return byMapping(generic, file, sample, { hasLabels })
}

function asChosen(format: ExportFormat): Recognition {
  return { provider: format.provider, shape: 'export', reason: 'you said so', role: 'users' }
}

/** Names in letters that were read wrongly are migrated so, and only people can see it. */
function withLetters(interpretation: Interpretation, { doubtfulLetters }: OpenedExport): Interpretation {
  return doubtfulLetters === undefined ? interpretation : withDoubt(interpretation, doubtfulLetters)
}

/** Says a doubt behind the reason why a file is read as it is. */
function withDoubt(interpretation: Interpretation, doubt: string): Interpretation {
  const { recognition } = interpretation
  return { ...interpretation, recognition: { ...recognition, reason: `${recognition.reason}; ${doubt}` } }
}

/** Whether each row is one cell with an address, a blank and a word that may be a password. */
function holdsWordsBehindAddresses({ header, records }: Sample): boolean {
  return (
    header === null &&
    records.length > 0 &&
    records.every((record) => {
      const [cell, ...others] = Object.values(record)
      const [address = '', word = '', ...more] = typeof cell === 'string' ? cell.trim().split(/\s+/) : []
      return others.length + more.length === 0 && word !== '' && isEmailAddress(address)
    })
  )
}

const wordsBehind =
  'the word behind each address may be a name or a password, and is not read: put a comma between the two, and a first line with their names'

/** Rows that are shorter than their header are read from the left; whether that is right only people can see. */
function withNote(interpretation: Interpretation, { header, shortRows }: OpenedExport): Interpretation {
  if (holdsWordsBehindAddresses(interpretation.sample)) return withDoubt(interpretation, wordsBehind)
  if (shortRows === undefined) return interpretation
  const note = `its rows have ${shortRows} cells, but its header names ${header?.length ?? 0}: check whether the columns match`
  return withDoubt(interpretation, note)
}
