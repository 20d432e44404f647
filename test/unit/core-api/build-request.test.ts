import { expect, test } from 'vitest'
import { parseBaseUrl } from '../../../shared/core-api/base-url.ts'
import { buildRequest, type RequestSettings } from '../../../shared/core-api/build-request.ts'
import { dialects, supportsOperation } from '../../../shared/core-api/dialects.ts'
import { requestBodies } from './request-bodies.ts'

const settings = settingsFor('https://core.example.com/prefix/appid-shop/north', {
  apiKey: 'made-up-key',
  cdiVersion: '5.4',
})
const key = { 'Content-Type': 'application/json; charset=utf-8', 'api-key': 'made-up-key' }
const base = 'https://core.example.com/prefix/appid-shop/north'

const ann = { email: 'ann@example.com' }
const code = { preAuthSessionId: 'session-1', linkCode: 'link-1' }
const update = { userId: 'user-1', email: 'ann@example.com', phoneNumber: '+14155550100' }
const google = { thirdPartyId: 'google', thirdPartyUserId: 'g-1', email: 'ann@example.com', isVerified: true }
const bcrypt = { email: 'ann@example.com', passwordHash: '$2a$10$made-up', family: 'bcrypt' } as const
const argon2 = { email: 'ann@example.com', passwordHash: '$argon2id$made-up', family: 'argon2' } as const
const scrypt = { email: 'ann@example.com', passwordHash: '$f_scrypt$made-up', family: 'firebase-scrypt' } as const

test('the documented dialect sends every operation to the letter of the specification', () => {
  expect([
    buildRequest('documented', 'create-code', ann, settings),
    buildRequest('documented', 'create-code', { phoneNumber: '+14155550100' }, settings),
    buildRequest('documented', 'consume-code', code, settings),
    buildRequest('documented', 'update-user', { ...update, recipeUserId: 'method-1' }, settings),
    buildRequest('documented', 'third-party', google, settings),
    buildRequest('documented', 'import-hash', bcrypt, settings),
    buildRequest('documented', 'import-hash', argon2, settings),
    buildRequest('documented', 'import-hash', scrypt, settings),
  ]).toEqual([
    { method: 'POST', url: `${base}/recipe/signinup/code`, headers: key, body: '{"email":"ann@example.com"}' },
    { method: 'POST', url: `${base}/recipe/signinup/code`, headers: key, body: '{"phoneNumber":"+14155550100"}' },
    {
      method: 'POST',
      url: `${base}/recipe/signinup/code/consume`,
      headers: key,
      body: '{"preAuthSessionId":"session-1","linkCode":"link-1"}',
    },
    {
      method: 'PUT',
      url: `${base}/recipe/user`,
      headers: { ...key, rid: 'passwordless' },
      body: '{"userId":"user-1","email":"ann@example.com","phoneNumber":"+14155550100"}',
    },
    {
      method: 'POST',
      url: `${base}/recipe/signinup`,
      headers: key,
      body: '{"thirdPartyId":"google","thirdPartyUserId":"g-1","email":{"id":"ann@example.com"}}',
    },
    {
      method: 'POST',
      url: `${base}/recipe/user/passwordhash/import`,
      headers: key,
      body: '{"email":"ann@example.com","passwordHash":"$2a$10$made-up"}',
    },
    {
      method: 'POST',
      url: `${base}/recipe/user/passwordhash/import`,
      headers: key,
      body: '{"email":"ann@example.com","passwordHash":"$argon2id$made-up"}',
    },
    {
      method: 'POST',
      url: `${base}/recipe/user/passwordhash/import`,
      headers: key,
      body: '{"email":"ann@example.com","passwordHash":"$f_scrypt$made-up","hashingAlgorithm":"partner_scrypt"}',
    },
  ])
})

test('the supertokens dialect differs in the version, the update, the verified email and the name of Firebase scrypt', () => {
  const headers = { ...key, 'cdi-version': '5.4' }
  expect([
    buildRequest('supertokens', 'create-code', ann, settings),
    buildRequest('supertokens', 'update-user', update, settings),
    buildRequest('supertokens', 'update-user', { ...update, recipeUserId: 'method-1' }, settings).body,
    buildRequest('supertokens', 'third-party', google, settings).body,
    buildRequest('supertokens', 'import-hash', bcrypt, settings).body,
    buildRequest('supertokens', 'import-hash', scrypt, settings).body,
    buildRequest('supertokens', 'sign-in', { email: 'ann@example.com', password: 'made up' }, settings).body,
  ]).toEqual([
    { method: 'POST', url: `${base}/recipe/signinup/code`, headers, body: '{"email":"ann@example.com"}' },
    {
      method: 'PUT',
      url: 'https://core.example.com/prefix/appid-shop/recipe/user',
      headers: { ...headers, rid: 'passwordless' },
      body: '{"userId":"user-1","recipeUserId":"user-1","email":"ann@example.com","phoneNumber":"+14155550100"}',
    },
    '{"userId":"user-1","recipeUserId":"method-1","email":"ann@example.com","phoneNumber":"+14155550100"}',
    '{"thirdPartyId":"google","thirdPartyUserId":"g-1","email":{"id":"ann@example.com","isVerified":true}}',
    '{"email":"ann@example.com","passwordHash":"$2a$10$made-up"}',
    '{"email":"ann@example.com","passwordHash":"$f_scrypt$made-up","hashingAlgorithm":"firebase_scrypt"}',
    '{"email":"ann@example.com","password":"made up"}',
  ])
})

test('a look-up asks by email, by phone or by identity, with every sign escaped', () => {
  const url = (args: Parameters<typeof buildRequest<'look-up'>>[2]) =>
    buildRequest('supertokens', 'look-up', args, settings).url
  expect([
    buildRequest('supertokens', 'look-up', { email: 'ann+1@example.com' }, settings),
    url({ phoneNumber: '+14155550100' }),
    url({ thirdPartyId: 'google', thirdPartyUserId: 'g 1&x=2' }),
  ]).toEqual([
    {
      method: 'GET',
      url: `${base}/users/by-accountinfo?email=ann%2B1%40example.com&doUnionOfAccountInfo=false`,
      headers: { ...key, 'cdi-version': '5.4' },
      body: null,
    },
    `${base}/users/by-accountinfo?phoneNumber=%2B14155550100&doUnionOfAccountInfo=false`,
    `${base}/users/by-accountinfo?thirdPartyId=google&thirdPartyUserId=g+1%26x%3D2&doUnionOfAccountInfo=false`,
  ])
})

test('a call of a plan fits as it is, and nothing but the fields of its operation is sent', () => {
  const contact = { kind: 'email', email: 'ann@example.com' } as const
  const call = { kind: 'import', ...bcrypt } as const
  expect([
    buildRequest('documented', 'create-code', contact, settings).body,
    buildRequest('documented', 'import-hash', call, settings).body,
  ]).toEqual(['{"email":"ann@example.com"}', '{"email":"ann@example.com","passwordHash":"$2a$10$made-up"}'])
})

test('a blank key sends no header, and no version sends none either', () => {
  const type = { 'Content-Type': 'application/json; charset=utf-8' }
  expect([null, '', '  ', 'k'].map(headersWith)).toEqual([type, type, type, { ...type, 'api-key': 'k' }])
})

test('the app path that the connection check found goes before the one the address suggests', () => {
  const found = { ...settingsFor('https://core.example.com/north', {}), appUrl: 'https://core.example.com' }
  expect([
    buildRequest('supertokens', 'update-user', update, found).url,
    buildRequest('supertokens', 'create-code', ann, found).url,
    buildRequest('documented', 'update-user', update, found).url,
  ]).toEqual([
    'https://core.example.com/recipe/user',
    'https://core.example.com/north/recipe/signinup/code',
    'https://core.example.com/north/recipe/user',
  ])
})

test('the documented dialect has nothing but the five operations', () => {
  expect([
    supportsOperation('documented', 'look-up'),
    supportsOperation('documented', 'sign-in'),
    supportsOperation('supertokens', 'look-up'),
  ]).toEqual([false, false, true])
  expect(() => buildRequest('documented', 'look-up', ann, settings)).toThrow('the documented interface has no look-up')
})

test('each dialect names the setting that must hold the signer key', () => {
  expect([dialects.documented.signerKeySetting, dialects.supertokens.signerKeySetting]).toEqual([
    'partner_password_hashing_signer_key',
    'firebase_password_hashing_signer_key',
  ])
})

test('a core reads the bodies of both dialects with the same schemas', () => {
  for (const dialect of ['documented', 'supertokens'] as const) {
    const read = [
      requestBodies['create-code'].safeParse(bodyOf(buildRequest(dialect, 'create-code', ann, settings))),
      requestBodies['consume-code'].safeParse(bodyOf(buildRequest(dialect, 'consume-code', code, settings))),
      requestBodies['update-user'].safeParse(bodyOf(buildRequest(dialect, 'update-user', update, settings))),
      requestBodies['third-party'].safeParse(bodyOf(buildRequest(dialect, 'third-party', google, settings))),
      requestBodies['import-hash'].safeParse(bodyOf(buildRequest(dialect, 'import-hash', scrypt, settings))),
    ]
    expect(read.map(({ success }) => success)).toEqual([true, true, true, true, true])
  }
  expect(requestBodies['create-code'].safeParse({ email: 'a@b.c', phoneNumber: '+1' }).success).toBe(false)
})

function headersWith(apiKey: string | null) {
  return buildRequest('supertokens', 'create-code', ann, settingsFor('https://core.example.com', { apiKey })).headers
}

function settingsFor(address: string, more: Partial<RequestSettings>): RequestSettings {
  const baseUrl = parseBaseUrl(address)
  if (!baseUrl.ok) throw new Error(baseUrl.error.message)
  return { baseUrl: baseUrl.value, apiKey: null, ...more }
}

function bodyOf({ body }: { readonly body: string | null }): unknown {
  return JSON.parse(body ?? 'null')
}
