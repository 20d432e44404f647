import { describe, expect, test } from 'vitest'
import type { Answer } from '../../../../electron/engine/rehearsal/context.ts'
import { supertokensCore } from '../../../../electron/engine/rehearsal/supertokens/supertokens-core.ts'
import { asked, coreContext, joined } from './fixture.ts'

const bcrypt = '$2a$04$abcdefghijklmnopqrstuuLQ0vHqf3aWmgRuhRRhRZlKpQ8d0yT5e'

async function get(core: Answer, path: string): Promise<unknown> {
  return (await asked(core, path, { method: 'GET' }))[1]
}

async function post(core: Answer, path: string, body: object): Promise<unknown> {
  return (await asked(core, path, { body }))[1]
}

async function idOf(reply: Promise<unknown>): Promise<string> {
  return ((await reply) as { user: { id: string } }).user.id
}

/** Ann three times: with a password, through google, and by a code. */
async function coreWithAnn() {
  let now = joined
  const core = supertokensCore(coreContext({ clock: () => (now += 1) }))
  const email = 'ann@example.com'
  const password = await idOf(post(core, '/recipe/user/passwordhash/import', { email, passwordHash: bcrypt }))
  const google = await idOf(
    post(core, '/recipe/signinup', {
      thirdPartyId: 'google',
      thirdPartyUserId: 'g-1',
      email: { id: email, isVerified: false },
    }),
  )
  const code = (await post(core, '/recipe/signinup/code', { email })) as { preAuthSessionId: string; linkCode: string }
  const { preAuthSessionId, linkCode } = code
  const passwordless = await idOf(post(core, '/recipe/signinup/code/consume', { preAuthSessionId, linkCode }))
  return { core, password, google, passwordless }
}

describe('looking users up', () => {
  test('by email, provider, all of it or any of it', async () => {
    const { core, password, google, passwordless } = await coreWithAnn()
    const ids = async (query: string) => {
      const reply = (await get(core, `/users/by-accountinfo?${query}`)) as { users: { id: string }[] }
      return reply.users.map((user) => user.id)
    }
    expect([
      await ids('email=ANN%40example.com&doUnionOfAccountInfo=false'),
      await ids('thirdPartyId=google&thirdPartyUserId=g-1&doUnionOfAccountInfo=false'),
      await ids('email=ann@example.com&thirdPartyId=google&thirdPartyUserId=g-1&doUnionOfAccountInfo=false'),
      await ids('email=ann@example.com&phoneNumber=%2B14155550100&doUnionOfAccountInfo=true'),
      await ids('email=ann@example.com&phoneNumber=%2B14155550100&doUnionOfAccountInfo=false'),
      await ids('email=bob@example.com&doUnionOfAccountInfo=false'),
      await asked(core, '/users/by-accountinfo?email=a', { method: 'GET' }),
    ]).toEqual([
      [password, google, passwordless],
      [google],
      [google],
      [password, google, passwordless],
      [],
      [],
      [400, "Field name 'doUnionOfAccountInfo' is missing in GET request"],
    ])
  })

  test('by pages, in both orders, and as a count', async () => {
    const { core, password, google, passwordless } = await coreWithAnn()
    const pages = async (query: string) => {
      const ids: string[] = []
      let token = ''
      do {
        const page = (await get(core, `/users?limit=2${query}${token}`)) as {
          users: { id: string }[]
          nextPaginationToken?: string
        }
        ids.push(...page.users.map((user) => user.id))
        token = page.nextPaginationToken === undefined ? '' : `&paginationToken=${page.nextPaginationToken}`
      } while (token !== '')
      return ids
    }
    expect([
      await pages(''),
      await pages('&timeJoinedOrder=DESC'),
      await get(core, '/users/count'),
      await get(core, '/users/count?includeRecipeIds=thirdparty,passwordless'),
    ]).toEqual([
      [password, google, passwordless],
      [passwordless, google, password],
      { status: 'OK', count: 3 },
      { status: 'OK', count: 2 },
    ])
  })
})

describe('user ids', () => {
  test('a mapped id stands for the user everywhere, and goes when the user goes', async () => {
    const { core, google } = await coreWithAnn()
    const mapping = { superTokensUserId: google, externalUserId: ' old-1 ' }
    const map = (body: object) => post(core, '/recipe/userid/map', body)
    expect([
      await map(mapping),
      await map(mapping),
      await map({ superTokensUserId: google, externalUserId: 'old-2' }),
      await map({ superTokensUserId: 'nobody', externalUserId: 'old-2' }),
      await get(core, '/recipe/userid/map?userId=old-1&userIdType=EXTERNAL'),
      await get(core, '/recipe/userid/map?userId=old-1&userIdType=SUPERTOKENS'),
      await get(core, `/user/id?userId=${google}`),
      await post(core, '/user/remove', { userId: 'old-1' }),
      await post(core, '/user/remove', { userId: 'old-1' }),
      await get(core, '/recipe/userid/map?userId=old-1'),
      await get(core, `/user/id?userId=${google}`),
    ]).toEqual([
      { status: 'OK' },
      {
        status: 'USER_ID_MAPPING_ALREADY_EXISTS_ERROR',
        doesSuperTokensUserIdExist: true,
        doesExternalUserIdExist: true,
      },
      {
        status: 'USER_ID_MAPPING_ALREADY_EXISTS_ERROR',
        doesSuperTokensUserIdExist: true,
        doesExternalUserIdExist: false,
      },
      { status: 'UNKNOWN_SUPERTOKENS_USER_ID_ERROR' },
      { status: 'OK', superTokensUserId: google, externalUserId: 'old-1' },
      { status: 'UNKNOWN_MAPPING_ERROR' },
      {
        status: 'OK',
        user: expect.objectContaining({
          id: 'old-1',
          loginMethods: [expect.objectContaining({ recipeUserId: 'old-1' })],
        }),
      },
      { status: 'OK' },
      { status: 'OK' },
      { status: 'UNKNOWN_MAPPING_ERROR' },
      { status: 'UNKNOWN_USER_ID_ERROR' },
    ])
  })
})

describe('email verification', () => {
  test('a token verifies once, and can be taken back', async () => {
    const { core, password } = await coreWithAnn()
    const who = { userId: password, email: 'ann@example.com' }
    const isVerified = () => get(core, `/recipe/user/email/verify?userId=${password}&email=ann@example.com`)
    const { token } = (await post(core, '/recipe/user/email/verify/token', who)) as { token: string }
    expect([
      await isVerified(),
      await post(core, '/recipe/user/email/verify', { method: 'token', token }),
      await post(core, '/recipe/user/email/verify', { method: 'token', token }),
      await isVerified(),
      await post(core, '/recipe/user/email/verify/token', who),
      await post(core, '/recipe/user/email/verify/remove', who),
      await isVerified(),
    ]).toEqual([
      { status: 'OK', isVerified: false },
      { status: 'OK', ...who },
      { status: 'EMAIL_VERIFICATION_INVALID_TOKEN_ERROR' },
      { status: 'OK', isVerified: true },
      { status: 'EMAIL_ALREADY_VERIFIED_ERROR' },
      { status: 'OK' },
      { status: 'OK', isVerified: false },
    ])
  })
})
