import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: resolve(import.meta.dirname, '../..'),
    include: ['test/packaged/*.test.ts'],
    globalSetup: 'test/support/temporary-root.ts',
    fileParallelism: false,
    testTimeout: 240_000,
    // Printed at the end of `npm test` as a second try: a window that a busy machine starved, or a race to be found.
    retry: 1,
    // A busy machine is slow, not wrong: the default gives up after a second.
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 240_000,
  },
})
