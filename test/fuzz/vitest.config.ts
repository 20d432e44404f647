import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: resolve(import.meta.dirname, '../..'),
    include: ['test/fuzz/*.test.ts'],
    globalSetup: 'test/support/temporary-root.ts',
    env: {
      FUZZ_VARIANTS: process.env['FUZZ_VARIANTS'] ?? '2500',
      FUZZ_SEED: process.env['FUZZ_SEED'] ?? String(Date.now() % 1_000_000_000),
    },
    disableConsoleIntercept: true,
    testTimeout: 1_800_000,
    hookTimeout: 60_000,
    // A busy machine is slow, not wrong: the default gives up after a second.
    expect: { poll: { timeout: 30_000 } },
  },
})
