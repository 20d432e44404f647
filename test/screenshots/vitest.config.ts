import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: resolve(import.meta.dirname, '../..'),
    include: ['test/screenshots/*.test.ts'],
    testTimeout: 600_000,
    globalSetup: 'test/support/temporary-root.ts',
  },
})
