import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { app } from '../../shared/app.ts'

test('reports name the version that is shipped', () => {
  expect(app).toEqual({ name: packageJson.productName, version: packageJson.version })
})
