import { expect, test } from 'vitest'
import { allFeatures, type CoreContext } from '../../../../electron/engine/rehearsal/context.ts'
import { supertokensCore } from '../../../../electron/engine/rehearsal/supertokens/supertokens-core.ts'
import { asked, coreContext } from './fixture.ts'

const hash = '$2y$10$xodpWFERRCL93JZGUJkJDuIOCwopy1j5O3xvACgjnnVSUHBNWUXam'

/** A core of the supertokens dialect. Every reply here is one that a real core was recorded to give. */
function coreWith(change: Partial<CoreContext> = {}) {
  const answer = supertokensCore(coreContext(change))
  const send = (method: string) => (path: string, body?: object) => asked(answer, path, { method, body })
  const [get, put, post] = [send('GET'), send('PUT'), send('POST')]
  const signUp = async (email: string): Promise<string> => {
    const [, reply] = await post('/recipe/user/passwordhash/import', { email, passwordHash: hash })
    return (reply as { readonly user: { readonly id: string } }).user.id
  }
  return { get, put, post, signUp }
}

test('metadata is merged one level deep, null removes a member, and the user need not exist', async () => {
  const { get, put } = coreWith()
  const merge = (metadataUpdate: unknown) => put('/recipe/user/metadata', { userId: 'nobody', metadataUpdate })
  expect([
    await get('/recipe/user/metadata?userId=nobody'),
    await merge({ plan: 'silver', tags: ['a', 'b'], address: { city: 'Ulm' } }),
    await merge({ plan: null, address: { zip: '89073' } }),
    await merge('text'),
  ]).toEqual([
    [200, { metadata: {}, status: 'OK' }],
    [200, { metadata: { plan: 'silver', tags: ['a', 'b'], address: { city: 'Ulm' } }, status: 'OK' }],
    [200, { metadata: { tags: ['a', 'b'], address: { zip: '89073' } }, status: 'OK' }],
    [400, "Field name 'metadataUpdate' is invalid in JSON input"],
  ])
})

test('a role has to exist before it is given or staged, and the user it is given to need not', async () => {
  const { put, post, get } = coreWith()
  const give = (userId: string, role: string) => put('/recipe/user/role', { userId, role })
  const loginMethods = [
    { recipeId: 'emailpassword', email: 'a@x.example', passwordHash: hash, hashingAlgorithm: 'bcrypt' },
  ]
  const userRoles = [{ role: 'editor', tenantIds: ['public'] }]
  expect([
    await give('nobody', 'editor'),
    await post('/bulk-import/users', { users: [{ loginMethods, userRoles }] }),
    await put('/recipe/role', { role: 'editor', permissions: [] }),
    await put('/recipe/role', { role: 'editor', permissions: ['write'] }),
    await give('nobody', 'editor'),
    await give('nobody', 'editor'),
    await get('/recipe/user/roles?userId=nobody'),
  ]).toEqual([
    [200, { status: 'UNKNOWN_ROLE_ERROR' }],
    [400, expect.stringContaining('"errors":["Role editor does not exist."]')],
    [200, { status: 'OK', createdNewRole: true }],
    [200, { status: 'OK', createdNewRole: false }],
    [200, { status: 'OK', didUserAlreadyHaveRole: false }],
    [200, { status: 'OK', didUserAlreadyHaveRole: true }],
    [200, { roles: ['editor'], status: 'OK' }],
  ])
})

test('an authenticator app has a name once, and is listed without its secret', async () => {
  const { post, get } = coreWith()
  const device = { userId: 'nobody', secretKey: 'JBSWY3DPEHPK3PXP', skew: 1, period: 30 }
  const add = (deviceName?: string) => post('/recipe/totp/device/import', { ...device, deviceName })
  expect([await add('Phone'), await add('Phone'), await add()]).toEqual([
    [200, { status: 'OK', deviceName: 'Phone' }],
    [200, { status: 'DEVICE_ALREADY_EXISTS_ERROR' }],
    [200, { status: 'OK', deviceName: 'TOTP Device 1' }],
  ])
  const shown = { period: 30, skew: 1, verified: true }
  expect(await get('/recipe/totp/device/list?userId=nobody')).toEqual([
    200,
    {
      status: 'OK',
      devices: [
        { name: 'Phone', ...shown },
        { name: 'TOTP Device 1', ...shown },
      ],
    },
  ])
})

test('an old ID is mapped before metadata is written, is nobody else’s, and has 128 characters at most', async () => {
  const { post, put, signUp } = coreWith()
  const [ann, bob] = [await signUp('ann@x.example'), await signUp('bob@x.example')]
  const map = (superTokensUserId: string, externalUserId: string, more: object = {}) =>
    post('/recipe/userid/map', { superTokensUserId, externalUserId, ...more })
  await put('/recipe/user/metadata', { userId: ann, metadataUpdate: { plan: 'gold' } })
  expect([
    await map(ann, 'old-ann'),
    await map(ann, 'old-ann', { force: true }),
    await map(bob, 'old-ann'),
    await map(bob, ann),
    await map(bob, 'x'.repeat(129)),
  ]).toEqual([
    [400, 'UserId is already in use in UserMetadata recipe'],
    [200, { status: 'OK' }],
    [
      200,
      {
        status: 'USER_ID_MAPPING_ALREADY_EXISTS_ERROR',
        doesSuperTokensUserIdExist: false,
        doesExternalUserIdExist: true,
      },
    ],
    [400, 'Cannot create a userId mapping where the externalId is also a SuperTokens userID'],
    [500, expect.stringContaining('value too long for type character varying(128)')],
  ])
})

test('a tenant has a name of letters, digits and dashes, and is made once', async () => {
  const { put } = coreWith()
  const make = (tenantId: string) => put('/recipe/multitenancy/tenant/v2', { tenantId })
  expect([await make('acme'), await make('acme'), await make('Acme GmbH')]).toEqual([
    [200, { status: 'OK', createdNew: true }],
    [200, { status: 'OK', createdNew: false }],
    [400, 'tenantId can only contain letters, numbers and hyphens'],
  ])
})

test('without a license there are neither tenants nor authenticator apps', async () => {
  const { put, post } = coreWith({ features: { ...allFeatures, mfa: false, multiTenancy: false } })
  const device = { userId: 'nobody', secretKey: 'JBSWY3DPEHPK3PXP', skew: 1, period: 30, deviceName: 'Phone' }
  expect([
    await put('/recipe/multitenancy/tenant/v2', { tenantId: 'acme' }),
    await post('/recipe/totp/device/import', device),
  ]).toEqual([
    [402, expect.stringContaining('Cannot use feature: multi_tenancy')],
    [402, expect.stringContaining('MFA feature is not enabled')],
  ])
})
