import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/unit/**/*.test.ts', 'test/integration/**/*.test.ts', 'test/fuzz/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
