import { allFeatures } from '../../../../electron/engine/rehearsal/context.ts'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStateFile } from '../../../../electron/engine/rehearsal/http/state-file.ts'
import { supertokensCore } from '../../../../electron/engine/rehearsal/supertokens/supertokens-core.ts'
import { asked, coreContext } from './fixture.ts'

const one = '00000000-0000-4000-8000-000000000001'
const two = '00000000-0000-4000-8000-000000000002'

/** Pia with a password and with Google, not linked yet. */
async function twoPias(change: Parameters<typeof coreContext>[0] = {}) {
  let now = 1_700_000_000_000
  const context = coreContext({ clock: () => (now += 1), ...change })
  const core = supertokensCore(context)
  await asked(core, '/recipe/user/passwordhash/import', {
    body: { email: 'pia@example.com', passwordHash: '$2a$10$x' },
  })
  await asked(core, '/recipe/signinup', {
    body: { thirdPartyId: 'google', thirdPartyUserId: 'g-pia', email: { id: 'pia@example.com', isVerified: true } },
  })
  const post = async (path: string, body: object) => (await asked(core, path, { body }))[1]
  const find = async (id: string) => (await asked(core, `/user/id?userId=${id}`, { method: 'GET' }))[1]
  const primary = (recipeUserId: string) => post('/recipe/accountlinking/user/primary', { recipeUserId })
  const link = (recipeUserId: string, primaryUserId: string) =>
    post('/recipe/accountlinking/user/link', { recipeUserId, primaryUserId })
  return { context, core, post, find, primary, link }
}

test('two linked login methods are one user under the id of the primary one', async () => {
  const { core, find, primary, link } = await twoPias()
  expect(await link(two, one)).toEqual({ status: 'INPUT_USER_IS_NOT_A_PRIMARY_USER' })
  expect(await primary(one)).toMatchObject({ status: 'OK', wasAlreadyAPrimaryUser: false })
  expect(await link(two, one)).toMatchObject({ status: 'OK', accountsAlreadyLinked: false })
  const user = {
    id: one,
    isPrimaryUser: true,
    emails: ['pia@example.com'],
    thirdParty: [{ id: 'google', userId: 'g-pia' }],
    loginMethods: [
      { recipeUserId: one, recipeId: 'emailpassword' },
      { recipeUserId: two, recipeId: 'thirdparty' },
    ],
  }
  expect(await find(two)).toMatchObject({ status: 'OK', user })
  const byEmail = '/users/by-accountinfo?email=pia@example.com&doUnionOfAccountInfo=false'
  expect((await asked(core, byEmail, { method: 'GET' }))[1]).toMatchObject({ users: [user] })
  expect((await asked(core, '/users/count', { method: 'GET' }))[1]).toEqual({ status: 'OK', count: 1 })
})

test('a removal takes all linked login methods with it, unless it says otherwise', async () => {
  const linked = async () => {
    const pias = await twoPias()
    await pias.primary(one)
    await pias.link(two, one)
    return pias
  }
  const all = await linked()
  await all.post('/user/remove', { userId: two })
  expect(await all.find(one)).toEqual({ status: 'UNKNOWN_USER_ID_ERROR' })
  const single = await linked()
  await single.post('/user/remove', { userId: two, removeAllLinkedAccounts: false })
  expect(await single.find(one)).toMatchObject({ user: { id: one, loginMethods: [{ recipeUserId: one }] } })
})

test('what stays of a primary user keeps its id and its external id', async () => {
  const { post, find, primary, link } = await twoPias()
  await primary(one)
  await link(two, one)
  await post('/recipe/userid/map', { superTokensUserId: one, externalUserId: 'old-pia' })
  await post('/user/remove', { userId: 'old-pia', removeAllLinkedAccounts: false })
  const left = { user: { id: 'old-pia', isPrimaryUser: true, loginMethods: [{ recipeUserId: two }] } }
  expect([await find(two), await find('old-pia')]).toMatchObject([left, left])
  await post('/user/remove', { userId: two })
  expect(await find('old-pia')).toEqual({ status: 'UNKNOWN_USER_ID_ERROR' })
})

test('links survive a restart', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'links-')), 'state')
  const before = coreContext()
  const file = await openStateFile(path, before)
  const { primary, link } = await twoPias(before)
  await primary(one)
  await link(two, one)
  if (file.ok) file.value.flush()
  if (file.ok) file.value.close()
  // Read twice: once as it was appended to, once as it was rewritten.
  for (let start = 0; start < 2; start++) {
    const after = coreContext()
    const again = await openStateFile(path, after)
    if (again.ok) again.value.close()
    const found = await asked(supertokensCore(after), `/user/id?userId=${two}`, { method: 'GET' })
    expect(found[1]).toMatchObject({ user: { id: one, loginMethods: [{}, {}] } })
  }
})

test('an id of the old system is refused by the words of real cores', async () => {
  const { post } = await twoPias()
  const map = (superTokensUserId: string, externalUserId: string) =>
    post('/recipe/userid/map', { superTokensUserId, externalUserId })
  const taken = (doesSuperTokensUserIdExist: boolean, doesExternalUserIdExist: boolean) => ({
    status: 'USER_ID_MAPPING_ALREADY_EXISTS_ERROR',
    doesSuperTokensUserIdExist,
    doesExternalUserIdExist,
  })
  expect(await map(one, 'old-1')).toEqual({ status: 'OK' })
  expect(await map(one, 'old-1')).toEqual(taken(true, true))
  expect(await map('old-1', 'old-1')).toEqual(taken(false, true))
  expect(await map(two, 'old-1')).toEqual(taken(false, true))
  expect(await map(one, 'old-2')).toEqual(taken(true, false))
  expect(await map(two, one)).toBe('Cannot create a userId mapping where the externalId is also a SuperTokens userID')
})

test('without the license accounts cannot be linked', async () => {
  const { primary } = await twoPias({ features: { ...allFeatures, accountLinking: false } })
  expect(await primary(one)).toContain('Account linking feature is not enabled')
})
