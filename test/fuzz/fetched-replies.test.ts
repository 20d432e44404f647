import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemClock, type Clock } from '../../electron/engine/runner/clock.ts'
import { cli } from '../support/cli.ts'
import { type ApiAnswer, startApi } from '../support/servers/api-server.ts'
import * as vendors from '../support/servers/vendors.ts'
import { rounds } from '../support/length.ts'
import { seedOfRun } from '../support/seed.ts'
import { folderOf } from '../support/temporary-folder.ts'

/** The short form takes some of them, others in each run. */
const step = rounds(23, 1)
const first = seedOfRun('FUZZ_SEED') % step

/** Waits end at once. */
const hurried: Clock = { ...systemClock, setTimer: (_ms, wake) => systemClock.setTimer(0, wake) }

const odd: readonly unknown[] = [null, true, 5, 'odd', [], {}, [null], { nested: {} }]

/** A reply with one thing in it that its documentation does not show. `cursor`: where the next page begins was changed. */
type Odd = { readonly what: string; readonly json: unknown; readonly isCursor?: boolean }

function oddReplies(json: unknown): readonly Odd[] {
  const whole = odd.map((value) => ({ what: `the reply is ${JSON.stringify(value)}`, json: value }))
  if (Array.isArray(json)) {
    const items = odd.map((value) => ({ what: `a user is ${JSON.stringify(value)}`, json: [value, ...json.slice(1)] }))
    const ids = odd.map((value) => ({
      what: `the ID of the last user is ${JSON.stringify(value)}`,
      json: [...json.slice(0, -1), { ...(json.at(-1) as object), id: value }],
    }))
    return [...whole, ...items, ...ids]
  }
  const fields = Object.keys(json as object).flatMap((name) =>
    odd.map((value) => ({
      what: `${name} is ${JSON.stringify(value)}`,
      json: { ...(json as object), [name]: value },
      // Any text may be a cursor.
      isCursor: /token/i.test(name) && typeof value !== 'string',
    })),
  )
  return [...whole, ...fields]
}

/** The emails in what a server handed out, in a list of users. */
function emailsIn(json: unknown): readonly string[] {
  return JSON.stringify(json).match(/u\d+@example\.com/g) ?? []
}

const all = [
  vendors.clerkVendor,
  vendors.cognitoVendor,
  () => vendors.firebaseVendor(),
  vendors.keycloakVendor,
  vendors.kratosVendor,
  vendors.oktaVendor,
] as const

/** Fetches from a server that changes one page of its list; null: there is no such change. */
async function fetchChanged(make: () => vendors.Vendor, at: number, index: number) {
  const vendor = make()
  const server = await startApi(vendor.api)
  const handedOut = new Set<string>()
  let page = 0
  let change: Odd | undefined
  server.intercept = (request): ApiAnswer | null => {
    if (!vendor.isPage(request)) return null
    page += 1
    const answer = vendor.api(request, server.url)
    if (page === at) change = oddReplies(answer.json)[index]
    const json = page === at && change !== undefined ? change.json : answer.json
    for (const email of emailsIn(json)) handedOut.add(email)
    return { ...answer, json }
  }
  const cwd = folderOf({ 'account.json': vendors.serviceAccount(server.url) })
  const key = vendor.name === 'firebase' ? ['--service-account-file', 'account.json'] : []
  const args = ['fetch', ...vendor.args(server.url), ...key, '--out', 'users.ndjson']
  const { code, out, err } = await cli(args, { cwd, env: vendor.env, clock: hurried })
  if (change === undefined) return null
  const path = join(cwd, 'users.ndjson')
  const written = existsSync(path) ? new Set(emailsIn(readFileSync(path, 'utf8'))) : null
  return { change, written, handedOut, code, out, err, requests: server.requests.length }
}

/** Why a fetch did not end as it must; null: it did. */
function faultOf(run: NonNullable<Awaited<ReturnType<typeof fetchChanged>>>): string | null {
  const { change, written, handedOut, code, out, err, requests } = run
  if (requests > 1000) return 'no end'
  if (/internal/i.test(err)) return 'an internal error'
  if (written === null) return code === 4 && /[.!]\n/.test(err) ? null : 'no sentence'
  if ([...handedOut].some((email) => !written.has(email))) return 'users lost'
  if (change.isCursor === true) return 'a cursor that is none was taken for the end'
  return written.size === 0 && !out.includes('and there are') ? 'nobody was fetched, without a word' : null
}

test.each(all.map((make) => [make().name, make] as const))(
  '%s: whatever stands in a page, fetching ends, with a sentence or with everybody who was handed out',
  async (_name, make) => {
    const faults: string[] = []
    for (const at of [1, 2])
      for (let index = first; ; index += step) {
        const run = await fetchChanged(make, at, index)
        if (run === null) break
        const fault = faultOf(run)
        if (fault !== null) faults.push(`page ${at}, ${run.change.what}: ${fault}; code ${run.code}, ${run.err}`)
      }
    expect(faults).toEqual([])
  },
)
