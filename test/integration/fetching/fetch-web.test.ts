import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { okta } from '../../../electron/engine/fetching/sources/okta.ts'
import { systemClock, type Clock } from '../../../electron/engine/runner/clock.ts'
import * as z from 'zod'
import { buildCli, startCli } from '../../support/cli-process.ts'
import { cli } from '../../support/cli.ts'
import { makeAuthority } from '../../support/servers/made-up-authority.ts'
import { type ApiAnswer, type ApiServer, startApi } from '../../support/servers/api-server.ts'
import * as vendors from '../../support/servers/vendors.ts'
import { startCore } from '../../support/rehearsal.ts'
import { startSecureFront } from '../../support/servers/secure-front.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { sampleExports } from '../../support/data/sample-exports.ts'

const all: readonly (() => vendors.Vendor)[] = [
  vendors.auth0Vendor,
  vendors.clerkVendor,
  vendors.cognitoVendor,
  () => vendors.firebaseVendor(),
  vendors.keycloakVendor,
  vendors.kratosVendor,
  vendors.oktaVendor,
]
const named = all.map((vendor) => [vendor().name, vendor] as const)

/** Waits end at once, and are noted. */
function hurried(): { readonly clock: Clock; readonly waits: number[] } {
  const waits: number[] = []
  const setTimer: Clock['setTimer'] = (ms, wake) => {
    if (ms > 0) waits.push(ms)
    return systemClock.setTimer(0, wake)
  }
  return { clock: { ...systemClock, setTimer }, waits }
}

async function begin(vendor: vendors.Vendor, cwd = temporaryFolder()) {
  const server = await startApi(vendor.api)
  writeFileSync(join(cwd, 'service-account.json'), vendors.serviceAccount(server.url))
  const key = vendor.name === 'firebase' ? ['--service-account-file', 'service-account.json'] : []
  const { clock, waits } = hurried()
  const fetch = async (...more: readonly string[]) =>
    await cli(['fetch', ...vendor.args(server.url), ...key, '--out', 'users.ndjson', ...more], {
      cwd,
      env: vendor.env,
      clock,
    })
  return { server, cwd, waits, fetch }
}

/** Answers the page requests from the `from`th on otherwise. */
function fromPage(server: ApiServer, vendor: vendors.Vendor, from: number, answer: ApiAnswer | 'hang-up') {
  let pages = 0
  server.intercept = (request) => {
    if (!vendor.isPage(request)) return null
    pages += 1
    return pages >= from ? answer : null
  }
}

function written(cwd: string): string {
  return readdirSync(cwd)
    .filter((name) => name !== 'service-account.json')
    .map((name) => readFileSync(join(cwd, name), 'utf8'))
    .join('\n')
}

describe.each(named)('%s', (_name, make) => {
  test('is fetched whole, and inspect recognizes the file', async () => {
    const vendor = make()
    const { cwd, fetch } = await begin(vendor)
    const fetched = await fetch('--json')
    expect(fetched).toMatchObject({ code: 0, json: { users: vendor.users.length, repeated: 0, changed: 0 } })
    const inspected = await cli(['inspect', 'users.ndjson', '--json'], { cwd })
    expect(inspected.json).toMatchObject({ users: vendor.users.length })
    expect(JSON.stringify(inspected.json?.['files'])).toContain(`"provider":"${vendor.provider}"`)
    expect(vendor.secrets.filter((secret) => written(cwd).includes(secret))).toEqual([])
  })

  test('a server that goes away is said, and resuming ends with the bytes of an undisturbed fetch', async () => {
    const vendor = make()
    const calm = await begin(vendor)
    expect((await calm.fetch()).code).toBe(0)
    const again = make()
    const { server, cwd, fetch } = await begin(again)
    fromPage(server, again, again.name === 'auth0' ? 1 : 2, 'hang-up')
    const broken = await fetch()
    expect([broken.code, broken.err.includes('--resume')]).toEqual([4, true])
    server.intercept = () => null
    expect(await fetch('--resume')).toMatchObject({ code: 0 })
    expect(readFileSync(join(cwd, 'users.ndjson'), 'utf8')).toBe(readFileSync(join(calm.cwd, 'users.ndjson'), 'utf8'))
  })

  test('a page that is no page stops with a sentence, and no file is called done', async () => {
    const vendor = make()
    const { server, cwd, fetch } = await begin(vendor)
    const answers: readonly ApiAnswer[] = [
      { body: '[{"id":', cut: true },
      { body: '[{"id": 1,' },
      { body: '<html>Sign in</html>' },
      { status: 302, headers: { location: 'https://elsewhere.example/' } },
      { status: 500, body: 'oops' },
      { json: [1, 2, 3] },
    ]
    for (const answer of answers) {
      fromPage(server, vendor, 1, answer)
      const { code, err } = await fetch()
      expect([answer, code, /\.\n(?:.*--resume\n)?$/.test(err), readdirSync(cwd)]).toEqual([
        answer,
        4,
        true,
        expect.not.arrayContaining(['users.ndjson']),
      ])
      for (const name of readdirSync(cwd)) if (name.startsWith('users.ndjson.')) rmSync(join(cwd, name))
    }
  })

  test('what the server writes into its errors, the secrets included, is in no message', async () => {
    for (const status of [400, 401, 403, 404, 429, 500]) {
      const vendor = make()
      const { server, cwd, fetch } = await begin(vendor)
      server.intercept = ({ headers, body, path }) => {
        const isToken = path.includes('token')
        const echo = JSON.stringify({
          error: `${headers.authorization} ${body} ${vendor.secrets.join(' ')}`,
          __type: vendor.secrets[0],
        })
        return isToken && status !== 401 ? null : { status, body: echo, headers: { 'retry-after': '7200' } }
      }
      const { code, out, err } = await fetch()
      const output = out + err + written(cwd)
      expect([status, code, vendor.secrets.filter((secret) => output.includes(secret))]).toEqual([status, 4, []])
    }
  })
})

/** Auth0 hands out a file, whose requests need no token and have no rate limit. */
const paged = named.filter(([name]) => name !== 'auth0')

describe.each(paged)('%s', (name, make) => {
  test('a rate limit is obeyed for as long as it asks', async () => {
    const vendor = make()
    const { server, waits, fetch } = await begin(vendor)
    let limited = 0
    server.intercept = (request) => {
      if (!vendor.isPage(request) || limited === 2) return null
      limited += 1
      return { status: 429, headers: { 'retry-after': String(limited * 20) } }
    }
    expect(await fetch('--json')).toMatchObject({ code: 0, json: { users: vendor.users.length } })
    expect(waits).toEqual([20_000, 40_000])
  })

  test('a page that comes twice adds nothing and is counted', async () => {
    const vendor = make()
    const { server, fetch } = await begin(vendor)
    let first: ApiAnswer | null = null
    let pages = 0
    server.intercept = (request) => {
      if (!vendor.isPage(request)) return null
      pages += 1
      const answer = vendor.api(request, server.url)
      if (pages === 1) first = answer
      // The users of the first page again, with the place of the second.
      return pages === 2 && first !== null && name !== 'keycloak' && name !== 'clerk' ? merged(first, answer) : null
    }
    const { code, json } = await fetch('--json')
    const twice = name === 'keycloak' || name === 'clerk' ? 0 : 1
    expect([code, Number(json?.['repeated']) > 0 ? 1 : 0]).toEqual([0, twice])
  })

  test('pages that go round in a circle end with a sentence', async () => {
    const vendor = make()
    const { server, fetch } = await begin(vendor)
    let first: ApiAnswer | null = null
    server.intercept = (request) => {
      if (!vendor.isPage(request)) return null
      first ??= vendor.api(request, server.url)
      return first
    }
    const { code, err } = await fetch()
    expect([code, err]).toEqual([4, expect.stringContaining('again and again')])
  })
})

describe('a token that ends in the middle', () => {
  test.each([
    ['firebase', () => vendors.firebaseVendor()],
    ['keycloak', vendors.keycloakVendor],
  ] as const)('of %s is renewed, and nobody is missing', async (_name, make) => {
    const vendor = make()
    const { server, fetch } = await begin(vendor)
    let pages = 0
    server.intercept = (request) => {
      if (!vendor.isPage(request)) return null
      pages += 1
      // Revoked before its time: the old one is refused until there is a new one.
      return pages === 2 ? { status: 401, body: '' } : null
    }
    expect(await fetch('--json')).toMatchObject({ code: 0, json: { users: vendor.users.length, repeated: 0 } })
    expect(server.requests.filter(({ path }) => path.includes('token'))).toHaveLength(2)
  })

  test.each([
    ['okta', vendors.oktaVendor, { status: 401, json: {} }],
    ['clerk', vendors.clerkVendor, { status: 401, json: {} }],
    ['cognito', vendors.cognitoVendor, { status: 400, json: { __type: 'ExpiredTokenException' } }],
  ] as const)(
    'of %s, which nobody can renew, is a sentence; with a new one, resuming ends with the same bytes',
    async (_name, make, answer) => {
      const calm = await begin(make())
      await calm.fetch()
      const vendor = make()
      const { server, cwd, fetch } = await begin(vendor)
      fromPage(server, vendor, 2, answer)
      const { code, err } = await fetch()
      expect([code, err]).toEqual([4, expect.stringMatching(/refuse|expired/i)])
      server.intercept = () => null
      expect(await fetch('--resume')).toMatchObject({ code: 0 })
      expect(readFileSync(join(cwd, 'users.ndjson'), 'utf8')).toBe(readFileSync(join(calm.cwd, 'users.ndjson'), 'utf8'))
    },
  )

  test('and is refused again is a sentence', async () => {
    const vendor = vendors.keycloakVendor()
    const { server, fetch } = await begin(vendor)
    fromPage(server, vendor, 2, { status: 401, body: '' })
    const { code, err } = await fetch()
    expect([code, err]).toEqual([4, expect.stringContaining('Keycloak refused the token')])
  })
})

describe('a list that moves while it is read', () => {
  test('of Keycloak: a user who is deleted on an earlier page costs nobody else', async () => {
    const vendor = vendors.keycloakVendor(230)
    const { server, cwd, fetch } = await begin(vendor)
    let users = vendor.users
    let pages = 0
    server.intercept = (request) => {
      if (!vendor.isPage(request)) return null
      pages += 1
      if (pages === 2) users = users.filter(({ id }) => id !== 'kc-00003')
      const [first, max] = [Number(request.query.get('first')), Number(request.query.get('max'))]
      return { json: users.slice(first, first + max) }
    }
    expect(await fetch('--json')).toMatchObject({ code: 0, json: { users: 230 } })
    expect(readFileSync(join(cwd, 'users.ndjson'), 'utf8').split('\n')).toHaveLength(231)
  })

  test('of Keycloak: users who may not be seen leave holes in the pages, which are no end', async () => {
    const vendor = vendors.keycloakVendor(330)
    const { server, fetch } = await begin(vendor)
    server.intercept = (request) => {
      if (!vendor.isPage(request)) return null
      const [first, max] = [Number(request.query.get('first')), Number(request.query.get('max'))]
      const seen = vendor.users.slice(first, first + max).filter((_, n) => first + n < 90 || first + n >= 210)
      return { json: seen }
    }
    expect(await fetch('--json')).toMatchObject({ code: 0, json: { users: 210 } })
  })

  test('of Clerk: behind a user who was deleted, the page goes on after the one before', async () => {
    const vendor = vendors.clerkVendor()
    const { server, fetch } = await begin(vendor)
    server.intercept = ({ query }) =>
      query.get('starting_after') === 'user_00049' ? { status: 422, json: { errors: [] } } : null
    expect(await fetch('--json')).toMatchObject({ code: 0, json: { users: 110, repeated: 1 } })
  })
})

test('Auth0: a link that has expired is asked for anew, and what was read before is not written twice', async () => {
  const vendor = vendors.auth0Vendor()
  const { server, fetch } = await begin(vendor)
  let downloads = 0
  server.intercept = (request) => {
    if (!vendor.isPage(request)) return null
    downloads += 1
    return downloads === 1 ? { status: 403, body: '<Error>Request has expired</Error>' } : null
  }
  expect(await fetch('--json')).toMatchObject({ code: 0, json: { users: 1100, repeated: 0 } })
})

test('Firebase: without the permission for hash parameters nothing is fetched, unless the operator goes without them', async () => {
  const vendor = vendors.firebaseVendor()
  const { server, cwd, fetch } = await begin(vendor)
  server.intercept = ({ path }) => (path.endsWith('/config') ? { status: 403, json: {} } : null)
  const refused = await fetch()
  expect([refused.code, refused.err]).toEqual([4, expect.stringContaining('firebaseauth.configs.getHashConfig')])
  expect(readdirSync(cwd)).toEqual(['service-account.json'])
  const taken = await fetch('--without-hash-parameters')
  expect([taken.code, taken.out]).toEqual([0, expect.stringContaining('The hash parameters were not fetched')])
})

test('a server with a certificate of a private authority is trusted with --ca-file only', async () => {
  const authority = makeAuthority()
  const vendor = vendors.kratosVendor()
  const { server, cwd } = await begin(vendor)
  const front = await startSecureFront(authority.issue('localhost'), Number(new URL(server.url).port))
  onTestFinished(front.close)
  writeFileSync(join(cwd, 'root.pem'), authority.pem)
  const fetch = async (...more: readonly string[]) =>
    await cli(['fetch', 'kratos', '--address', `https://localhost:${front.port}`, '--out', 'users.ndjson', ...more], {
      cwd,
      env: vendor.env,
    })
  const refused = await fetch()
  expect([refused.code, refused.err]).toEqual([4, expect.stringContaining('--ca-file')])
  expect(await fetch('--ca-file', 'root.pem', '--json')).toMatchObject({ code: 0, json: { users: 110 } })
})

test('Okta: a rate limit that is nearly spent is left to others until it is reset', async () => {
  const vendor = vendors.oktaVendor()
  const { server } = await begin(vendor)
  server.intercept = (request) => {
    const answer = vendor.api(request, server.url)
    const reset = String(Math.floor(Date.now() / 1000) + 40)
    const spent = { 'x-rate-limit-remaining': '3', 'x-rate-limit-reset': reset }
    return { ...answer, headers: { ...answer.headers, ...spent } }
  }
  const { signal } = new AbortController()
  const settings = { domain: server.url, 'without-deactivated': false, 'allow-http': false }
  const opened = await okta.open(settings, { token: '00made-up-token' }, signal, null)
  if (opened.kind !== 'opened') throw new Error(opened.sentence)
  onTestFinished(opened.source.close)
  const first = await opened.source.page(null, signal)
  const second = await opened.source.page(first.kind === 'page' ? first.next : null, signal)
  expect([first.kind, second]).toEqual(['page', expect.objectContaining({ kind: 'wait' })])
  expect(server.requests).toHaveLength(1)
})

test('Firebase: the hash parameters lie beside the users, and the hashes are sent to the core whole', async () => {
  const exported = z.object({ users: z.array(z.record(z.string(), z.unknown())) })
  const { users } = exported.parse(JSON.parse(readFileSync(join(sampleExports, 'firebase-users.json'), 'utf8')))
  const vendor = vendors.firebaseVendor(users.map((user) => ({ ...user, version: 0 })))
  const { cwd, fetch } = await begin(vendor)
  const fetched = await fetch()
  expect([fetched.code, fetched.out]).toEqual([0, expect.stringContaining('users.parameters.json')])
  const core = await startCore({ dialect: 'supertokens' })
  const settings = ['--scrypt-parameters', 'users.parameters.json', '--yes', '--json']
  const run = async (file: string, core: { readonly baseUrl: string }, parameters: readonly string[]) => {
    const { json } = await cli(
      ['run', file, '--core', core.baseUrl, ...parameters, '--document', `${file}.migration`],
      { cwd },
    )
    const { ready, blocked, migrated, failed } = { ...json }
    return { ready, blocked, migrated, failed }
  }
  const other = await startCore({ dialect: 'supertokens' })
  writeFileSync(join(cwd, 'exported.json'), readFileSync(join(sampleExports, 'firebase-users.json')))
  const byHand = ['--scrypt-parameters', join(sampleExports, 'firebase-hash-config.txt'), '--yes', '--json']
  const fetchedRun = await run('users.ndjson', core, settings)
  expect(fetchedRun).toEqual(await run('exported.json', other, byHand))
  expect(Number(fetchedRun.migrated)).toBeGreaterThan(0)
})

test('a fetch that is killed goes on where its journal is, and ends with the same bytes', async () => {
  await buildCli()
  const vendor = vendors.kratosVendor(600)
  const calm = await begin(vendor)
  await calm.fetch()
  const { server, cwd } = await begin(vendor)
  const args = ['fetch', ...vendor.args(server.url), '--out', 'users.ndjson']
  let resumed = startCli(args, cwd, vendor.env)
  for (const moment of [3, 7, 10]) {
    await expect.poll(() => server.requests.length, { interval: 1 }).toBeGreaterThanOrEqual(moment)
    resumed.kill()
    await resumed.ended
    resumed = startCli([...args, '--resume'], cwd, vendor.env)
  }
  expect(await resumed.ended).toMatchObject({ code: 0 })
  expect(readFileSync(join(cwd, 'users.ndjson'), 'utf8')).toBe(readFileSync(join(calm.cwd, 'users.ndjson'), 'utf8'))
})

/** The first answer with the place of the second. */
function merged(users: ApiAnswer, place: ApiAnswer): ApiAnswer {
  const [a, b] = [users.json, place.json]
  if (Array.isArray(a)) return { ...place, json: a }
  return { ...place, json: { ...(b as object), ...pick(a as object, ['users', 'Users']) } }
}

function pick(from: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)))
}
