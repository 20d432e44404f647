import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { closeDocument, openForReading } from '../../../electron/engine/document/open-document.ts'
import { echoForms, sharedLetters } from '../../support/data/echo-forms.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { runUsers } from '../../support/run-users.ts'
import { startScriptedCore, type CoreRequest, type Reply } from '../../support/scripted-core.ts'

const forms = Object.values(echoForms)
/** Two users for each form: one that the core refuses at once, one that it fails in its import. */
const users = [...forms, ...forms].map((_, at) => ({
  id: `old-${at + 1}`,
  email: `user${at + 1}@example.com`,
  password_hash: madeUpBcrypt(at + 1),
}))

function quoting(at: number): string {
  const spell = forms[at % forms.length] ?? String
  // Some as SQL is quoted, not within a login method.
  if (at % 10 === 0) return `value '${spell(madeUpBcrypt(at + 1))}' has no tenantId`
  return `LoginMethod '{"email":"user${at + 1}@example.com","passwordHash":"${spell(madeUpBcrypt(at + 1))}"}' has no tenantId`
}

/** Refuses the first half of the users and fails the second one, and quotes all hashes. */
function quotingCore(): (request: CoreRequest) => Reply | null {
  let listed: readonly object[] = []
  return ({ method, path, body }) => {
    if (path === '/apiversion') return { body: { versions: ['5.4'] } }
    if (path === '/users/count') return { body: { status: 'OK', count: 0 } }
    if (path === '/users') return { body: { status: 'OK', users: [] } }
    if (path === '/users/by-accountinfo') return { body: { status: 'OK', users: [] } }
    if (path === '/user/id') return { body: { status: 'UNKNOWN_USER_ID_ERROR' } }
    if (path === '/bulk-import/users/count') return { body: { status: 'OK', count: listed.length } }
    if (path === '/bulk-import/users/remove') {
      listed = []
      return { body: { deletedIds: body['ids'], invalidIds: [] } }
    }
    if (path !== '/bulk-import/users') return null
    if (method === 'GET') return { body: { status: 'OK', users: listed } }
    const sent = Array.isArray(body['users']) ? body['users'] : []
    if (sent.length === users.length) {
      const refused = forms.map((_, index) => ({ index, errors: [quoting(index)] }))
      return { status: 400, body: JSON.stringify({ error: 'Data has missing or invalid fields.', users: refused }) }
    }
    const all = sent.map((user: object, at) => ({ user, at: forms.length + at, id: `row-${at}` }))
    listed = all.map(({ user, at, id }) => ({
      ...user,
      id,
      status: 'FAILED',
      errorMessage: `E030: ${quoting(at)}`,
      createdAt: 1,
      updatedAt: 1,
    }))
    const loginMethods = (id: string) => [{ recipeId: 'emailpassword', userId: id }]
    return { body: { status: 'OK', users: all.map(({ id }) => ({ userId: id, loginMethods: loginMethods(id) })) } }
  }
}

test('a core that quotes hashes, in whatever form, brings none into a report, onto a stream or into the journal', async () => {
  const core = await startScriptedCore(quotingCore())
  const never = ['--stop-after-failures', 'never']
  const run = await runUsers(users, core.url, ['--executor', 'bulk', ...never])
  const { summary, rows } = await run.report()
  expect([run.code, summary.addsUp, summary.states['failed'], summary.states['excluded'] ?? 0]).toEqual([
    3,
    true,
    users.length,
    0,
  ])
  const failed = rows.filter(({ state, message }) => state === 'failed' && message !== '')
  expect(failed.length).toBeGreaterThanOrEqual(users.length)
  const shared = failed.map(({ sourceId, message }) => {
    const at = Number((sourceId ?? '').slice('old-'.length)) - 1
    const hash = madeUpBcrypt(at + 1).slice('$2b$10$'.length)
    const spell = forms[at % forms.length] ?? String
    return Math.max(sharedLetters(message, spell(hash)), sharedLetters(message, hash))
  })
  expect(Math.max(...shared)).toBeLessThan(12)
  const streams = run.out + run.err
  expect(users.filter(({ password_hash }) => streams.includes(password_hash.slice(-24)))).toEqual([])
  const kept = journalOf(run.document)
  expect(kept.filter(({ at, message }) => message.includes(madeUpBcrypt(at + 1).slice(-24)))).toEqual([])
})

/** Everything that the journal says of users, by their place. */
function journalOf(path: string): readonly { readonly at: number; readonly message: string }[] {
  const opened = openForReading(path)
  if (!opened.ok) throw new Error(opened.error.message)
  onTestFinished(() => closeDocument(opened.value))
  const told = 'SELECT user_id - 1 AS at, message FROM call UNION ALL SELECT user_id - 1, message FROM attempt'
  return z.array(z.object({ at: z.number(), message: z.string() })).parse(opened.value.database.prepare(told).all())
}
