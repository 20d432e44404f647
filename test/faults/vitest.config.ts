import { defineConfig } from 'vitest/config'
import { testConfig } from '../support/test-config.ts'

export default defineConfig(
  testConfig('long', {
    include: ['test/faults/*.test.ts'],
    // The kills start processes of their own; two files at once would only slow each other down.
    fileParallelism: false,
    isolate: false,
    disableConsoleIntercept: true,
    // A hanging test of the short form ends with its name within minutes.
    testTimeout: process.env['TEST_LENGTH'] === 'short' ? 240_000 : 1_800_000,
    // A build waits for another one that is already running.
    hookTimeout: 900_000,
  }),
)
