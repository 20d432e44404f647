import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The same seed chooses the same requests, faults and moments again. */
const seed = process.env['FAULTS_SEED'] ?? String(Date.now() % 1_000_000_000)
process.stdout.write(`FAULTS_SEED=${seed}\n`)

export default defineConfig({
  test: {
    root: resolve(import.meta.dirname, '../..'),
    include: ['test/faults/*.test.ts'],
    globalSetup: 'test/support/temporary-root.ts',
    env: {
      FAULTS_SEED: seed,
      FAULTS_KILLS: process.env['FAULTS_KILLS'] ?? '200',
      FAULTS_MIXTURES: process.env['FAULTS_MIXTURES'] ?? '12',
    },
    // The kills start processes of their own; two files at once would only slow each other down.
    fileParallelism: false,
    disableConsoleIntercept: true,
    testTimeout: 1_800_000,
    // A busy machine is slow, not wrong: the default gives up after a second.
    expect: { poll: { timeout: 30_000 } },
    // A build waits for another one that is already running.
    hookTimeout: 900_000,
  },
})
