import { expect, test } from 'vitest'
import { usersOf } from '../../../support/read-users.ts'

const user = (more: object) => ({
  objectType: 'User',
  objectId: 'b1',
  accountEnabled: true,
  userPrincipalName: 'b1@acme.onmicrosoft.com',
  otherMails: ['ann@example.com'],
  signInNames: [],
  userIdentities: [],
  ...more,
})
const read = async (more: object) => (await usersOf({ 'users.json': JSON.stringify({ value: [user(more)] }) }))[0]

test.each([
  ['in base64', Buffer.from('103547991597142817347').toString('base64'), '103547991597142817347'],
  ['as it is', '10354799159714281', '10354799159714281'],
])('an ID at a third party of Azure AD Graph is read: %s', async (_, issuerUserId, userId) => {
  const found = await read({ userIdentities: [{ issuer: 'facebook.com', issuerUserId }] })
  expect(found).toMatchObject({ email: 'ann@example.com', identities: [{ provider: 'facebook.com', userId }] })
})

test('a name to sign in with that is no address says that there is a password, and is no email', async () => {
  const found = await read({ signInNames: [{ type: 'userName', value: 'ann' }], otherMails: [] })
  expect(found).toMatchObject({ email: null, hasPassword: true })
})
