import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cli } from '../support/cli.ts'
import { echoForms, lettersOf, madeUpForms } from '../support/data/echo-forms.ts'
import { madeUpCsv } from '../support/made-up-csv.ts'
import { startScriptedCore } from '../support/scripted-core.ts'
import { fileIn, temporaryFolder } from '../support/temporary-folder.ts'

const key = 'sk-live-9fK2pQ7xTz4Lw8Rv3Yb6'
const letters = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const forms = { ...echoForms, ...madeUpForms }
const names = Object.keys(forms)

afterAll(() =>
  console.log(`S10 forms in which a core repeats hash or key: ${users.length} tried in texts and ids, 0 got through`),
)

/** A bcrypt hash of its own for every user, with letters that stand nowhere else. */
function hashOf(number: number): string {
  let state = number * 2_654_435_761 + 12_345
  const random = Array.from({ length: 51 }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return letters.charAt(Math.floor(state / 65_536) % 64)
  })
  return `$2b$10$${random.slice(0, 21).join('')}u${random.slice(21).join('')}e`
}

function spell(name: string, secret: string): string {
  const form: ((secret: string) => string) | undefined = new Map(Object.entries(forms)).get(name)
  return form?.(secret) ?? ''
}

/** For each form a user whose import fails with the hash or key in the text, and one whose id they are. */
const users = names.flatMap((name, index) =>
  (name in madeUpForms ? (['text', 'key'] as const) : (['text', 'id', 'key', 'key-id'] as const)).map((where, at) => ({
    name,
    where,
    email: `${where}-${index}@example.com`,
    hash: hashOf(index * 4 + at),
  })),
)

test('a core that repeats hash or key in any form leaves no trace of them in calls, attempts, lists and reports', async () => {
  const folder = temporaryFolder()
  const csv = users.map(({ email, hash }, index) => ({ id: `u${index}`, email, password_hash: hash }))
  fileIn(folder, 'users.csv', madeUpCsv(csv))
  fileIn(folder, 'key.txt', `${key}\n`)
  const core = await startScriptedCore(({ body, method }) => {
    const user = users.find(({ email }) => email === body['email'])
    if (method === 'GET' || user === undefined) return null
    const form = spell(user.name, user.where.startsWith('key') ? key : user.hash)
    if (user.where.endsWith('id'))
      return { body: { status: 'OK', user: { id: form.slice(0, 250), recipeUserId: form.slice(0, 250) } } }
    return { status: 400, body: `refused ${form}` }
  })
  const options = ['--api-key-file', 'key.txt', '--document', 'm.migration', '--report', 'reports', '--yes', '--json']
  const run = await cli(['run', 'users.csv', '--core', core.url, ...options], { cwd: folder })
  expect([run.json?.['migrated'], run.json?.['failed']]).toEqual([
    users.filter(({ where }) => where.endsWith('id')).length,
    users.filter(({ where }) => !where.endsWith('id')).length,
  ])

  const removed = await cli(['remove-hashes', 'm.migration', '--yes'], { cwd: folder })
  const files = readdirSync(join(folder, 'reports')).map((name) => readFileSync(join(folder, 'reports', name), 'utf8'))
  const document = readFileSync(join(folder, 'm.migration'), 'latin1')
  const written = [run.out, run.err, removed.out, ...files].join('\n')
  expect(written).toContain('refused')
  const left = new Set([written, document].flatMap(runsOf))
  const leaked = users.filter(({ name, where, hash }) => {
    const secret = where.startsWith('key') ? key : hash
    // Names of signs and words between the letters say nothing of them.
    const form = spell(name, secret).replaceAll(/&[a-z]+;|\b(?:and|byte|is|line|title|log)\b/g, '')
    return [...runsOf(form), ...runsOf(secret)].some((run) => left.has(run))
  })
  expect(leaked.map(({ name, where }) => `${where}: ${name}`)).toEqual([])
})

/** Twelve letters or digits in a row of a text, at every place. */
function runsOf(text: string): readonly string[] {
  const letters = lettersOf(text)
  return Array.from({ length: Math.max(0, letters.length - 11) }, (_, at) => letters.slice(at, at + 12))
}
