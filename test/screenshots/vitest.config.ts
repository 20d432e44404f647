import { defineConfig } from 'vitest/config'
import { testConfig } from '../support/test-config.ts'

export default defineConfig(testConfig('short', { include: ['test/screenshots/*.test.ts'], testTimeout: 600_000 }))
