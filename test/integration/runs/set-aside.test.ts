import { expect, test } from 'vitest'
import { startScriptedCore, type CoreRequest } from '../../support/scripted-core.ts'
import { runUsers } from '../../support/run-users.ts'
import { usersOfProvider } from '../../support/made-up-csv.ts'

const page = { status: 503, body: '<html><head><title>503 Service Temporarily Unavailable</title></head></html>' }
const isBad = ({ body }: CoreRequest) => /^g-\d?50$/.test(String(body['thirdPartyUserId']))

test('users who always meet a page are tried again after all others, and the core is not called busy or away', async () => {
  const core = await startScriptedCore((asked) =>
    isBad(asked) ? { ...page, headers: { 'content-type': 'text/html' } } : null,
  )
  const run = await runUsers(usersOfProvider(160), core.url, ['--concurrency', '4'])
  const sent = core.requests.filter(({ path }) => path.endsWith('/recipe/signinup'))
  const lastOther = sent.findLastIndex((asked) => !isBad(asked))
  const atTheEnd = sent.slice(lastOther + 1).filter(isBad).length
  expect([run.code, run.json?.['migrated'], run.json?.['failed'], run.json?.['stopped']]).toEqual([3, 158, 2, null])
  // Six tries each, four of them after all others.
  expect([sent.filter(isBad).length, atTheEnd >= 8]).toEqual([12, true])
  expect(run.err).not.toMatch(/asked for fewer|Waiting for the core/)
})

test('a retry of users who all meet the page again ends with two tries for each, instead of waiting for the core', async () => {
  const isAnyBad = ({ body }: CoreRequest) => /^g-\d*5$/.test(String(body['thirdPartyUserId']))
  const core = await startScriptedCore((asked) =>
    isAnyBad(asked) ? { ...page, headers: { 'content-type': 'text/html' } } : null,
  )
  const run = await runUsers(usersOfProvider(80), core.url, ['--concurrency', '4'])
  const before = core.requests.length
  const retry = await run.next(['retry', 'm.migration', '--json', '--give-up-after', '1'])
  const sent = core.requests.slice(before).filter(({ path }) => path.endsWith('/recipe/signinup'))
  expect([run.json?.['failed'], retry.code, retry.json?.['failed'], retry.json?.['stopped']]).toEqual([8, 3, 8, null])
  expect([sent.length, retry.err]).toEqual([16, expect.not.stringMatching(/Waiting for the core/)])
})
