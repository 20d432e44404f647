import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { withFacet } from '../../../electron/engine/document/facets.ts'
import { lateIndexing } from '../../../electron/engine/document/schema.ts'
import { closeDocument, openDocument, removeDocument } from '../../../electron/engine/document/open-document.ts'
import { setSetting } from '../../../electron/engine/document/settings.ts'
import { type Database, transaction } from '../../../electron/engine/document/sqlite.ts'
import { planSummaries } from '../../../electron/engine/document/plans/summaries.ts'
import { targetTable } from '../../../electron/engine/document/targets.ts'
import { createEngine } from '../../../electron/engine/engine.ts'
import { tryPassword } from '../../../electron/engine/password-check/try-password.ts'
import { startRehearsalHere } from '../../support/rehearsal-here.ts'
import type { Result } from '../../../shared/result.ts'
import { madeUpExport } from './made-up-export.ts'

const few = 10_000

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`)
  return result.value
}

/**
 * Makes a document of `users` made-up users in `folder`, as it is in the middle of a run. 10,000 are read and planned
 * by the engine itself; more are copies of these under other names, so that a million take seconds.
 */
export async function makeDocument(folder: string, users: number): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `bench-${users}.migration`)
  const file = join(folder, 'made-up-users.csv')
  removeDocument(path)
  rmSync(`${path}-lock`, { force: true })
  writeFileSync(file, madeUpExport(few))
  const engine = createEngine({ appFolder: folder, startRehearsal: startRehearsalHere, tryPassword })
  must(await engine.ask('internal:create', { path }))
  must(await engine.ask('internal:add', { paths: [file], names: ['made-up-users.csv'] }))
  for (let idle = false; !idle;) {
    await wait(20)
    const state = must(await engine.ask('document:state', {})) as { readonly work: { readonly kind: string } }
    idle = state.work.kind === 'idle'
  }
  must(await engine.ask('internal:close', {}))
  const document = must(openDocument(path))
  document.database.exec('PRAGMA synchronous = OFF; PRAGMA secure_delete = OFF')
  lateIndexing.drop(document.database)
  transaction(document.database, () => {
    multiply(document.database, users / few)
    letHappen(document.database)
  })
  await lateIndexing.create(document.database)
  setSetting(document.database, 'source-providers', planSummaries.countNames(document.database, 'providers'))
  closeDocument(document)
  return path
}

/** Copies every user, so that there are `times` as many; each copy has an email, a phone and an id of its own. */
function multiply(database: Database, times: number): void {
  for (let copy = 1; copy < times; copy++) {
    const shift = copy * few
    const renamed = (column: string) => `replace(${column}, '@', '.${copy}@')`
    database.exec(`
      INSERT INTO user SELECT id + ${shift}, file_id, line + ${shift}, byte, facet_id, source_id || '-${copy}',
        ${renamed('email')}, CASE WHEN phone IS NULL THEN NULL ELSE '+4915' || (200000000 + id + ${shift}) END,
        correction, summary FROM user WHERE id <= ${few};
      INSERT INTO user_text SELECT user_id + ${shift}, keys, ${renamed('source')}, ${renamed('calls')} FROM user_text
        WHERE user_id <= ${few};
      INSERT INTO user_finding SELECT user_id + ${shift}, code, group_key, blocks, detail FROM user_finding WHERE user_id <= ${few};
      INSERT INTO identifier SELECT user_id + ${shift}, ${renamed('key')}, is_owner FROM identifier WHERE user_id <= ${few};`)
  }
  database.exec('UPDATE file SET records = (SELECT count(*) FROM user)')
}

/** Two thirds were sent to a core: most are migrated, some failed for one of five causes, a few never answered. */
function letHappen(database: Database): void {
  const target = targetTable.use(database, {
    kind: 'rehearsal',
    base_url: 'http://127.0.0.1:1',
    name: 'rehearsal core',
    dialect: 'documented',
    cdi_version: null,
    app_url: null,
    check_message: 'made up',
  })
  database.exec(`
    INSERT INTO progress SELECT ${target.id}, user.id,
      CASE WHEN user.id % 97 = 0 THEN 'failed' WHEN user.id % 499 = 0 THEN 'in-doubt' ELSE 'migrated' END,
      CASE WHEN user.id % 97 = 0 THEN 'import|500|made-up failure ' || (user.id / 97 % 5) END, 1 + user.id % 4,
      1700000000000 + user.id
    FROM user ${withFacet} WHERE plan_state = 'ready' AND user.id % 3 > 0;
    INSERT INTO call (target_id, user_id, key, kind, state, since, finished_at, http_status, message, tries)
    SELECT target_id, user_id, 'import:' || coalesce(email, phone), 'import', CASE progress.state WHEN 'migrated' THEN 'done' ELSE progress.state END,
      changed_at, changed_at, CASE progress.state WHEN 'failed' THEN 500 ELSE 200 END,
      CASE progress.state WHEN 'failed' THEN 'made-up failure ' || (user_id / 97 % 5) ELSE '' END, tries
    FROM progress JOIN user ON user.id = user_id;
    INSERT INTO run (target_id, started_at, ended_at) VALUES (${target.id}, 1700000000000, 1700000100000)`)
}
