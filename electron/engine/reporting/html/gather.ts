import * as z from 'zod'
import { type Correction, correctionSchema } from '../../../../shared/planning/correction.ts'
import { maskContact, maskContactsIn } from '../../../../shared/users/mask-contact.ts'
import { postRunTable } from '../../document/post-run-findings.ts'
import { placeNames } from '../../document/source-facts.ts'
import { withTexts } from '../../document/facets.ts'
import { loadUser } from '../../document/plans/load-user.ts'
import { runSamples } from '../../document/run-record.ts'
import { allRows, type Database, oneNumber, sql } from '../../document/sqlite.ts'
import { targetTable } from '../../document/targets.ts'
import { userCounts } from '../../queries/counts.ts'
import { previewView } from '../../queries/preview.ts'
import { reportView } from '../../queries/report-view.ts'
import { audit } from '../audit.ts'
import type { ReportRow } from '../report-row.ts'
import { summary, type TenantCount } from '../summary.ts'
import { reportedId } from '../writer.ts'
import type { OpenCause } from '../../../../shared/ipc/views.ts'
import { filterUsers } from '../../queries/users-filter.ts'

/** Collects the data of the HTML report. */
export function gather(
  database: Database,
  masked: boolean,
  skipped: readonly Skipped[],
  tenants: readonly TenantCount[],
) {
  const target = targetTable.current(database)
  const report = reportView(database)
  const nameOf = (contact: string | null, sourceId: string | null) =>
    (contact === null ? reportedId(sourceId, masked) : masked ? maskContact(contact) : contact) ?? '–'
  return {
    report,
    causes: report.causes.map((cause) => ({
      ...cause,
      // The core's text may name users.
      title: masked ? maskContactsIn(cause.title) : cause.title,
      names: namesOfCause(database, target?.id ?? null, cause, maxNamed, nameOf),
    })),
    corrections: correctedUsers(database, masked),
    missing: missingUsers(database, target?.id ?? 0, masked),
    preview: previewView(database),
    summary: summary(database),
    audit: audit(database, masked),
    samples: runSamples.read(database, target?.id ?? null),
    withoutPassword: userCounts.withoutPassword(database, target?.id ?? null),
    masked,
    skipped,
    tenants,
  }
}
export type Gathered = ReturnType<typeof gather>

/** More are named by the CSV alone. */
const maxMissing = 10_000

/** Users that the core no longer had when they were looked up. */
function missingUsers(database: Database, targetId: number, masked: boolean) {
  const places = placeNames(database)
  return postRunTable.problems(database, targetId, 'verify', maxMissing, 'missing').map((row) => {
    const contact = row.email ?? row.phone
    return {
      id: reportedId(row.sourceId, masked) ?? places(row.fileId, row),
      contact: contact === null ? '–' : masked ? maskContact(contact) : contact,
      coreUserId: row.coreUserId,
    }
  })
}

/** A user that the operator corrected: the corrected values, and the export's. */
type CorrectedUser = { readonly name: string; readonly corrected: string; readonly before: string }

const row = z.object({
  id: z.number(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  source_id: z.string().nullable(),
  correction: z.string(),
  source: z.string(),
})

/** The first page has room for this many. */
const maxListed = 40

const wasCorrected = `correction IS NOT NULL AND correction <> '{"excluded":true}'`

/** Users whose email, phone, provider or hash was corrected, in the order of the export; `total`: listed or not. */
function correctedUsers(
  database: Database,
  masked: boolean,
): { readonly users: readonly CorrectedUser[]; readonly total: number } {
  const select = `SELECT user.id, user.email, user.phone, user.source_id, user.correction, t.source
    FROM user ${withTexts} WHERE ${wasCorrected} ORDER BY user.id LIMIT ${maxListed}`
  const show = (contact: string | null) =>
    contact === null || contact === '' ? 'None' : masked ? maskContact(contact) : contact
  const users = allRows(row, sql(database, select)).map((user) => {
    const own = loadUser(database, user)
    const changes = changesOf(correctionSchema.parse(JSON.parse(user.correction)), own, show)
    return {
      name:
        user.email === null && user.phone === null
          ? (reportedId(user.source_id, masked) ?? '–')
          : show(user.email ?? user.phone),
      corrected: changes.map(({ what }) => what).join('; '),
      before: changes.flatMap(({ before }) => (before === null ? [] : [before])).join('; ') || '–',
    }
  })
  return { users, total: oneNumber(sql(database, `SELECT count(*) AS n FROM user WHERE ${wasCorrected}`)) }
}

type Change = { readonly what: string; readonly before: string | null }

function changesOf(
  { email, phone, identities, hash }: Correction,
  own: { readonly email: string | null; readonly phone: string | null },
  show: (contact: string | null) => string,
): readonly Change[] {
  const contact = (name: string, to: string | null | undefined, from: string | null): readonly Change[] =>
    to === undefined || to === from ? [] : [{ what: `${name}, now ${show(to)}`, before: show(from) }]
  return [
    ...contact('Email', email, own.email),
    ...contact('Phone', phone, own.phone),
    ...(identities ?? []).map(({ provider, name, providerUserId }) => ({
      what:
        name === undefined
          ? 'Provider user ID'
          : `Provider, now ${name}${providerUserId === undefined ? '' : ', and its user ID'}`,
      before: provider,
    })),
    ...(hash === undefined ? [] : [{ what: hash === null ? 'Password hash removed' : 'Password hash', before: null }]),
  ]
}

/** Names listed per cause, or places per reason; the report says which file has the rest. */
const maxNamed = 300

/** Records that became no user, alike for one reason. */
type Skipped = { readonly reason: string; readonly places: readonly string[]; readonly more: number }

/** Sorts records without a user by kind and reason, line by line. */
export function skippedList(): { readonly take: (row: ReportRow) => void; readonly found: () => readonly Skipped[] } {
  const lists = new Map<string, { places: string[]; more: number }>()
  return {
    take: ({ kind, message, file, place }) => {
      if (kind !== 'unmatched' && kind !== 'unreadable') return
      const reason = `${kind}: ${message}`
      const list = lists.get(reason) ?? { places: [], more: 0 }
      lists.set(reason, list)
      if (list.places.length < maxNamed) list.places.push(`${file}, ${place}`)
      else list.more += 1
    },
    found: () => [...lists].map(([reason, list]) => ({ reason, ...list })),
  }
}

const nameRow = z.object({
  email: z.string().nullable(),
  phone: z.string().nullable(),
  source_id: z.string().nullable(),
  file_id: z.number(),
  file: z.string(),
  line: z.number(),
  byte: z.number(),
})

/**
 * The first users of a cause, in the order of the export, by what people know them by; also by their place where two have the same
 * name, as masked contacts have.
 */
function namesOfCause(
  database: Database,
  targetId: number | null,
  { filter }: Pick<OpenCause, 'filter'>,
  limit: number,
  shown: (contact: string | null, sourceId: string | null) => string,
): readonly string[] {
  const { from, where, id } = filterUsers(filter, targetId ?? 0)
  const select = `SELECT user.email, user.phone, user.source_id, user.file_id, file.name AS file, user.line, user.byte
    FROM ${from.sql} JOIN file ON file.id = user.file_id WHERE ${where.sql} ORDER BY ${id} LIMIT ?`
  const rows = allRows(nameRow, sql(database, select), ...from.values, ...where.values, limit)
  const places = placeNames(database)
  const isShared = filter.finding?.some(({ code, group }) => code === 'duplicate' || group === 'duplicate') ?? false
  const names = rows.map((row) => shown(row.email ?? row.phone, row.source_id))
  const alike = new Set(names.filter((name, at) => names.indexOf(name) !== at))
  return rows.map((row, at) => {
    const name = names[at] ?? ''
    return isShared || alike.has(name) ? `${name} (${row.file}, ${places(row.file_id, row)})` : name
  })
}
