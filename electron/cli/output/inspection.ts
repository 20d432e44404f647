import { relative } from 'node:path'
import * as z from 'zod'
import { userCounts } from '../../engine/queries/counts.ts'
import { fileTable, type SourceFile } from '../../engine/document/files.ts'
import { facetCounts } from '../../engine/document/facets.ts'
import { getChoices, getSetting } from '../../engine/document/settings.ts'
import { findingGroups } from '../../engine/queries/preview.ts'
import { inheritedDecisions } from '../../engine/session/delta-baseline.ts'
import { matchTenant } from '../../../shared/planning/tenants.ts'
import { comparedByContactText } from '../../../shared/planning/delta-groups.ts'
import { decisions, takenDecisions } from '../../../shared/planning/choices.ts'
import { counted, inSentence } from '../../../shared/format.ts'
import { decisionsWithoutEffect, idleDecisionsSentence } from '../../../shared/planning/unmapped.ts'
import { unmappedField } from '../../../shared/planning/unmapped-key.ts'
import { unreadHashes, unreadHashesText, type ControlTotals } from '../../../shared/mapping/unmapped/control-totals.ts'
import { shownName } from '../../../shared/mapping/shown/shown-name.ts'
import { fileFact, unmappedFields } from '../../engine/document/source-facts.ts'
import { incompleteFiles } from '../../engine/document/incomplete-files.ts'
import { continueOption } from '../check-users.ts'
import { columnQuestions } from './column-questions.ts'
import type { MappingReport } from '../../engine/queries/mapping-report.ts'
import { allRows, type Database, sql } from '../../engine/document/sqlite.ts'

const countRow = z.object({ key: z.string(), n: z.number() })

/** Counts after reading and planning. `hashes` and the states sum up to `users`. */
export function inspection(database: Database, cwd: string, mappings: ReadonlyMap<number, MappingReport> = new Map()) {
  const totals = userCounts.records(database)
  const group = (text: string) =>
    Object.fromEntries(allRows(countRow, sql(database, text)).map(({ key, n }) => [key, n]))
  const facets = userCounts.facets(database)
  const counts = userCounts.states(database, null, facets)
  const buckets = sums(facets.map(({ bucket, users }) => [bucket, users]))
  const going = facets.filter(({ state }) => state !== 'excluded')
  const methods = sums(
    going.flatMap(({ methods, users }) => methods.split(',').map((method) => [method, users] as const)),
  )
  const files = fileTable.list(database)
  const unsupported = Object.entries(buckets).filter(([key]) => key.startsWith('unsupported:'))
  return {
    files: files.map((file) => ({
      path: relativeTo(cwd, file.path),
      problem: file.problem,
      format: file.format,
      compression: file.compression,
      encoding: file.encoding,
      provider: file.recognition?.provider ?? 'generic',
      records: file.records,
      unreadable: file.unreadable,
      other: file.other,
      truncation: file.truncation,
      unreadTables: file.unreadTables,
      zipMember: file.zip_member,
      offers: file.offers,
      controlTotals: controlTotalsOf(database, file),
      unappliedChanges: unappliedChangesOf(database, file),
      lostLogins: lostLoginsOf(database, file),
      mapping: mappings.get(file.id) ?? null,
    })),
    records: totals.records,
    joined: totals.joined,
    unmatched: totals.unmatched,
    unreadable: totals.unreadable,
    other: sums(files.flatMap(({ other }) => Object.entries(other))),
    users: totals.users,
    loginMethods: {
      // A user has one password and one login by code, but may have several third-party accounts.
      emailPassword: methods['password'] ?? 0,
      thirdParty: going.reduce((sum, { accounts, users }) => sum + accounts * users, 0),
      passwordless: methods['passwordless'] ?? 0,
    },
    hashes: {
      bcrypt: buckets['bcrypt'] ?? 0,
      argon2: buckets['argon2'] ?? 0,
      firebaseScrypt: buckets['firebase-scrypt'] ?? 0,
      unsupported: Object.fromEntries(unsupported.map(([key, n]) => [key.slice('unsupported:'.length), n])),
      malformed: buckets['malformed'] ?? 0,
      redacted: buckets['redacted'] ?? 0,
      none: buckets['none'] ?? 0,
    },
    ready: counts.ready,
    blocked: group(`SELECT facet.blocking_code AS key, sum(users) AS n FROM ${facetCounts}
      WHERE facet.plan_state = 'blocked' GROUP BY 1`),
    excluded: counts.excluded,
    ...tenants(database),
    findings: allFindings(database, columnQuestions(database, files, mappings)),
    decisionsWithoutEffect: idleDecisions(database),
    ...planDelta(database),
  }
}

/** Both sums of what looks like a login in a file, and the accounts of the second. */
function controlTotalsOf(database: Database, { id, name }: SourceFile) {
  const totals = fileFact(database, id, 'control-totals')
  if (totals === null) return null
  const accounts = totals.accounts.map((account) => ({
    ...account,
    name: account.name === null ? null : shownName(account.name),
  }))
  const unread =
    unreadHashes(totals).length > 0 ? { text: unreadHashesText(totals), option: continueOption.hashes(name) } : null
  return { emails: balanceOf(totals, 'emails'), hashes: balanceOf(totals, 'hashes'), accounts, unreadHashes: unread }
}

/** Statements of a dump that change its users and were not applied, and the option that ignores them. */
function unappliedChangesOf(database: Database, { id, name }: SourceFile) {
  const changes = incompleteFiles.unappliedChanges(database, id)
  return changes === null ? null : { ...changes, option: continueOption.changes(name) }
}

/** Logins of a file that no user got, while users have none, and the option that continues without them. */
function lostLoginsOf(database: Database, { id, name }: SourceFile) {
  const text = incompleteFiles.lostLogins(database, id)
  return text === null ? null : { text, option: continueOption.logins(name) }
}

function allFindings(
  database: Database,
  questions: ReturnType<typeof columnQuestions>,
): readonly ReturnType<typeof findings>[number][] {
  return [...findings(database), ...questions]
}

/** Every group of findings, whether it blocks or not, with the option that decides it. A user may be in several. */
function findings(database: Database) {
  const reasons = hashReasons(database)
  return findingGroups(database, getChoices(database), null, userCounts.facets(database)).map(
    ({ code, group, title, meaning, next, users, blocks, option, chosen }) => ({
      ...reasonsOf(reasons, code, group),
      code,
      group,
      title,
      meaning,
      next: next === '' ? null : next,
      users,
      blocks,
      chosen: decisions.typedAnswer({ code, group }, chosen),
      decide: /--decide (.+)$/.exec(option ?? '')?.[1] ?? null,
      option,
    }),
  )
}

const reasonRow = z.object({ code: z.string(), group_key: z.string(), detail: z.string(), users: z.number() })
type Reasons = readonly z.infer<typeof reasonRow>[]

/** Why hashes are sent with a warning or in another form, with the numbers of their users. */
function hashReasons(database: Database): Reasons {
  return allRows(
    reasonRow,
    sql(
      database,
      `SELECT code, group_key, detail, count(*) AS users FROM finding
       WHERE code IN ('hash-warning', 'hash-rewritten')
       GROUP BY code, group_key, detail ORDER BY users DESC, detail`,
    ),
  )
}

/** Further reasons are left out. */
const maxReasons = 5

function reasonsOf(
  reasons: Reasons,
  code: string,
  group: string,
): { readonly reasons?: readonly { readonly reason: string; readonly users: number }[] } {
  const own = reasons.filter((one) => one.code === code && one.group_key === group)
  return own.length === 0
    ? {}
    : { reasons: own.slice(0, maxReasons).map(({ detail, users }) => ({ reason: detail, users })) }
}

/** The tenants of the source with their users, and what stands for each in the core; only where the export has any. */
function tenants(database: Database) {
  const choices = getChoices(database)
  const sources = getSetting(database, 'source-tenants') ?? []
  const named = sources.map(({ source, users }) => {
    const match = matchTenant(source, choices, null, sources.length === 1)
    const becomes = match.kind === 'tenant' ? (match.id ?? 'default') : match.kind === 'excluded' ? 'exclude' : null
    return { source, users, becomes }
  })
  return named.length === 0 ? {} : { tenants: named }
}

/** Decisions about columns in which no file has such values. */
function idleDecisions(database: Database) {
  const { unmapped } = getChoices(database)
  return decisionsWithoutEffect(unmapped, unmappedFields(database)).flatMap((key) => {
    const about = unmappedField.parse(key)
    return about === null ? [] : [{ column: about.field, kind: about.kind, decision: unmapped[key] }]
  })
}

/** The decisions without an effect in a line; empty when every decision has one. */
export function idleDecisionsText(database: Database): string {
  const keys = decisionsWithoutEffect(getChoices(database).unmapped, unmappedFields(database))
  return keys.length === 0 ? '' : `Decisions without effect: ${idleDecisionsSentence(keys)}\n`
}

/** Counts against the earlier migration, if there is one. */
function planDelta(database: Database) {
  const [baseline, counts] = [getSetting(database, 'baseline'), getSetting(database, 'delta-counts')]
  return baseline === undefined || counts === undefined ? {} : { planDelta: counts }
}

/** Counts of users against the earlier migration, in a line; empty when there is none. */
export function baselineText(database: Database): string {
  const { planDelta: counts } = planDelta(database)
  if (counts === undefined) return ''
  const blind = getSetting(database, 'baseline')?.blind === true
  const unseen = 'Its hashes were removed, so a password that changed since cannot be seen.\n'
  const contactText = comparedByContactText(getSetting(database, 'compared-by-contact') ?? 0)
  return (
    `Since the earlier migration: ${counts.new} new, ${counts.changed} changed, ${counts.unchanged} unchanged, ` +
    `${counts.open} not sent before; ${counts.missing} of those in the core are no longer in the export.\n` +
    `${contactText === '' ? '' : `${contactText}\n`}${blind ? unseen : ''}${takenText(database)}`
  )
}

/** Inherited decisions of the earlier migration, in a line; empty when there are none. */
function takenText(database: Database): string {
  const { choices, files, parts: chosen } = inheritedDecisions(database)
  const counts = findingGroups(database, getChoices(database), null, userCounts.facets(database))
  const parts = [
    ...chosen.map(({ name, part }) => `“${part}” of ${name}`),
    ...files.map(({ name }) => `the mapping of ${name}`),
    ...takenDecisions(choices).map((one) => {
      const users = decisions.usersOf(one, counts)
      return `${inSentence(one.about)}: ${one.decided}${users === null ? '' : ` (${counted(users, 'user')})`}`
    }),
  ]
  return parts.length === 0 ? '' : `Taken over from ${getSetting(database, 'baseline')?.name}: ${parts.join('; ')}.\n`
}

function relativeTo(cwd: string, path: string): string {
  const near = relative(cwd, path)
  return near.startsWith('..') ? path : near
}

function sums(counts: readonly (readonly [key: string, n: number])[]): Readonly<Record<string, number>> {
  const sum = new Map<string, number>()
  for (const [key, n] of counts) sum.set(key, (sum.get(key) ?? 0) + n)
  return Object.fromEntries(sum)
}

/** The number that the scan found, and the part of it that is accounted for. */
type Balance = { readonly counted: number; readonly accounted: number }

function balanceOf(totals: ControlTotals, kind: 'emails' | 'hashes'): Balance {
  const open = totals.accounts.filter((account) => account.kind === 'unaccounted')
  return { counted: totals[kind], accounted: totals[kind] - open.reduce((sum, account) => sum + account[kind], 0) }
}
