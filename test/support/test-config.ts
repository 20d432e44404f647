import { resolve } from 'node:path'
import type { ViteUserConfig } from 'vitest/config'

type Options = NonNullable<ViteUserConfig['test']>

/** The cache of modules goes by a module's text, which stays the same when a file is added to the folder that it lists. */
const listsOfFiles: NonNullable<ViteUserConfig['plugins']>[number] = {
  name: 'lists-of-files',
  configureVitest: (context) =>
    context.experimental_defineCacheKeyGenerator(({ sourceCode }) =>
      sourceCode.includes('import.meta.glob') ? false : null,
    ),
}

/**
 * Node's options for a process of tests, which runs much code a few times. They leave much young garbage beside all that is loaded:
 * with the default size of its space it is looked through four times as often. Threads that collect it in parallel, and that
 * compile what is run a hundred times, take a quarter of the processor time and save none where every processor is at work.
 */
const quickToEnd = [
  '--max-semi-space-size=64',
  '--single-threaded-gc',
  // From Node 24 on, V8 counts calls instead.
  Number.parseInt(process.versions.node) < 24 ? '--interrupt-budget=1000000' : '--invocation-count-for-turbofan=45000',
]

/**
 * Settings that every suite shares. `length`: of its searches, unless `TEST_LENGTH` says otherwise. The seed of all
 * searches of a run is printed: `TEST_SEED` makes them again.
 */
export function testConfig(length: 'short' | 'long', options: Options): Pick<ViteUserConfig, 'plugins' | 'test'> {
  const seed = process.env['TEST_SEED'] ?? String(Date.now() % 1_000_000_000)
  process.stdout.write(`TEST_SEED=${seed}\n`)
  const { env, ...others } = options
  return {
    plugins: [listsOfFiles],
    test: {
      root: resolve(import.meta.dirname, '../..'),
      globalSetup: 'test/support/machine/temporary-root.ts',
      env: { TEST_SEED: seed, TEST_LENGTH: process.env['TEST_LENGTH'] ?? length, ...env },
      // A busy machine is slow, not wrong: the default gives up after a second.
      expect: { poll: { timeout: 30_000 } },
      execArgv: quickToEnd,
      // Suites share what they transform.
      experimental: { fsModuleCache: true },
      ...others,
    },
  }
}

/** Whether the searches of this run are long, where a suite is short unless it is told otherwise. */
export const isLong = process.env['TEST_LENGTH'] === 'long'
