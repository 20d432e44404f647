import { expect, test } from 'vitest'
import { bulkObstacle, fasterExecutor, hasBulkImport, isStaging } from '../../../shared/core-api/choose-executor.ts'

const base_url = 'https://core.example.com'
const real = { dialect: 'supertokens', cdi_version: '5.4', base_url, app_url: base_url } as const

test.each([
  [2000, true, 'single'],
  [12_000, true, 'single'],
  [13_000, true, 'bulk'],
  [20_000, false, 'single'],
  [66_000, false, 'bulk'],
  [200_000, true, 'bulk'],
] as const)('%d users, with ids or verified emails %s: %s ends sooner', (users, hasFollowUps, executor) => {
  expect(fasterExecutor({ users, hasFollowUps }).executor).toBe(executor)
})

test('the speed of the first calls decides, and the sentence says so', () => {
  const size = { users: 12_000, hasFollowUps: true }
  expect(fasterExecutor(size, 40)).toEqual({
    executor: 'bulk',
    why: 'Bulk import: about 3 minutes for 12,000 users, single calls about 5 minutes (by the speed of the first calls; the core’s import job comes every five minutes).',
  })
  expect(fasterExecutor(size, 200).executor).toBe('single')
  expect(fasterExecutor(size).why).toMatch(/^Single calls: about 3 minutes .* \(by the usual speed of real cores/)
})

/** Mean seconds of a run on a core that takes so many users a second by single calls, 5 s of them measured first. */
test.each([
  [2000, 78],
  [20_000, 78],
  [200_000, 78],
  [2000, 300],
  [20_000, 300],
  [200_000, 300],
  [20_000, 30],
  [20_000, 250],
])('auto takes at most a tenth longer than the faster one: %d users at %d a second', (users, rate) => {
  const hasFollowUps = rate < 300
  const bulkRate = 1184 * (rate / (hasFollowUps ? 78 : 300))
  const [single, bulk] = [users / rate, 150 + users / bulkRate]
  const left = users - 5 * rate
  const { executor } = fasterExecutor({ users: left, hasFollowUps }, rate)
  const auto = executor === 'single' ? single : 5 + 150 + left / bulkRate
  expect(auto / Math.min(single, bulk)).toBeLessThanOrEqual(1.1)
})

test('only interface 5.3 and later of a real core has bulk import', () => {
  const targets = [
    real,
    { ...real, cdi_version: '5.2' },
    { ...real, cdi_version: null },
    { ...real, dialect: 'documented' },
  ] as const
  expect(targets.map(hasBulkImport)).toEqual([true, false, false, false])
})

test('nobody is staged unless that is asked for or faster', () => {
  const small = { users: 10, hasFollowUps: true }
  expect([
    isStaging('bulk', real, small),
    isStaging('single', real, { users: 1_000_000, hasFollowUps: true }),
    isStaging('auto', real, small),
    isStaging('bulk', { ...real, cdi_version: '5.0' }, small),
  ]).toEqual([true, false, false, false])
})

test('the address of a tenant has no bulk import: everybody would land in the public tenant', () => {
  const tenant = { ...real, base_url: `${base_url}/acme` }
  const appOnly = { ...real, base_url: `${base_url}/appid-shop`, app_url: null }
  const tenantOfApp = { ...appOnly, base_url: `${base_url}/appid-shop/acme` }
  expect([tenant, appOnly, tenantOfApp].map(hasBulkImport)).toEqual([false, true, false])
  expect(bulkObstacle(tenant)).toMatch(/one tenant/)
})
