import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    // One window at a time; a slow machine with two cores has to be enough.
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
})
