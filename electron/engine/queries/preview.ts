import { methodTitle } from '../../../shared/users/method-titles.ts'
import * as z from 'zod'
import type { FindingGroup, PreviewView, StateCounts } from '../../../shared/ipc/views.ts'
import { maskHash } from '../../../shared/hashes/mask-hash.ts'
import { decisions, findingChoices, type Choices } from '../../../shared/planning/choices.ts'
import { describeFinding, isFindingCode } from '../../../shared/planning/findings.ts'
import { anyCore } from '../../../shared/planning/decisions/core-decisions.ts'
import { listPasswordChecks } from '../document/password-checks.ts'
import { allRows, oneRow } from '../document/rows.ts'
import { getChoices, getSetting } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'
import { readStoredCalls } from '../document/stored-calls.ts'
import { type Target, currentTarget } from '../document/targets.ts'
import { loadUser } from '../document/load-user.ts'
import { type FacetCount, countFacets, countRecords, countStates, countWaiting } from './counts.ts'
import { executorFacts } from './executor-facts.ts'
import { countNewIds } from './new-ids.ts'
import { countProfileParts } from './profile-groups.ts'
import { userFilterView } from './list-filter.ts'
import { hashOutcome, hashLabel } from './hash-text.ts'
import { countPasswordChecks } from './password-check-shares.ts'
import { freedByGroup, settledByRecommended } from './freed-users.ts'
import { sentenceFor } from './sentence.ts'

/** Everything that will happen, in numbers, before anything is sent. */
export function previewView(database: Database): PreviewView {
  const target = currentTarget(database)
  const facets = countFacets(database)
  const counts = countStates(database, target?.id ?? null, facets)
  const choices = getChoices(database)
  const filtered = userFilterView(database, target?.id ?? null)
  const findings = findingGroups(database, choices, target?.id ?? null, facets, counts.blocked)
  return {
    totals: countRecords(database),
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
  const passwordChecks = listPasswordChecks(database)
  return shares(facets, ({ bucket }) => [bucket]).map(({ key, users }) => ({
    key,
    users,
    label: hashLabel(key),
    fate: hashOutcome(key),
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
    sql(database, 'SELECT user_id AS id, source, calls FROM user_text WHERE user_id = ?'),
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
  return shares(facets, ({ methods }) => (methods === '' ? ['none'] : methods.split(','))).map(({ key, users }) => ({
    key,
    users,
    label: methodTitle(key),
  }))
}

const findingRow = z.object({ code: z.string(), group_key: z.string(), blocks: z.number(), users: z.number() })

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
      'SELECT code, group_key, max(blocks) AS blocks, count(*) AS users FROM finding GROUP BY code, group_key ORDER BY blocks DESC, users DESC',
    ),
  )
  const waiting = countWaiting(database, targetId)
  const hasCore = currentTarget(database) !== undefined
  const newIds = countNewIds(database, choices, facets)
  const atCore = { code: 'existing-user', group_key: '', blocks: 1, users: waiting }
  const rows = [
    ...(waiting === 0 ? [] : [atCore]),
    ...planned,
    ...(newIds === null ? [] : [newIds]),
    ...countProfileParts(database, facets),
  ]
  return rows.flatMap((row) => {
    if (!isFindingCode(row.code)) return []
    const ref = { code: row.code, group: row.group_key }
    // Plans speak of the documented interface until a core is chosen.
    const group = hasCore || row.group_key !== 'documented' ? row.group_key : ''
    const offered = findingChoices(row.code, group)
    const { title, meaning } = describeFinding(row.code, hasCore ? group : groupBeforeCore(row.code, row.group_key))
    return [
      {
        code: row.code,
        group: row.group_key,
        title,
        meaning,
        users: row.users,
        blocks: row.blocks === 1,
        choices: offered.map((choice) => ({ ...choice })),
        chosen: decisions.chosen(choices, ref),
        recommended: offered.length > 0 ? decisions.recommended(ref) : null,
        option: decisions.optionFor({ code: row.code, group }),
        frees: row.code === 'existing-user' ? row.users : freed(row.code, row.group_key),
      },
    ]
  })
}

/** What the documented interface lacks, the core that is chosen later may have a place for. */
function groupBeforeCore(code: string, group: string): string {
  if (code === 'profile-data') return `${anyCore}:${group}`
  return group === 'documented' ? anyCore : group
}

/** What the operator must tick before a live run. */
export function confirmationsFor(
  target: Target | undefined,
  counts: StateCounts,
  facets: () => readonly FacetCount[],
): PreviewView['confirmations'] {
  if (target === undefined || target.kind === 'rehearsal' || counts.ready === 0) return []
  const imports = anyReady(facets(), 'password')
  const ticks = [{ key: 'live', text: `Send these users to ${target.name}, a live core.` }]
  if (imports && target.dialect === 'documented') {
    ticks.push({
      key: 'overwrite',
      text: 'An import replaces the password of an existing user, and this core cannot be asked first. Until you decide about such users, at most three are imported at once, and the run pauses after the third.',
    })
  }
  return ticks
}

function anyReady(facets: readonly FacetCount[], method: string): boolean {
  return facets.some(({ state, methods }) => state === 'ready' && methods.split(',').includes(method))
}

function mailNote(facets: readonly FacetCount[], target: Target | undefined): string {
  const codes = anyReady(facets, 'passwordless')
  if (!codes || target === undefined) return ''
  return target.kind === 'rehearsal' || target.dialect === 'supertokens'
    ? 'Codes are made for passwordless users; this core sends no mail and no SMS by itself.'
    : 'Codes are made for passwordless users. This core may then send mail or SMS: test with an address of your own first.'
}
