import type { Reporter, TestModule } from 'vitest/node'

/** Attacks that have a number, and the tests of other suites that try them; the tests of this folder print their own. */
const attacks: readonly (readonly [number: string, what: string, tests: RegExp])[] = [
  ['S1', 'locks that name a file to delete', /a lock that was laid beside the file/],
  ['S2', 'secrets to an address of a foreign journal', /a journal that this machine did not write/],
  ['S3', 'part files that were replaced', /a part file that was replaced/],
  ['S4', 'devices, pipes and endless files as options', /a small file that the operator named/],
  ['S6', 'messages, pages and rows without a bound', /a message of gigabytes|bounds on messages/],
  ['S7', 'replies that no protocol has', /sign-in of kind/],
  ['S9', 'passwords asked for in clear', /asks for the password where others can read it/],
  ['S11', 'names of attributes with line breaks', /an attribute whose name would begin another entry/],
  ['S12', 'lists without an end', /a list with ever new cursors/],
  ['S13', 'records nested without an end', /a record that is nested without end/],
  ['S14', 'drafts of killed processes that stay', /drafts of a process that was killed/],
  ['S15', 'connections that keep the page out', /connections that say nothing keep the page/],
  ['S17', 'files that a refused upload leaves', /the file of an upload is open before anything can refuse it/],
]

export const attackFiles = [
  'test/unit/engine/fetching/foreign-files.test.ts',
  'test/unit/engine/fetching/hostile-servers.test.ts',
  'test/unit/engine/files/{atomic,named}-file.test.ts',
  'test/unit/browser/{keep-room,uploads}.test.ts',
]

/** Prints for each number how many tests tried it and how many failed. A number that nothing tries fails the run. */
export const numberedAttacks: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    if (!modules.some(({ moduleId }) => moduleId.includes('hostile-servers'))) return
    for (const [number, what, pattern] of attacks) {
      const tried = tests.filter(({ fullName }) => pattern.test(fullName))
      const through = tried.filter((one) => one.result().state !== 'passed').length
      console.log(`${number} ${what}: ${tried.length} tried, ${through} got through`)
      if (tried.length === 0) process.exitCode = 1
    }
  },
}
