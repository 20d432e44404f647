import { afterAll, describe, expect, test } from 'vitest'
import { sqliteDriver } from '../../electron/engine/document/sqlite.ts'
import { must } from '../support/documents.ts'
import { engineWith } from '../support/engine.ts'
import { usersWithHashes } from '../support/made-up-csv.ts'
import { startScriptedCore } from '../support/scripted-core.ts'
import { startStranger } from './hostile/canary.ts'

let tried = 0
afterAll(() => console.log(`migrations that were changed by hand: ${tried} tried, 0 got through`))

/** A migration with users and a core, closed, changed by a sender, opened again. */
async function opened(sql: string) {
  tried += 1
  const core = await startScriptedCore()
  const engine = await engineWith(usersWithHashes(3), core.url)
  must(await engine.internal('internal:close', {}))
  const database = sqliteDriver().open(engine.path, false)
  database.exec(sql)
  database.close()
  const before = core.requests.length
  const answer = await engine.internal('internal:open', { path: engine.path })
  const views = answer.ok
    ? [
        await engine.settled(),
        await engine.ask('run:progress', {}),
        await engine.ask('mapping:get', { fileId: 1 }),
        await engine.ask('mapping:record', { fileId: 1, index: 0 }),
        engine.query('preview:get', {}),
        engine.query('report:get', {}),
        engine.users(),
        engine.users().map(({ id }) => engine.query('users:detail', { id })),
      ]
    : []
  return { engine, answer, shown: JSON.stringify(views), sent: () => core.requests.length - before }
}

describe('a migration that somebody else has changed', () => {
  test('sends nothing anywhere when it is opened, whatever address it names', async () => {
    const { port, visits } = await startStranger()
    for (const address of [
      `http://127.0.0.1:${port}`,
      `http://name:word@127.0.0.1:${port}/`,
      'file:///etc/passwd',
      'javascript:alert(1)',
      `http://[::ffff:127.0.0.1]:${port}`,
    ]) {
      const { engine, sent } = await opened(`UPDATE target SET base_url = '${address}', app_url = '${address}'`)
      const run = await engine.ask('run:start', {
        scope: { kind: 'all' },
        concurrency: 'auto',
        confirmations: ['live', 'overwrite'],
      })
      expect([address, run.ok, sent(), visits()]).toEqual([address, false, 0, 0])
    }
  })

  test('reads no other file into what it shows', async () => {
    const { shown } = await opened(
      `UPDATE file SET path = '/etc/passwd', name = 'passwd'; UPDATE user_text SET source = json_set(source, '$.path', '/etc/passwd')`,
    )
    expect(shown).not.toContain('root:')
  })

  test.each([
    ['a trigger', `CREATE TRIGGER t AFTER UPDATE ON user BEGIN DELETE FROM user; END`],
    [
      'a view in the place of a table',
      `ALTER TABLE identifier RENAME TO identifier2; CREATE VIEW identifier AS SELECT * FROM identifier2`,
    ],
    ['a table more', `CREATE TABLE stranger (a)`],
    ['an index on an expression', `CREATE INDEX strange ON user (abs(id))`],
    ['a generated column', `ALTER TABLE user ADD COLUMN strange AS (id + 1)`],
  ])('with %s is refused', async (_what, sql) => {
    const { answer } = await opened(sql)
    expect(answer).toMatchObject({ ok: false, error: { code: 'document-damaged' } })
  })

  test.each([
    ['nothing', ''],
    ['half a list', '['],
    ['a prototype', '{"__proto__": {"polluted": true}}'],
    ['a huge text', JSON.stringify('x'.repeat(1_000_000))],
    ['a deep list', '['.repeat(5000) + ']'.repeat(5000)],
    ['a number', '1e400'],
  ])('with %s in its settings opens without them or says that it is damaged', async (_what, value) => {
    const { answer } = await opened(`UPDATE setting SET value = '${value}'`)
    const polluted = 'polluted' in {}
    expect(answer.ok || answer.error.code === 'document-damaged').toBe(true)
    expect(polluted).toBe(false)
  })

  test.each([
    ['its source', `UPDATE user_text SET source = '{"email": ["<script>"]}'`],
    ['its calls', `UPDATE user_text SET calls = '[{"kind": "delete-everything"}]'`],
    ['its id', `UPDATE user SET id = id + 9007199254740992 WHERE id = 1`],
    ['its state', `UPDATE facet SET plan_state = 'migrated'`],
    ['its facet', `UPDATE user SET facet_id = 99 WHERE id = 1`],
    ['its texts', `DELETE FROM user_text WHERE user_id = 1`],
    ['its findings', `INSERT INTO user_finding VALUES (1, 'made-up', '', 1, '{}')`],
  ])('with a user that was changed in %s is shown or refused, in an envelope', async (_what, sql) => {
    const outcome = await opened(sql).then(
      ({ answer, sent }) => (answer.ok ? `${sent()} sent` : answer.error.code),
      (error: unknown) => String(error),
    )
    expect(outcome).toMatch(/^(0 sent|document-damaged|Error: document-(damaged|failed): .*)$/)
  })
})
