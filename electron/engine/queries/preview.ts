import * as z from 'zod'
import { count, counted } from '../../../shared/format.ts'
import { maskHash } from '../../../shared/hashes/mask-hash.ts'
import type { FindingGroup, ListFilterView, PreviewView, StateCounts } from '../../../shared/ipc/views.ts'
import { type Choices, decisions, findingChoices } from '../../../shared/planning/choices.ts'
import { anyCore } from '../../../shared/planning/decisions/core-decisions.ts'
import { describeFinding, type FindingCode, isFindingCode } from '../../../shared/planning/findings.ts'
import { unchangedOf } from '../../../shared/report/state-titles.ts'
import { methodTitle } from '../../../shared/users/method-titles.ts'
import { findingCounts, isReady, ofFacet, withFacet, withProgress } from '../document/facets.ts'
import { loadUser } from '../document/plans/load-user.ts'
import { passwordCheckTable } from '../document/password-checks.ts'
import { getChoices, getSetting } from '../document/settings.ts'
import { allRows, type Database, oneNumber, oneRow, sql } from '../document/sqlite.ts'
import { callsOf, readStoredCalls } from '../document/stored-calls.ts'
import { type Target, targetTable } from '../document/targets.ts'
import { type FacetCount, userCounts } from './counts.ts'
import { freedByGroup, settledByRecommended } from './freed-users.ts'
import { namedBy, namedUsersSql } from './users-filter.ts'
import { passkeyColumns } from './mapping-report.ts'
import { countNewIds, executorFacts } from './planned-facts.ts'
import { countPasswordChecks, hashLabel, hashOutcome } from './password-check-shares.ts'
import { countProfileParts } from './profile-groups.ts'

/** Reasons why users are not sent, with their number. */
type Reasons = readonly { readonly code: string; readonly users: number }[]

const reasonRow = z.object({ code: z.string().nullable(), users: z.number() })

/** Excluded users are counted under one reason each, however many they have. Every one of them is looked at. */
const exclusions = `SELECT code, count(*) AS users FROM (
  SELECT (SELECT code FROM finding WHERE finding.user_id = user.id
    AND code IN ('deleted', 'duplicate', 'excluded', 'unchanged-since')
    ORDER BY code = 'unchanged-since' DESC, code LIMIT 1) AS code
  FROM ${ofFacet} WHERE facet.plan_state = 'excluded') GROUP BY code ORDER BY users DESC, code`

/** Users who wait for several decisions are counted with each of them, as in the list of decisions and in the report. */
const openDecisions = `SELECT code, count(DISTINCT user.id) AS users
  FROM ${ofFacet} LEFT JOIN finding ON finding.user_id = user.id AND blocks = 1
  WHERE facet.plan_state = 'blocked' GROUP BY code ORDER BY users DESC, code`

function reasonsOf(database: Database, select: string): Reasons {
  return allRows(reasonRow, sql(database, select)).map(({ code, users }) => ({ code: code ?? '', users }))
}

/** Beyond that, only how many there are is said: counting their reasons would take seconds. */
const maxCounted = 300_000

function blockedReasons(database: Database, users: number): Reasons {
  return users > maxCounted ? [] : reasonsOf(database, openDecisions)
}

function excludedReasons(database: Database, users: number): Reasons {
  const reasons = users > maxCounted ? [] : reasonsOf(database, exclusions)
  return reasons.filter(({ code }) => code !== 'unchanged-since')
}

/** One user, and many, that are not sent for a reason. */
const words: Readonly<Partial<Record<FindingCode | '', readonly [string, string]>>> = {
  'unsupported-hash': ['hash the core cannot check', 'hashes the core cannot check'],
  'malformed-hash': ['broken hash', 'broken hashes'],
  'redacted-hash': ['hash removed by the exporter', 'hashes removed by the exporter'],
  'hash-parameters-missing': ['without hash parameters', 'without hash parameters'],
  'signer-key-not-confirmed': ['waiting for the signer key', 'waiting for the signer key'],
  'hash-without-email': ['password without an email', 'passwords without an email'],
  'hash-without-contact': ['password without email or phone', 'passwords without email or phone'],
  'third-party-without-email': ['without an email from the provider', 'without an email from the provider'],
  'provider-undecided': ['undecided provider', 'undecided providers'],
  'identity-without-id': ['without a provider user ID', 'without a provider user ID'],
  duplicate: ['duplicate', 'duplicates'],
  'unverified-email': ['unverified email', 'unverified emails'],
  'unverified-phone': ['unverified phone number', 'unverified phone numbers'],
  disabled: ['disabled user', 'disabled users'],
  'same-email-out-elsewhere': ['email of a user who is kept out', 'emails of users who are kept out'],
  'email-invalid': ['invalid email', 'invalid emails'],
  'phone-invalid': ['incomplete phone number', 'incomplete phone numbers'],
  'phone-unusable': ['unusable phone number', 'unusable phone numbers'],
  'too-long': ['value too long', 'values too long'],
  'no-login': ['without a way to log in', 'without a way to log in'],
  'changed-since': ['changed since the earlier migration', 'changed since the earlier migration'],
  'unchanged-since': ['unchanged since the earlier migration', 'unchanged since the earlier migration'],
  'existing-user': ['already in the core', 'already in the core'],
  deleted: ['deleted in the source', 'deleted in the source'],
  excluded: ['by your choice', 'by your choice'],
}

/** `duplicates`, `broken hash`: the reason of one user, or of several. */
function reasonName({ code, users }: Reasons[number]): string {
  const [one, many] = words[isKnown(code) ? code : ''] ?? ['other reason', 'other reasons']
  return users === 1 ? one : many
}

function isKnown(code: string): code is FindingCode {
  return Object.hasOwn(words, code)
}

/**
 * The confirmation in numbers: "12,480 users will be created in core.example.com. 37 are excluded: duplicates. 5 need a
 * decision: 3 undecided providers, 2 broken hashes."
 */
function sentenceFor(
  database: Database,
  target: Target | undefined,
  counts: StateCounts,
  filtered: ListFilterView | null,
): string {
  const where = target === undefined ? 'the core' : target.kind === 'rehearsal' ? 'the rehearsal core' : target.name
  const ready = filtered?.ready ?? counts.ready
  if (filtered !== null) {
    const named = `${counted(ready, 'user')} named in ${filtered.from.join(' and ') || 'the list'}`
    return `${named} will be created in ${where}. Other users are not sent.`
  }
  const waiting = { code: 'existing-user', users: userCounts.waiting(database, target?.id ?? null) }
  const blocked = [...blockedReasons(database, counts.blocked), waiting].filter(({ users }) => users > 0)
  const since = getSetting(database, 'delta-counts')
  const unchanged = unchangedOf(since ?? {}, counts)
  const excluded = counts.excluded - unchanged
  return [
    `${counted(ready, 'user')} will be created${since === undefined ? '' : ' or updated'} in ${where}.`,
    ...(unchanged > 0 ? [`${counted(unchanged, 'is unchanged', 'are unchanged')}.`] : []),
    ...(excluded > 0
      ? [heldBack(excluded, ['is excluded', 'are excluded'], excludedReasons(database, counts.excluded))]
      : []),
    ...(counts.blocked > 0 ? [heldBack(counts.blocked, ['needs a decision', 'need a decision'], blocked)] : []),
  ].join(' ')
}

const maxReasons = 3

/**
 * `2 are excluded: duplicates.` One reason needs no number of its own; of several, the most frequent are named. Where users
 * have several reasons, the numbers would not add up to the total, so the reasons stand without them.
 */
function heldBack(users: number, [one, many]: readonly [string, string], reasons: Reasons): string {
  const total = counted(users, one, many)
  const named = reasons.filter(({ code }) => isKnown(code)).slice(0, maxReasons)
  const sum = (of: Reasons) => of.reduce((all, { users }) => all + users, 0)
  const rest = sum(reasons) - sum(named)
  const shown = [...named, ...(rest > 0 ? [{ code: '', users: rest }] : [])]
  const [only] = shown
  if (only === undefined) return `${total}.`
  // The one reason that is no noun: `10 are excluded by your choice.`
  if (shown.length === 1) return `${total}${only.code === 'excluded' ? '' : ':'} ${reasonName(only)}.`
  const addsUp = sum(shown) === users
  return `${total}: ${shown.map((reason) => `${addsUp ? `${count(reason.users)} ` : ''}${reasonName(reason)}`).join(', ')}.`
}

/** Everything that will happen, in numbers, before anything is sent. */
export function previewView(database: Database): PreviewView {
  const target = targetTable.current(database)
  const facets = userCounts.facets(database)
  const counts = userCounts.states(database, target?.id ?? null, facets)
  const choices = getChoices(database)
  const filtered = userFilterView(database, target?.id ?? null)
  const findings = findingGroups(database, choices, target?.id ?? null, facets, counts.blocked)
  return {
    totals: userCounts.records(database),
    counts,
    hashes: hashShares(database, facets),
    methods: methodShares(facets),
    providers: (getSetting(database, 'source-providers') ?? []).map(({ source, users }) => ({
      key: source,
      label: source,
      users,
    })),
    findings: [...findings],
    recommended: settledByRecommended(database, findings, counts.blocked),
    filtered,
    confirmations: confirmationsFor(target, counts, () => facets),
    sentence: sentenceFor(database, target, counts, filtered),
    executor: { ...executorFacts(database, target, choices) },
    passkeys: [...passkeyColumns(database)],
    mailNote: mailNote(facets, target),
  }
}

/** The parts of a bar, the largest first. */
function shares(
  facets: readonly FacetCount[],
  keysOf: (facet: FacetCount) => readonly string[],
): { key: string; users: number }[] {
  const users = new Map<string, number>()
  for (const facet of facets) for (const key of keysOf(facet)) users.set(key, (users.get(key) ?? 0) + facet.users)
  return [...users].map(([key, n]) => ({ key, users: n })).sort((one, other) => other.users - one.users)
}

function hashShares(database: Database, facets: readonly FacetCount[]): PreviewView['hashes'] {
  const passwordChecks = passwordCheckTable.list(database)
  const reached = new Set(facets.flatMap(({ bucket, unreachable }) => (unreachable === 1 ? [] : [bucket])))
  return shares(facets, ({ bucket }) => [bucket]).map(({ key, users }) => ({
    key,
    users,
    label: hashLabel(key),
    fate: hashOutcome(key, reached.has(key)),
    isReached: reached.has(key),
    ...example(database, key, facets),
    ...countPasswordChecks(passwordChecks, key),
  }))
}

const exampleRow = z.object({ id: z.number(), source: z.string(), calls: z.string() })

/** One masked example of a family: as the export has it, and as it goes out. */
function example(
  database: Database,
  bucket: string,
  facets: readonly FacetCount[],
): { readonly before: string | null; readonly after: string | null } {
  if (bucket === 'none') return { before: null, after: null }
  const ofBucket = facets.filter((facet) => facet.bucket === bucket)
  const first = ofBucket.find(({ state }) => state === 'ready') ?? ofBucket[0]
  const row = oneRow(
    exampleRow,
    sql(database, `SELECT user_id AS id, source, ${callsOf} AS calls FROM user_text AS t WHERE user_id = ?`),
    first?.first ?? 0,
  )
  if (row === undefined) return { before: null, after: null }
  const hash = loadUser(database, row).hash
  const sent = readStoredCalls(row.calls).find((call) => call.kind === 'import')
  return {
    before: hash === null ? null : maskHash(hash.hash),
    after: sent?.kind === 'import' ? maskHash(sent.passwordHash) : null,
  }
}

function methodShares(facets: readonly FacetCount[]): PreviewView['methods'] {
  return shares(facets, ({ shown }) => (shown === '' ? ['none'] : shown.split(','))).map(({ key, users }) => ({
    key,
    users,
    label: methodTitle(key),
  }))
}

const findingRow = z.object({
  code: z.string(),
  group_key: z.string(),
  blocks: z.number(),
  users: z.number(),
  waiting: z.number(),
})

/** Findings by code and group: those that block first, then by number of users. */
export function findingGroups(
  database: Database,
  choices: Choices,
  targetId: number | null,
  facets: readonly FacetCount[],
  blocked = Number.POSITIVE_INFINITY,
): readonly FindingGroup[] {
  const freed = freedByGroup(database, blocked)
  const planned = allRows(
    findingRow,
    sql(
      database,
      `SELECT code, group_key, blocks, users, waiting FROM ${findingCounts} ORDER BY blocks DESC, users DESC`,
    ),
  )
  const waiting = userCounts.waiting(database, targetId)
  const target = targetTable.current(database)
  const hasCore = target !== undefined
  const isAsked = ({ code }: { readonly code: string }) => code !== 'totp-doubtful' || target?.dialect !== 'documented'
  const newIds = countNewIds(database, choices, facets)
  const atCore = { code: 'existing-user', group_key: '', blocks: 1, users: waiting, waiting }
  const rows = [
    ...(waiting === 0 ? [] : [atCore]),
    ...planned.filter(isAsked),
    ...[newIds ?? [], countProfileParts(database, facets)].flat().map((row) => ({ ...row, waiting: 0 })),
  ]
  return rows.flatMap((row) => {
    if (!isFindingCode(row.code)) return []
    const ref = { code: row.code, group: row.group_key }
    // Plans speak of the documented interface until a core is chosen.
    const group = hasCore || row.group_key !== 'documented' ? row.group_key : ''
    const offered = findingChoices(row.code, group)
    const chosen = decisions.chosen(choices, { code: row.code, group })
    const { title, meaning, next } = describeFinding(
      row.code,
      hasCore ? group : groupBeforeCore(row.code, row.group_key),
      row.blocks === 0 && chosen === null,
    )
    return [
      {
        code: row.code,
        group: row.group_key,
        title,
        meaning: row.waiting > 0 && row.waiting < row.users ? `${meaning} ${waitingText(row)}` : meaning,
        next,
        users: row.users,
        blocks: row.blocks === 1,
        choices: offered.map((choice) => ({ ...choice })),
        chosen,
        recommended: offered.length > 0 ? decisions.recommended(ref) : null,
        option: decisions.optionFor({ code: row.code, group }),
        frees: row.code === 'existing-user' ? row.users : freed(row.code, row.group_key),
      },
    ]
  })
}

/** Some of the users with a finding need nothing of it: a value that nothing reads stands beside one of the same kind. */
function waitingText({ users, waiting }: { readonly users: number; readonly waiting: number }): string {
  const others = users - waiting
  return `${count(waiting)} of them ${waiting === 1 ? 'waits' : 'wait'}; the ${others === 1 ? 'other one does' : 'others do'} not need it.`
}

/** A core that is chosen later may have a place for data that the documented interface lacks. */
function groupBeforeCore(code: string, group: string): string {
  if (code === 'profile-data') return `${anyCore}:${group}`
  return group === 'documented' ? anyCore : group
}

/** Confirmations that a live run needs. */
export function confirmationsFor(
  target: Target | undefined,
  counts: StateCounts,
  facets: () => readonly FacetCount[],
): PreviewView['confirmations'] {
  if (target === undefined || target.kind === 'rehearsal' || counts.ready === 0) return []
  const imports = anyReady(facets(), 'password')
  const confirmations = [{ key: 'live', text: `Send these users to ${target.name}, a live core.` }]
  if (imports && target.dialect === 'documented') {
    confirmations.push({
      key: 'overwrite',
      text: 'An import replaces the password of an existing user, and this core cannot be asked first. Until you decide about such users, at most three are imported at once, and the run pauses after the third.',
    })
  }
  return confirmations
}

function anyReady(facets: readonly FacetCount[], method: string): boolean {
  return facets.some(({ state, methods }) => state === 'ready' && methods.split(',').includes(method))
}

function mailNote(facets: readonly FacetCount[], target: Target | undefined): string {
  const codes = anyReady(facets, 'passwordless')
  if (!codes || target === undefined) return ''
  return target.kind === 'rehearsal' || target.dialect === 'supertokens'
    ? 'Codes are created for passwordless users; this core sends no email or SMS by itself.'
    : 'Codes are created for passwordless users, and this core may then send an email or SMS: test with an address of your own first.'
}

/** The list that narrows the migration, and how many of its users can be sent; null: no list. */
function userFilterView(database: Database, targetId: number | null): ListFilterView | null {
  const only = getSetting(database, 'user-filter') ?? null
  if (only === null) return null
  const lists = namedBy(only)
  const found = oneNumber(sql(database, `SELECT count(*) AS n FROM (${namedUsersSql})`), ...lists)
  const ready = oneNumber(
    sql(
      database,
      `SELECT count(*) AS n FROM (${namedUsersSql}) AS one CROSS JOIN user ON user.id = one.id ${withFacet}
         ${withProgress}
       WHERE ${isReady}`,
    ),
    ...lists,
    targetId ?? 0,
  )
  return { from: getSetting(database, 'user-filter-sources') ?? [], named: only.length, found, ready }
}
