import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const request = (path: string, body: object) => ({ method: 'POST', url: `/api/${path}`, body })
const read = async (document: object) => (await inspect({ 'kickstart.json': JSON.stringify(document, null, 2) })).json
const application = request('application/#{app}', { application: { name: 'Shop', clientSecret: 'ann@acme.example' } })

describe('users that the requests of a kickstart create', () => {
  test('have the values of variables, which count once', async () => {
    const json = await read({
      variables: { app: 'A1', email: 'ann@acme.example', support: 'help@acme.example', hash: madeUpBcrypt(1) },
      requests: [
        request('user/registration/U1', {
          user: { email: '#{email}', password: '#{hash}' },
          registration: { applicationId: '#{app}', roles: ['admin'] },
        }),
      ],
    })
    expect(json).toMatchObject({
      records: 1,
      users: 1,
      ready: 1,
      files: [
        {
          provider: 'fusionauth',
          controlTotals: {
            emails: { counted: 2, accounted: 2 },
            hashes: { counted: 1, accounted: 1 },
          },
        },
      ],
    })
  })

  test.each<readonly [string, object, object, readonly [counted: number, beside: number]]>([
    ['used several times', { email: 'ann@acme.example' }, { email: '#{email}', data: { mail: '#{email}' } }, [1, 0]],
    ['that nobody has', { email: 'ann@acme.example', other: 'eve@acme.example' }, { email: '#{email}' }, [2, 1]],
    ['put together', { domain: 'acme.example', other: 'eve@acme.example' }, { email: 'ann@#{domain}' }, [1, 1]],
  ])('count addresses of variables once: %s', async (_, variables, user, [counted, beside]) => {
    const requests = [request('user/U1', { user })]
    const accounts = [
      ...(counted > beside ? [{ kind: 'users', emails: counted - beside }] : []),
      ...(beside > 0 ? [{ kind: 'beside', emails: beside }] : []),
    ]
    const controlTotals = { emails: { counted, accounted: counted }, accounts }
    for (const document of [
      { variables, requests },
      { requests, variables },
    ])
      expect(await read(document)).toMatchObject({ users: 1, ready: 1, files: [{ controlTotals }] })
  })

  test('of one user each, and of an import', async () => {
    const json = await read({
      requests: [
        application,
        request('user', { user: { id: 'U1', email: 'ann@acme.example', password: 'not-to-be-seen' } }),
        request('user/import', { users: [{ id: 'U2', email: 'ben@acme.example', password: madeUpBcrypt(2) }] }),
        request('user/action/U1', { action: { comment: 'locked' } }),
      ],
    })
    expect(json).toMatchObject({
      records: 2,
      users: 2,
      ready: 1,
      hashes: { bcrypt: 1, unsupported: { 'clear-text': 1 } },
    })
    expect(JSON.stringify(json)).not.toContain('not-to-be-seen')
  })

  test('whose variables come from the environment are blocked', async () => {
    const user = { email: '#{ENV.ADMIN_EMAIL}', password: '#{ENV.ADMIN_PASSWORD}' }
    expect(await read({ requests: [request('user/U1', { user }), application] })).toMatchObject({
      users: 1,
      ready: 0,
      hashes: { unsupported: { variable: 1 } },
    })
  })
})

test('requests that create no users are no kickstart', async () => {
  const requests = [application, request('user-action', { userAction: { name: 'lock' } })]
  const { err } = await inspect({ 'kickstart.json': JSON.stringify({ requests }) })
  expect(err).toContain('requests to an API')
})
