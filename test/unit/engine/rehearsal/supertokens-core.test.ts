import { describe, expect, test } from 'vitest'
import type { Answer } from '../../../../electron/engine/rehearsal/context.ts'
import { supertokensCore } from '../../../../electron/engine/rehearsal/supertokens/supertokens-core.ts'
import { ask, asked, coreContext, joined } from './fixture.ts'

const newCore = () => supertokensCore(coreContext())
const cdi = (version: string) => ({ headers: { 'cdi-version': version } })

type Code = { preAuthSessionId: string; linkCode: string; deviceId: string; userInputCode: string }

async function codeFor(core: Answer, contact: object): Promise<Code> {
  const [, reply] = await asked(core, '/recipe/signinup/code', { body: contact })
  return reply as Code
}

async function signUp(core: Answer, contact: object, version = '5.4'): Promise<readonly [number, unknown]> {
  const { preAuthSessionId, linkCode } = await codeFor(core, contact)
  return asked(core, '/recipe/signinup/code/consume', { body: { preAuthSessionId, linkCode }, ...cdi(version) })
}

async function newId(core: Answer, contact: object): Promise<string> {
  const [, reply] = await signUp(core, contact)
  return (reply as { user: { id: string } }).user.id
}

describe('the shape of a user, by interface version', () => {
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/)
  const loginMethod = {
    tenantIds: ['public'],
    recipeUserId: id,
    verified: true,
    timeJoined: joined,
    recipeId: 'passwordless',
    phoneNumber: '+14155550100',
  }
  const user = {
    id,
    isPrimaryUser: false,
    tenantIds: ['public'],
    timeJoined: joined,
    emails: [],
    phoneNumbers: ['+14155550100'],
    thirdParty: [],
    loginMethods: [loginMethod],
  }
  const consumedDevice = {
    preAuthSessionId: expect.any(String),
    failedCodeInputAttemptCount: 0,
    phoneNumber: '+14155550100',
  }
  const webauthn = { credentialIds: [] }
  const start = { status: 'OK', createdNewUser: true }

  test.each([
    ['2.11', { ...start, user: { id, timeJoined: joined, phoneNumber: '+14155550100' } }],
    ['3.1', { ...start, user: { id, timeJoined: joined, tenantIds: ['public'], phoneNumber: '+14155550100' } }],
    ['4.0', { ...start, user, recipeUserId: id }],
    ['5.2', { ...start, user, recipeUserId: id, consumedDevice }],
    ['5.3', { ...start, user: { ...user, webauthn }, recipeUserId: id, consumedDevice }],
  ])('%s', async (version, expected) => {
    expect(await signUp(newCore(), { phoneNumber: '+1 (415) 555-0100' }, version)).toEqual([200, expected])
  })

  test('without a version it is the newest', async () => {
    const [, reply] = await asked(newCore(), '/recipe/signinup', {
      body: { thirdPartyId: 'google', thirdPartyUserId: 'g-1', email: { id: 'ann@example.com', isVerified: false } },
    })
    expect(reply).toMatchObject({
      user: {
        thirdParty: [{ id: 'google', userId: 'g-1' }],
        webauthn: { credentialIds: [] },
        loginMethods: [{ verified: false, recipeId: 'thirdparty', thirdParty: { id: 'google', userId: 'g-1' } }],
      },
    })
  })
})

describe('paths, keys and versions', () => {
  test('are checked in the order and the words of a real core', async () => {
    const core = newCore()
    const noKey = { 'api-key': undefined }
    const code = '/recipe/signinup/code'
    const body = { email: 'ann@example.com' }
    expect([
      await asked(core, '/nothing', { headers: noKey }),
      await asked(core, '/hello', { method: 'GET', headers: { ...noKey, 'cdi-version': 'x' } }),
      await asked(core, code, { headers: { ...noKey, 'cdi-version': 'x' } }),
      await asked(core, code, { headers: { ...noKey, authorization: 'Bearer rehearsal-key-rehearsal' }, body }),
      await asked(core, code, cdi('x')),
      await asked(core, code, cdi('4.1')),
      await asked(core, `/shop${code}`, cdi('2.21')),
      await asked(core, `/shop${code}`),
      await asked(core, `/appid-app/shop${code}`),
      await asked(core, code, { method: 'DELETE' }),
      await asked(core, '/apiversion', { method: 'GET', headers: noKey }),
    ]).toEqual([
      [404, 'Not found'],
      [200, 'Hello'],
      [401, 'Invalid API key'],
      [200, expect.objectContaining({ status: 'OK' })],
      [500, 'java.lang.IllegalArgumentException: Invalid version format'],
      [400, 'cdi-version 4.1 not supported'],
      [404, 'Not found'],
      [400, expect.stringMatching(/combination not found: \(, public, shop\)$/)],
      [400, expect.stringMatching(/combination not found: \(, app, shop\)$/)],
      [405, 'Method not supported'],
      [401, 'Invalid API key'],
    ])
  })

  test('the default app and tenant may be named, in any case and with a slash at the end', async () => {
    const core = supertokensCore(coreContext({ basePath: '/auth' }))
    const statuses: number[] = []
    for (const path of ['/public/', '/appid-public/', '/appid-public/public/', '/PUBLIC/', '/']) {
      const body = { email: 'ann@example.com' }
      statuses.push((await ask(core, `/auth${path}Recipe/SignInUp/Code/`, { body })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200])
  })

  test('errors are texts of type text/html that end with a newline', async () => {
    expect(await ask(newCore(), '/recipe/signinup/code', { body: 'x' })).toEqual({
      status: 400,
      contentType: 'text/html;charset=UTF-8',
      body: 'Invalid Json Input\n',
    })
  })
})

describe('codes', () => {
  test('consuming one deletes the others of the same contact', async () => {
    const core = newCore()
    const first = await codeFor(core, { email: 'ann@example.com' })
    const second = await codeFor(core, { email: ' ANN@example.com ' })
    const consume = ({ preAuthSessionId, linkCode }: Code) =>
      asked(core, '/recipe/signinup/code/consume', { body: { preAuthSessionId, linkCode: `${linkCode}=` } })
    const outcomes = [await consume(second), await consume(first), await consume(second)]
    expect(outcomes.map(([, reply]) => (reply as { status: string }).status)).toEqual([
      'OK',
      'RESTART_FLOW_ERROR',
      'RESTART_FLOW_ERROR',
    ])
  })

  test('expire after their lifetime', async () => {
    let now = joined
    const core = supertokensCore(coreContext({ clock: () => now }))
    const inTime = await codeFor(core, { email: 'ann@example.com' })
    const late = await codeFor(core, { email: 'bob@example.com' })
    const consume = async ({ preAuthSessionId, linkCode }: Code) => {
      const [, reply] = await asked(core, '/recipe/signinup/code/consume', { body: { preAuthSessionId, linkCode } })
      return (reply as { status: string }).status
    }
    now += 900_000
    const first = await consume(inTime)
    now += 1
    expect([first, await consume(late)]).toEqual(['OK', 'RESTART_FLOW_ERROR'])
  })

  test('a typed code may be wrong four times; the fifth time deletes the device', async () => {
    const core = newCore()
    const { preAuthSessionId, deviceId, userInputCode } = await codeFor(core, { email: 'ann@example.com' })
    const type = async (typed: string) => {
      const body = { preAuthSessionId, deviceId, userInputCode: typed }
      return (await asked(core, '/recipe/signinup/code/consume', { body }))[1]
    }
    const wrong = []
    for (let attempt = 0; attempt < 5; attempt += 1) wrong.push(await type('no'))
    const status = 'INCORRECT_USER_INPUT_CODE_ERROR'
    expect([...wrong, await type(userInputCode)]).toEqual([
      ...[1, 2, 3, 4].map((count) => ({
        status,
        failedCodeInputAttemptCount: count,
        maximumCodeInputAttempts: 5,
      })),
      { status: 'RESTART_FLOW_ERROR' },
      { status: 'RESTART_FLOW_ERROR' },
    ])
  })

  test.each([
    [{}, 'Please provide exactly one of email, phoneNumber or deviceId'],
    [{ email: 'a', deviceId: 'b' }, 'Please provide exactly one of email, phoneNumber or deviceId'],
    [{ email: 'a', phoneNumber: null }, "Field name 'phoneNumber' is invalid in JSON input"],
    [{ email: 'a', userInputCode: '' }, 'userInputCode cannot be an empty string.'],
    [{ deviceId: '%%' }, 'Input encoding error in deviceId'],
  ])('%o is refused', async (body, sentence) => {
    expect(await asked(newCore(), '/recipe/signinup/code', { body })).toEqual([400, sentence])
  })

  test.each([
    [{ preAuthSessionId: 'x' }, 'Please provide exactly one of linkCode or deviceId+userInputCode'],
    [{ linkCode: 'AAAA' }, "Field name 'preAuthSessionId' is invalid in JSON input"],
    [{ preAuthSessionId: 'x', linkCode: '%%' }, 'Input encoding error in linkCode'],
  ])('consuming %o is refused', async (body, sentence) => {
    expect(await asked(newCore(), '/recipe/signinup/code/consume', { body })).toEqual([400, sentence])
  })
})

describe('updating a user', () => {
  test('the name of the id field and the header rid decide', async () => {
    const core = newCore()
    const id = await newId(core, { email: 'ann@example.com' })
    const put = (body: object, headers: Record<string, string>) =>
      asked(core, '/recipe/user', { method: 'PUT', body, headers })
    const rid = 'passwordless'
    const phoneNumber = '+14155550100'
    expect([
      await put({ userId: id, phoneNumber }, { rid }),
      await put({ userId: id, phoneNumber }, { rid, 'cdi-version': '3.1' }),
      await put({ recipeUserId: id, phoneNumber }, { rid }),
      await put({ recipeUserId: id, phoneNumber }, {}),
      await put({ recipeUserId: id, email: 'new@example.com' }, { rid: 'Passwordless' }),
      await put({ recipeUserId: id, phoneNumber }, { rid: 'thirdparty' }),
      await put({ recipeUserId: id, email: null, phoneNumber: null }, { rid }),
      await put({ recipeUserId: id }, { rid }),
    ]).toEqual([
      [400, "Field name 'recipeUserId' is invalid in JSON input"],
      [200, { status: 'OK' }],
      [200, { status: 'OK' }],
      [400, 'You have to provide either email or password.'],
      [200, { status: 'UNKNOWN_USER_ID_ERROR' }],
      [405, 'Method not supported'],
      [400, 'You cannot clear both email and phone number of a user'],
      [200, { status: 'OK' }],
    ])
  })

  test('an attached email is unverified, and the attached contact finds the same user', async () => {
    const core = newCore()
    const id = await newId(core, { phoneNumber: '+14155550100' })
    const body = { recipeUserId: id, email: 'Ann@Example.com' }
    await asked(core, '/recipe/user', { method: 'PUT', body, headers: { rid: 'passwordless' } })
    const [, found] = await asked(core, `/user/id?userId=${id}`, { method: 'GET' })
    expect(found).toMatchObject({
      user: { id, emails: ['ann@example.com'], phoneNumbers: ['+14155550100'], loginMethods: [{ verified: false }] },
    })
    expect(await newId(core, { email: 'ann@example.com' })).toBe(id)
  })
})

describe('third-party users', () => {
  test('a new email replaces the old one and is unverified until it is said to be verified', async () => {
    const core = newCore()
    const send = async (email: string, isVerified: boolean) => {
      const body = { thirdPartyId: 'google', thirdPartyUserId: 'g-1', email: { id: email, isVerified } }
      const [, reply] = await asked(core, '/recipe/signinup', { body })
      const { createdNewUser, user } = reply as {
        createdNewUser: boolean
        user: { emails: string[]; loginMethods: { verified: boolean }[] }
      }
      return [createdNewUser, user.emails[0], user.loginMethods[0]?.verified]
    }
    expect([
      await send('ann@example.com', true),
      await send('ann@example.com', false),
      await send('new@example.com', false),
      await send('new@example.com', true),
    ]).toEqual([
      [true, 'ann@example.com', true],
      [false, 'ann@example.com', true],
      [false, 'new@example.com', false],
      [false, 'new@example.com', true],
    ])
  })

  test('a mark beside a mapped ID lasts for one reply, because a real core reads it under the mapped ID', async () => {
    const core = newCore()
    const signUp = async (email: string, isVerified: boolean) => {
      const body = { thirdPartyId: 'google', thirdPartyUserId: 'g-1', email: { id: email, isVerified } }
      const [, reply] = await asked(core, '/recipe/signinup', { body })
      return reply as { user: { id: string } }
    }
    const { user } = await signUp('ann@example.com', false)
    await asked(core, '/recipe/userid/map', { body: { superTokensUserId: user.id, externalUserId: 'old-1' } })
    const verified = (isVerified: boolean) => ({ user: { id: 'old-1', loginMethods: [{ verified: isVerified }] } })
    expect(await signUp('new@example.com', true)).toMatchObject(verified(true))
    const [, found] = await asked(core, '/user/id?userId=old-1', { method: 'GET' })
    expect(found).toMatchObject(verified(false))
  })

  test.each([
    ['2.7', {}, 400],
    ['2.8', {}, 200],
    ['3.1', { isVerified: 'yes' }, 200],
    ['4.0', {}, 400],
    ['5.4', { isVerified: 'true' }, 400],
  ])('interface %s takes an email with %o: %i', async (version, extra, status) => {
    const body = { thirdPartyId: 'google', thirdPartyUserId: 'g-1', email: { id: 'ann@example.com', ...extra } }
    expect((await ask(newCore(), '/recipe/signinup', { body, ...cdi(version) })).status).toBe(status)
  })

  test('a made-up address counts as verified', async () => {
    const body = {
      thirdPartyId: 'apple',
      thirdPartyUserId: 'a-1',
      email: { id: 'a-1@apple.fakeemail.com', isVerified: false },
    }
    const [, reply] = await asked(newCore(), '/recipe/signinup', { body })
    expect(reply).toMatchObject({ user: { loginMethods: [{ verified: true }] } })
  })
})
