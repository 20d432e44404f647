import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withFacet, withTexts } from '../../../../electron/engine/document/facets.ts'
import { callsOf } from '../../../../electron/engine/document/stored-calls.ts'
import { fileTable } from '../../../../electron/engine/document/files.ts'
import {
  createReadingJudge,
  type ConfirmedDedup,
  type ReadingJudge,
} from '../../../../electron/engine/document/plans/judge-while-reading.ts'
import { closeDocument, createDocument, type Document } from '../../../../electron/engine/document/open-document.ts'
import { changedDecisions, outdatedPlans } from '../../../../electron/engine/document/plans/outdated-plans.ts'
import { planUsers } from '../../../../electron/engine/document/plans/plan-users.ts'
import { readPlanning } from '../../../../electron/engine/document/plans/plan-row.ts'
import { getChoices, setSetting } from '../../../../electron/engine/document/settings.ts'
import { oneNumber, sql, transaction } from '../../../../electron/engine/document/sqlite.ts'
import { storeBatch } from '../../../../electron/engine/document/read-file.ts'
import { coreFactsTable } from '../../../../electron/engine/document/core-facts.ts'
import { targetTable } from '../../../../electron/engine/document/targets.ts'
import { createClaimIndex, type ClaimIndex } from '../../../../electron/engine/import-pipeline/fast/claim-index.ts'
import { collectDrafts, draftWith } from '../../../../electron/engine/import-pipeline/draft-batch.ts'
import { settlePlan } from '../../../../electron/engine/import-pipeline/plan-columns.ts'
import type { Call } from '../../../../shared/planning/call.ts'
import type { CoreFacts } from '../../../../shared/core-api/check-result.ts'
import type { Choices } from '../../../../shared/planning/choices.ts'
import { changedFacts, type PlanContext } from '../../../../shared/planning/judge-for-plan.ts'
import type { Correction } from '../../../../shared/planning/correction.ts'
import { claimKeys } from '../../../../shared/planning/other-users/duplicates.ts'
import { keepingOut, keptOutKey, readKeptOutKey } from '../../../../shared/planning/other-users/kept-out.ts'
import { planUser } from '../../../../shared/planning/plan-user.ts'
import { linePlaces } from '../../../../shared/places.ts'
import { tenantKey } from '../../../../shared/users/tenant.ts'
import type { User } from '../../../../shared/users/user.ts'
import { must } from '../../../support/documents.ts'

/** An empty document for one run of a law. */
export async function withDocument(work: (document: Document) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'user-migration-test-'))
  const document = must(createDocument(join(folder, 'law.migration')))
  try {
    await work(document)
  } finally {
    closeDocument(document)
    rmSync(folder, { recursive: true })
  }
}

/**
 * Writes users as reading a file of them does, each on the line of its id; the first ones are judged as they are read.
 * Returns results that later steps need not compute again. `claims`: the claims that reading keeps; null: no user is
 * judged.
 */
export function read(
  document: Document,
  users: readonly User[],
  claims: ClaimIndex | null = createClaimIndex(10),
): ConfirmedDedup | null {
  const judging = claims === null ? null : createReadingJudge(document.database, () => claims)
  readWith(document, judging, { name: 'export.csv', batches: [users] })
  return judging?.judged() ?? null
}

/** A file as it is read, users by batch. */
export type ReadInBatches = { readonly name: string; readonly batches: readonly (readonly User[])[] }

/** The same with the judge of a reading, which may be of several files. `onBatch`: after each batch; false: reading ends. Returns the file. */
export function readWith(
  { database }: Document,
  judging: ReadingJudge | null,
  { name, batches }: ReadInBatches,
  onBatch: () => boolean = () => true,
): number {
  const before = oneNumber(sql(database, 'SELECT count(*) AS n FROM user'))
  const file = fileTable.add(database, `/${name}`, name, 1)
  const planning = readPlanning(database)
  const drafts = collectDrafts(draftWith(planning))
  judging?.begin(planning, before === 0 ? batches.flat().length : null, { name, format: '', places: linePlaces })
  let line = before
  for (const users of batches) {
    for (const user of users) drafts.add({ line: (line += 1), offset: 0 }, { kind: 'user', user, keys: [] })
    transaction(database, () => {
      storeBatch(database, file, drafts.take(1), judging?.judge ?? null)
    })
    if (!onBatch()) break
  }
  return file
}

/** `judged`: what reading has judged. */
export async function plan(document: Document, judged: ConfirmedDedup | null = null): Promise<void> {
  must(await planUsers(document, { signal: new AbortController().signal, judged, onProgress: () => undefined }))
}

/** Any plan may be another one, as after parts have joined users. */
export function outdateAll({ database }: Document): void {
  outdatedPlans.forgetPlanned(database)
  outdatedPlans.mark(database, 'all')
}

/** Decides something else, and plans the dependent users again, or all. */
export async function choose(
  document: Document,
  choices: Choices,
  whom: 'dependents' | 'all' = 'dependents',
): Promise<void> {
  const { database } = document
  if (whom === 'all') outdateAll(document)
  else outdatedPlans.mark(database, changedDecisions(getChoices(database), choices))
  setSetting(database, 'choices', choices)
  await plan(document)
}

/** Moves to another core, and plans the dependent users again, or all. */
export async function moveTo(
  document: Document,
  core: CoreFacts | null,
  whom: 'dependents' | 'all',
  dialect: PlanContext['dialect'] = 'supertokens',
): Promise<void> {
  const { database } = document
  const was = {
    dialect: targetTable.current(database)?.dialect ?? 'documented',
    core: coreFactsTable.current(database),
  } as const
  const { id } = targetTable.use(database, {
    kind: 'rehearsal',
    base_url: 'http://127.0.0.1:3567',
    name: 'core',
    dialect,
    cdi_version: null,
    app_url: null,
    check_message: '',
  })
  coreFactsTable.save(database, id, core)
  if (whom === 'all') outdateAll(document)
  else outdatedPlans.mark(database, changedFacts(was, { dialect, core }))
  await plan(document)
}

export function correct({ database }: Document, id: number, correction: Correction | null): void {
  const text = correction === null ? null : JSON.stringify(correction)
  database.prepare('UPDATE user SET correction = ? WHERE id = ?').run(text, id)
}

/** Notes that the ready ones among these users were sent to a live core. */
export function send({ database }: Document, ids: readonly number[]): void {
  const target = targetTable.use(database, {
    kind: 'live',
    base_url: 'https://core.example.com',
    name: 'core',
    dialect: 'documented',
    cdi_version: null,
    app_url: null,
    check_message: '',
  })
  for (const id of ids) {
    database
      .prepare(
        `INSERT INTO call (target_id, user_id, key, kind, state, since)
         SELECT ?, user.id, 'a', 'import', 'done', 0 FROM user ${withFacet} WHERE user.id = ? AND plan_state = 'ready'`,
      )
      .run(target.id, id)
  }
}

/** The outline of a plan: its findings without those that depend on all other users. */
export type PlanOutline = {
  readonly state: string
  readonly calls: readonly Call[]
  readonly findings: readonly string[]
}

/** The plans of a document in the order of reading. */
export function plansIn({ database }: Document): PlanOutline[] {
  const users = database
    .prepare(`SELECT user.id, plan_state, ${callsOf} AS calls FROM user ${withFacet} ${withTexts} ORDER BY user.id`)
    .all()
  const findings = database.prepare(
    "SELECT code, group_key, blocks, detail FROM finding WHERE user_id = ? AND code NOT IN ('same-email-elsewhere', 'same-id-elsewhere')",
  )
  return users.map((row) => {
    const { id, plan_state, calls } = row as { id: number; plan_state: string; calls: string }
    const found = findings.all(id) as { code: string; group_key: string; blocks: number; detail: string }[]
    const lines = found.map(({ code, group_key, blocks, detail }) => `${blocks} ${code} ${group_key} ${detail}`)
    return { state: plan_state, calls: JSON.parse(calls) as Call[], findings: lines.toSorted() }
  })
}

export function hasSeveralTenants(users: readonly User[]): boolean {
  return new Set(users.flatMap(({ tenants }) => tenants?.map(tenantKey) ?? [])).size > 1
}

/** A user as the law has it. `sent`: its plan when it was sent. */
export type LawUser = { readonly user: User; readonly correction?: Correction | null; readonly sent?: PlanOutline }

/** Plans one user after the other, as the rules say; those that were sent hold their claims before all others. */
export function planInOrder(users: readonly LawUser[], choices: Choices): PlanOutline[] {
  const holders = new Map<string, number>()
  for (const [index, { sent }] of users.entries()) {
    for (const { key } of claimKeys({ calls: sent?.calls ?? [] })) if (!holders.has(key)) holders.set(key, index)
  }
  const isOnlyTenant = !hasSeveralTenants(users.map(({ user }) => user))
  const keptOut = keptOutUsers(users, choices)
  return users.map(({ user, correction = null, sent }, index) => {
    if (sent !== undefined) return sent
    const planning = { choices, context: { scrypt: null, dialect: 'documented', isOnlyTenant } } as const
    const { plan, drafted } = settlePlan(user, correction, planning, (key) => {
      const holder = readKeptOutKey(key) === null ? holders.get(key) : keptOut(key, index)
      return holder === undefined ? null : { file: 'export.csv', place: `line ${holder + 1}` }
    })
    const kept = new Set(plan.state === 'excluded' ? [] : claimKeys(plan).map(({ key }) => key))
    for (const { key } of claimKeys(drafted)) if (kept.has(key) && !holders.has(key)) holders.set(key, index)
    const findings = plan.findings.map(
      ({ code, group, blocks, detail }) => `${blocks ? 1 : 0} ${code} ${group} ${detail}`,
    )
    return { state: plan.state, calls: plan.calls, findings: findings.toSorted() }
  })
}

/** Finds the first other user that is kept out, by its key; two users with tenants share one. A user that was sent is not kept out. */
function keptOutUsers(users: readonly LawUser[], choices: Choices) {
  const tenantsOf = (at: number) => users[at]?.user.tenants?.map(tenantKey) ?? []
  const all = users.flatMap(({ user, correction = null, sent }, at) => {
    const { email, findings } = planUser(user, correction, choices, { scrypt: null, dialect: 'documented' })
    if (sent !== undefined || email === null) return []
    const of = keepingOut(choices).filter((status) => findings.some(({ code }) => code === status))
    return of.map((status) => ({ at, key: keptOutKey({ status, email }) }))
  })
  return (key: string, index: number) => {
    const [own, isHere] = [tenantsOf(index), (other: readonly string[]) => other.some((one) => own.includes(one))]
    const isAlike = (other: readonly string[]) => own.length === 0 || other.length === 0 || isHere(other)
    return all.find((one) => one.key === key && one.at !== index && isAlike(tenantsOf(one.at)))?.at
  }
}

/** Everything that planning writes, but for the ids of facets. */
export function written({ database }: Document): unknown {
  const tables = [
    `SELECT user.id, line, source_id, email, phone, password_claim, user.summary, facet.summary AS shared, blocking_code, findings, plan_state, bucket, methods, providers, accounts, facet.calls, facet.kind
     FROM user ${withFacet} ORDER BY user.id`,
    'SELECT * FROM user_text ORDER BY user_id',
    'SELECT user_id, key, is_owner FROM identifier ORDER BY 1, 2',
    'SELECT * FROM finding ORDER BY user_id, code, group_key',
  ]
  return tables.map((table) => database.prepare(table).all())
}
