import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { hash } from 'bcryptjs'
import { expect, test } from 'vitest'
import { startCore, usersIn } from '../../support/rehearsal.ts'
import { folderOf } from '../../support/temporary-folder.ts'

type SignIn = (parts: object, email: string, password: string) => Promise<string | null>

/** The recipe as docs/cut-over.md prints it. */
async function recipe(): Promise<SignIn> {
  const page = readFileSync(resolve(import.meta.dirname, '../../../docs/cut-over.md'), 'utf8')
  const code = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  const folder = folderOf({ 'recipe.mjs': code })
  const module: { signIn: SignIn } = await import(pathToFileURL(join(folder, 'recipe.mjs')).href)
  return module.signIn
}

test('the recipe of the cut-over takes a user over at the first sign-in with the right password, once', async () => {
  const core = await startCore({ dialect: 'supertokens' })
  const list = new Set(['old@example.com'])
  const parts = {
    bcrypt: { hash: (password: string) => hash(password, 4) },
    oldCheck: async (_email: string, password: string) => password === 'correct horse',
    leftOut: { has: async (email: string) => list.has(email), take: async (email: string) => list.delete(email) },
    core: async (method: string, path: string, body: object) => {
      const headers = { 'content-type': 'application/json', 'cdi-version': '5.0', rid: 'emailpassword' }
      return (await fetch(`${core.baseUrl}${path}`, { method, headers, body: JSON.stringify(body) })).json()
    },
  }
  const signIn = await recipe()
  const wrong = await signIn(parts, 'old@example.com', 'wrong')
  const first = await signIn(parts, ' Old@Example.com', 'correct horse')
  const again = await signIn(parts, 'old@example.com', 'correct horse')
  const late = await signIn(parts, 'old@example.com', 'something else')
  const nobody = await signIn(parts, 'new@example.com', 'correct horse')
  expect([wrong, typeof first, again === first, late, nobody, usersIn(core)]).toEqual([
    null,
    'string',
    true,
    null,
    null,
    ['emailpassword old@example.com'],
  ])
})
