import * as fc from 'fast-check'
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
    why: 'Bulk import: about 3 minutes for 12,000 users, single calls about 5 minutes (by the speed of the first calls; the core’s import job runs every five minutes).',
  })
  expect(fasterExecutor(size, 200).executor).toBe('single')
  expect(fasterExecutor(size).why).toMatch(/^Single calls: expected .* by the usual speed of real cores\.$/)
})

/**
 * Mean seconds of a run that sends by single calls for 5 s, passes the speed of the second half to the estimate, and
 * continues with its choice. `rampSeconds`: the speed of single calls grows towards the rate of the core.
 */
function autoSeconds(users: number, hasFollowUps: boolean, rate: number, rampSeconds: number) {
  const sentAfter = (seconds: number) => rate * (seconds - rampSeconds * (1 - Math.exp(-seconds / rampSeconds)))
  const single = users / rate + rampSeconds
  const bulk = (left: number) => 150 + left / (1184 * (rate / (hasFollowUps ? 78 : 300)))
  const left = users - sentAfter(5)
  const measured = (sentAfter(5) - sentAfter(2.5)) / 2.5
  const isSwitched = left > 0 && fasterExecutor({ users: left, hasFollowUps }, measured).executor === 'bulk'
  return { auto: isSwitched ? 5 + bulk(left) : single, faster: Math.min(single, bulk(users)) }
}

test.each([2000, 20_000, 200_000])(
  'auto takes at most a tenth longer than the faster way, with %d users at any speed',
  (users) => {
    const anySpeed = fc.record({
      hasFollowUps: fc.boolean(),
      rate: fc.integer({ min: 5, max: 3000 }),
      ramp: fc.integer({ min: 1, max: 8 }),
    })
    fc.assert(
      fc.property(anySpeed, ({ hasFollowUps, rate, ramp }) => {
        const { auto, faster } = autoSeconds(users, hasFollowUps, rate, ramp / 10)
        expect(auto / faster).toBeLessThanOrEqual(1.1)
      }),
    )
  },
)

test('nor with numbers of users for which both ways take about as long, while the first calls are still speeding up', () => {
  const near = fc.record({
    share: fc.integer({ min: 50, max: 150 }),
    rate: fc.integer({ min: 5, max: 3000 }),
    ramp: fc.integer({ min: 1, max: 10 }),
    hasFollowUps: fc.boolean(),
  })
  fc.assert(
    fc.property(near, ({ share, rate, ramp, hasFollowUps }) => {
      const equal = 150 / (1 / rate - (hasFollowUps ? 78 : 300) / (1184 * rate))
      const { auto, faster } = autoSeconds(Math.ceil((equal * share) / 100), hasFollowUps, rate, ramp / 10)
      expect(auto / faster).toBeLessThanOrEqual(1.1)
    }),
    { numRuns: 500 },
  )
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
