import { describe, expect, test } from 'vitest'
import { supportsOperation } from '../../../shared/core-api/dialects.ts'
import type { OperationName } from '../../../shared/core-api/operations.ts'
import { readReply } from '../../../shared/core-api/reply.ts'
import { outline } from './request-outline.ts'

function read(operation: OperationName, json: object) {
  const reply = { status: 200, contentType: 'application/json', headers: {}, body: JSON.stringify(json) }
  return readReply(operation, reply, { secrets: [], now: 0 })
}

test('what only a real core has goes to the tenant or to the app, as the core wants it', () => {
  expect([
    outline('map-user-id', { coreUserId: 'c1', externalUserId: 'old-1' }),
    outline('verification-token', { userId: 'c1', email: 'ann@example.com' }),
    outline('verify-email', { token: 't' }),
    outline('find-user', { userId: 'c 1' }),
    outline('remove-user', { userId: 'c1' }),
  ]).toEqual([
    'POST /appid-shop/recipe/userid/map {"superTokensUserId":"c1","externalUserId":"old-1"}',
    'POST /appid-shop/eu/recipe/user/email/verify/token {"userId":"c1","email":"ann@example.com"}',
    'POST /appid-shop/eu/recipe/user/email/verify {"method":"token","token":"t"}',
    'GET /appid-shop/user/id?userId=c+1',
    'POST /appid-shop/user/remove {"userId":"c1","removeAllLinkedAccounts":false}',
  ])
})

test('the documented interface has none of it', () => {
  const more = ['map-user-id', 'verification-token', 'verify-email', 'find-user', 'remove-user'] as const
  expect(more.filter((operation) => supportsOperation('documented', operation))).toEqual([])
})

describe('a repeated step that finds its work done', () => {
  test('is a success: the email is verified already', () => {
    expect(read('verification-token', { status: 'EMAIL_ALREADY_VERIFIED_ERROR' })).toMatchObject({
      kind: 'success',
      token: null,
    })
  })

  test('is a success: exactly this id is mapped already', () => {
    const both = { doesSuperTokensUserIdExist: true, doesExternalUserIdExist: true }
    expect(read('map-user-id', { status: 'USER_ID_MAPPING_ALREADY_EXISTS_ERROR', ...both })).toMatchObject({
      kind: 'success',
    })
  })

  test('is a failure when the old ID belongs to another user', () => {
    const other = { doesSuperTokensUserIdExist: false, doesExternalUserIdExist: true }
    expect(read('map-user-id', { status: 'USER_ID_MAPPING_ALREADY_EXISTS_ERROR', ...other })).toMatchObject({
      kind: 'status',
      status: 'USER_ID_MAPPING_ALREADY_EXISTS_ERROR',
    })
  })
})
