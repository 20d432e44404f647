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
