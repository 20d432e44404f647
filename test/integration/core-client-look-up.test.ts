import { expect, test } from 'vitest'
import { lookUp } from '../../electron/engine/core-client/look-up.ts'
import { clientFor, sendJson, sendText, startServer } from './core-client-server.ts'

const google = {
  id: 'u-1',
  loginMethods: [{ recipeId: 'thirdparty', email: 'ann@example.com', thirdParty: { id: 'google', userId: 'g-1' } }],
}
const password = { id: 'u-2', loginMethods: [{ recipeId: 'emailpassword', email: 'ann@example.com', verified: false }] }

/** A core that has these two users, and finds them by any contact that is not empty. */
async function coreWithAnn() {
  const server = await startServer(({ path }, response) => {
    const query = new URL(path, 'http://core').searchParams
    const known = query.get('email') === 'ann@example.com' || query.get('thirdPartyUserId') === 'g-1'
    sendJson(response, { status: 'OK', users: known ? [google, password] : [] })
  })
  return { server, client: clientFor(server.url, { dialect: 'supertokens', cdiVersion: '5.4' }) }
}

test('a user is present only with the very login method that a call would create', async () => {
  const { client } = await coreWithAnn()
  expect([
    await lookUp(client, { recipe: 'emailpassword', email: 'ann@example.com' }),
    await lookUp(client, { recipe: 'thirdparty', thirdPartyId: 'google', thirdPartyUserId: 'g-1' }),
    await lookUp(client, { recipe: 'passwordless', email: 'ann@example.com' }),
    await lookUp(client, { recipe: 'passwordless', phoneNumber: '+14155550100' }),
  ]).toEqual([
    { kind: 'present', user: password },
    { kind: 'present', user: google },
    { kind: 'absent', others: [google, password] },
    { kind: 'absent', others: [] },
  ])
})

test('what the core is asked', async () => {
  const { client, server } = await coreWithAnn()
  await lookUp(client, { recipe: 'passwordless', phoneNumber: '+14155550100' })
  await lookUp(client, { recipe: 'thirdparty', thirdPartyId: 'google', thirdPartyUserId: 'g-1' })
  expect(server.seen.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['GET', '/users/by-accountinfo?phoneNumber=%2B14155550100&doUnionOfAccountInfo=false', ''],
    ['GET', '/users/by-accountinfo?thirdPartyId=google&thirdPartyUserId=g-1&doUnionOfAccountInfo=false', ''],
  ])
})

test('a core that does not tell is not taken for one without the user', async () => {
  const server = await startServer((_request, response) => sendText(response, 503, 'busy'))
  const told = await lookUp(clientFor(server.url, { dialect: 'supertokens' }), {
    recipe: 'emailpassword',
    email: 'ann@example.com',
  })
  const documented = await lookUp(clientFor(server.url), { recipe: 'emailpassword', email: 'ann@example.com' })
  expect([told, documented].map((result) => (result.kind === 'untold' ? result.outcome.kind : result))).toEqual([
    'retry',
    'failed',
  ])
  expect(server.seen.length).toBe(1)
})
