import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      link: z.boolean().default(false),
      integrity: z.string().optional(),
      dev: z.boolean().default(false),
      optional: z.boolean().default(false),
      os: z.array(z.string()).default([]),
    }),
  ),
})

const text = readFileSync(join(resolve(import.meta.dirname, '../../..'), 'package-lock.json'), 'utf8')
const packages = Object.entries(lockSchema.parse(JSON.parse(text)).packages).filter(
  ([path, { link }]) => path !== '' && !link,
)

test('every package is checked by its digest, but the lint and format tools of other platforms', () => {
  const unchecked = packages.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true)
  const others = unchecked.filter(
    ([path, { dev, optional, os }]) =>
      !(dev && optional && os.length > 0 && /^node_modules\/@(oxlint|oxfmt|oxlint-tsgolint)\//.test(path)),
  )
  expect(others.map(([path]) => path)).toEqual([])
  // The registry at hand does not know these, so their digests could not be asked for.
  expect(unchecked.length).toBeLessThanOrEqual(38)
})

test('what the app ships is checked without exception', () => {
  const shipped = packages.filter(([, { dev }]) => !dev)
  expect(shipped.length).toBeGreaterThan(2)
  expect(shipped.filter(([, { integrity }]) => integrity === undefined)).toEqual([])
})
