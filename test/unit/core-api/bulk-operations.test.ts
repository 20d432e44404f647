import { describe, expect, test } from 'vitest'
import { isTakenError, readBulkError } from '../../../shared/core-api/bulk-errors.ts'
import { bulkPersonBody, type BulkPerson } from '../../../shared/core-api/bulk-person.ts'
import { buildRequest } from '../../../shared/core-api/build-request.ts'
import { supportsOperation } from '../../../shared/core-api/dialects.ts'
import { namesOfUser, secretsOfUser, type OperationName } from '../../../shared/core-api/operations.ts'
import { readReply } from '../../../shared/core-api/reply.ts'
import { stagedFingerprint } from '../../../shared/core-api/staged-fingerprint.ts'
import { outline, settings } from './request-outline.ts'

const hash = '$2y$10$xodpWFERRCL93JZGUJkJDuIOCwopy1j5O3xvACgjnnVSUHBNWUXam'

function read(operation: OperationName, json: object, status = 200, users: readonly BulkPerson[] = []) {
  const reply = { status, contentType: 'text/html', headers: {}, body: JSON.stringify(json) }
  const batch = { users }
  return readReply(operation, reply, {
    secrets: [],
    secretsOfUser: secretsOfUser('bulk-stage', batch),
    namesOfUser: namesOfUser('bulk-stage', batch),
    now: 0,
  })
}

const password: BulkPerson = {
  methods: [{ recipe: 'emailpassword', email: 'a@x.example', passwordHash: hash, family: 'bcrypt', isVerified: true }],
}

describe('requests', () => {
  test('one person with everything, as the core reads it', () => {
    const person: BulkPerson = {
      externalUserId: 'old-1',
      metadata: { plan: { name: 'gold' } },
      roles: [{ role: 'editor', tenantIds: ['public'] }],
      totp: [{ secretKey: 'JBSWY3DPEHPK3PXP', deviceName: 'Phone', period: 30, skew: 1 }],
      methods: [
        ...password.methods,
        {
          recipe: 'thirdparty',
          email: 'a@x.example',
          thirdPartyId: 'google',
          thirdPartyUserId: 'g-1',
          isVerified: false,
          isPrimary: true,
          timeJoined: 1_500_000_000_000,
          tenantIds: ['acme'],
        },
        { recipe: 'passwordless', phoneNumber: '+14155552671', isVerified: false },
      ],
    }
    const { body } = buildRequest('supertokens', 'bulk-stage', { users: [person] }, settings)
    expect(JSON.parse(body ?? '')).toEqual({
      users: [
        {
          externalUserId: 'old-1',
          userMetadata: { plan: { name: 'gold' } },
          userRoles: [{ role: 'editor', tenantIds: ['public'] }],
          totpDevices: [{ secretKey: 'JBSWY3DPEHPK3PXP', deviceName: 'Phone', period: 30, skew: 1 }],
          loginMethods: [
            {
              recipeId: 'emailpassword',
              isVerified: true,
              email: 'a@x.example',
              passwordHash: hash,
              hashingAlgorithm: 'bcrypt',
            },
            {
              recipeId: 'thirdparty',
              isVerified: false,
              isPrimary: true,
              timeJoinedInMSSinceEpoch: 1_500_000_000_000,
              tenantIds: ['acme'],
              email: 'a@x.example',
              thirdPartyId: 'google',
              thirdPartyUserId: 'g-1',
            },
            { recipeId: 'passwordless', isVerified: false, phoneNumber: '+14155552671' },
          ],
        },
      ],
    })
  })

  test('go to the app, and roles to the tenant', () => {
    expect([
      outline('bulk-list', { status: 'FAILED', limit: 500, token: 'a=' }),
      outline('bulk-count', { status: null }),
      outline('bulk-remove', { ids: ['r1'] }),
      outline('count-users', {}),
      outline('list-users', { limit: 500, token: 'a=' }),
      outline('write-metadata', { userId: 'u', metadata: { a: 1 } }),
      outline('list-roles', {}),
      outline('create-role', { role: 'editor' }),
      outline('add-role', { userId: 'u', role: 'editor' }),
      outline('import-totp', { userId: 'u', deviceName: 'Phone', secretKey: 'S', period: 30, skew: 1 }),
      outline('make-primary', { recipeUserId: 'u' }),
      outline('link-accounts', { recipeUserId: 'v', primaryUserId: 'u' }),
    ]).toEqual([
      'GET /appid-shop/bulk-import/users?limit=500&status=FAILED&paginationToken=a%3D',
      'GET /appid-shop/bulk-import/users/count?',
      'POST /appid-shop/bulk-import/users/remove {"ids":["r1"]}',
      'GET /appid-shop/eu/users/count?includeAllTenants=true',
      'GET /appid-shop/eu/users?limit=500&timeJoinedOrder=DESC&paginationToken=a%3D',
      'PUT /appid-shop/recipe/user/metadata {"userId":"u","metadataUpdate":{"a":1}}',
      'GET /appid-shop/recipe/roles?',
      'PUT /appid-shop/recipe/role {"role":"editor","permissions":[]}',
      'PUT /appid-shop/eu/recipe/user/role {"userId":"u","role":"editor"}',
      'POST /appid-shop/recipe/totp/device/import {"userId":"u","deviceName":"Phone","secretKey":"S","period":30,"skew":1}',
      'POST /appid-shop/recipe/accountlinking/user/primary {"recipeUserId":"u"}',
      'POST /appid-shop/recipe/accountlinking/user/link {"recipeUserId":"v","primaryUserId":"u"}',
    ])
  })

  test('are not in the documented interface', () => {
    const all = ['bulk-stage', 'bulk-list', 'write-metadata', 'add-role', 'import-totp', 'link-accounts'] as const
    expect(all.filter((operation) => supportsOperation('documented', operation))).toEqual([])
  })
})

describe('replies', () => {
  test('that give a hash instead of an id are not understood', () => {
    const staged = [{ userId: 'u', loginMethods: [{ recipeId: 'emailpassword', userId: hash }] }]
    const row = { id: Buffer.from(hash).toString('hex'), loginMethods: [], status: 'NEW', createdAt: 1, updatedAt: 1 }
    expect([
      read('bulk-stage', { status: 'OK', users: staged }).kind,
      read('bulk-list', { status: 'OK', users: [row] }).kind,
    ]).toEqual(['retry', 'retry'])
  })

  test('a page of users has their logins and where it goes on', () => {
    const users = [{ id: 'old-1', loginMethods: [{ recipeId: 'emailpassword', recipeUserId: 'old-1', email: 'a@x' }] }]
    expect([
      read('list-users', { status: 'OK', users, nextPaginationToken: 't' }),
      read('list-users', { status: 'OK', users: [] }),
      read('count-users', { status: 'OK', count: 7 }),
      read('list-users', { status: 'OK' }).kind,
    ]).toMatchObject([{ users, nextToken: 't' }, { users: [], nextToken: null }, { count: 7 }, 'retry'])
  })

  test('staging gives the ids that users will have', () => {
    const users = [{ userId: 'old-1', loginMethods: [{ recipeId: 'emailpassword', userId: 'c1', email: 'a@x' }] }]
    expect(read('bulk-stage', { status: 'OK', users })).toMatchObject({
      kind: 'success',
      staged: [{ userId: 'old-1', loginMethods: [{ recipeId: 'emailpassword', userId: 'c1' }] }],
    })
  })

  test('a 400 names every bad user, and no hash that it quotes is left', () => {
    const quoted = `LoginMethod '{"email":"a@x.example","passwordHash":"${hash}"}' has no tenantId`
    const users = [
      { index: 0, errors: [quoted, `in base64 ${Buffer.from(hash).toString('base64')}`] },
      { index: 7, errors: ['At least one loginMethod is required.'] },
    ]
    const outcome = read('bulk-stage', { error: 'Data has missing or invalid fields.', users }, 400, [password])
    expect(JSON.stringify(outcome)).not.toContain('xodpWFERRCL93')
    expect(JSON.stringify(outcome)).not.toContain(Buffer.from(hash).toString('base64').slice(4, 40))
    expect(outcome).toMatchObject({
      kind: 'success',
      refused: [
        { index: 0, errors: [expect.stringContaining('has no tenantId'), expect.any(String)] },
        { index: 7, errors: ['At least one loginMethod is required.'] },
      ],
    })
  })

  test('a refusal names the role and the tenant of its user, and no other word that the core chose', () => {
    const [method] = password.methods
    if (method === undefined) throw new Error('no method')
    const person = {
      methods: [{ ...method, tenantIds: ['acme'] }],
      roles: [{ role: 'shift-lead', tenantIds: ['acme'] }],
    }
    const errors = [
      'Role shift-lead does not exist.',
      'TenantId acme for a user role does not exist in loginMethods.',
      'Role zebra does not exist.',
      'timeJoined cannot be in future for a loginMethod.',
      'skew should be >= 0 for a totp device.',
      `LoginMethod '{"tenantIds":[]}' has no tenantId`,
    ]
    const users = [{ index: 0, errors }]
    expect(read('bulk-stage', { error: 'Data has missing or invalid fields.', users }, 400, [person])).toMatchObject({
      refused: [
        {
          errors: [
            ...errors.slice(0, 2),
            'Role … does not exist.',
            ...errors.slice(3, 5),
            "LoginMethod '{…}' has no tenantId",
          ],
        },
      ],
    })
  })

  test('a listing keeps neither hashes nor plain passwords nor TOTP secrets, not even those in an error', () => {
    const method = {
      recipeId: 'emailpassword',
      email: 'a@x',
      passwordHash: hash,
      plainTextPassword: 'made-up-secret-1',
    }
    const row = {
      id: 'r1',
      totpDevices: [{ secretKey: 'GEZDGNBVGY3TQOJQ' }],
      loginMethods: [{ ...method, superTokensUserId: 'c1' }],
      status: 'FAILED',
      errorMessage: "E036: VALUES ('GEZDGNBVGY3TQOJQ') made-up-secret-1 was aborted",
      createdAt: 1,
      updatedAt: 2,
    }
    const outcome = read('bulk-list', { status: 'OK', users: [row], nextPaginationToken: 't' })
    for (const secret of [hash, 'made-up-secret-1', 'GEZDGNBVGY3TQOJQ']) {
      expect(JSON.stringify(outcome)).not.toContain(secret)
    }
    expect(outcome).toMatchObject({
      rows: [{ id: 'r1', externalUserId: null, status: 'FAILED', methods: [{ email: 'a@x', coreId: 'c1' }] }],
      nextToken: 't',
    })
  })

  test('a row without hash or TOTP device is read as well', () => {
    const loginMethods = [{ recipeId: 'passwordless', phoneNumber: '+14155552671' }]
    const row = { id: 'r1', externalUserId: 'old-1', loginMethods, status: 'NEW', createdAt: 1, updatedAt: 2 }
    expect(read('bulk-list', { status: 'OK', users: [row] })).toMatchObject({
      rows: [{ externalUserId: 'old-1', message: '', methods: [{ phoneNumber: '+14155552671', email: null }] }],
      nextToken: null,
    })
  })

  test.each([
    [500, `java.lang.IllegalStateException: 'firebase_password_hashing_signer_key' cannot be null ${hash}`],
    [500, `unexpected: ${hash} made-up-secret-1`],
    [400, `what is ${hash}`],
    [200, `[{"plainTextPassword":"made-up-secret-1"}]`],
  ])('no other text of a reply is kept (%s)', (status, body) => {
    for (const operation of ['bulk-stage', 'bulk-list'] as const) {
      const outcome = readReply(operation, { status, contentType: null, headers: {}, body }, { secrets: [], now: 0 })
      expect(JSON.stringify(outcome)).not.toMatch(/xodpWFERRCL93|made-up-secret-1/)
      expect(outcome.kind === 'retry' || outcome.kind === 'failed').toBe(true)
    }
  })

  test('removing, counting and roles', () => {
    expect([
      read('bulk-remove', { deletedIds: ['a'], invalidIds: ['b'] }),
      read('bulk-count', { status: 'OK', count: 3 }),
      read('list-roles', { roles: ['editor'], status: 'OK' }),
      read('import-totp', { status: 'DEVICE_ALREADY_EXISTS_ERROR' }),
      read('bulk-count', { status: 'OK' }),
    ]).toMatchObject([
      { kind: 'success', deletedIds: ['a'] },
      { kind: 'success', count: 3 },
      { kind: 'success', roles: ['editor'] },
      { kind: 'success' },
      { kind: 'retry', why: 'unexpected-reply' },
    ])
  })
})

describe('the fingerprint of a staged user', () => {
  const person: BulkPerson = {
    externalUserId: 'old-1',
    metadata: { b: 1, a: { d: [1, 2], c: null } },
    roles: [{ role: 'editor', tenantIds: ['public'] }],
    methods: password.methods,
  }
  const { loginMethods, ...body } = bulkPersonBody(person)
  const method = { ...loginMethods[0], superTokensUserId: 'r1', timeJoinedInMSSinceEpoch: 5, tenantIds: ['public'] }

  test('is the same for a request and for the row that the core lists', () => {
    const listed = {
      ...body,
      userMetadata: { a: { c: null, d: [1, 2] }, b: 1 },
      loginMethods: [{ ...method, hashingAlgorithm: 'BCRYPT' }],
      id: 'r1',
    }
    expect(stagedFingerprint(listed)).toBe(stagedFingerprint(bulkPersonBody(person)))
  })

  test.each([
    ['another hash', { loginMethods: [{ ...method, passwordHash: `${hash}x` }] }],
    ['another old ID', { externalUserId: 'old-2' }],
    ['other metadata', { userMetadata: { a: 2 } }],
    ['another role', { userRoles: [] }],
    ['another tenant', { loginMethods: [{ ...method, tenantIds: ['acme'] }] }],
    ['a TOTP device', { totpDevices: [{ secretKey: 'S', deviceName: 'Phone' }] }],
  ])('is another one with %s', (_, change) => {
    const listed = { ...body, loginMethods: [method], ...change }
    expect(stagedFingerprint(listed)).not.toBe(stagedFingerprint(bulkPersonBody(person)))
  })
})

describe('the errors of an import', () => {
  test.each(Array.from({ length: 44 }, (_, at) => `E${String(at + 1).padStart(3, '0')}`))(
    '%s has plain words',
    (code) => {
      const { code: found, sentence } = readBulkError(`${code}: as the core says`)
      expect(found).toBe(code)
      expect(sentence).toMatch(/^[A-Z].*\. \(E\d{3}: as the core says\)$/)
    },
  )

  test('a role that is gone has no code, and still its sentence', () => {
    expect(readBulkError('[Role guest does not exist.]').sentence).toMatch(/^A role of this user does not exist/)
  })

  test('unknown texts are repeated, and a missing one is said', () => {
    expect([readBulkError('something').sentence, readBulkError('').sentence]).toEqual([
      'The core could not import this user: something',
      'The core could not import this user: The core gave no reason.',
    ])
  })

  test('some mean that somebody has the login already', () => {
    const taken = ['E003: a', 'E005: b', 'E006: c', 'E007: d', 'E031: e']
    expect([taken.map((text) => isTakenError(readBulkError(text))), isTakenError(readBulkError('E036: x'))]).toEqual([
      [true, true, true, true, true],
      false,
    ])
  })
})
