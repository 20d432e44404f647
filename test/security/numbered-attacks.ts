import type { Reporter, TestModule } from 'vitest/node'

/** Attacks that have a number, and the tests of other suites that try them; the tests of this folder print their own. */
const attacks: readonly (readonly [number: string, what: string, tests: RegExp])[] = [
  ['S1', 'locks that name a file to delete', /a lock that was laid beside the file/],
  ['S2', 'secrets to an address of a foreign journal', /a journal that this machine did not write/],
  ['S3', 'part files that were replaced', /a part file that was replaced/],
  ['S4', 'devices, pipes and endless files as options', /a small file that the operator named/],
  ['S5', 'texts that cells repeat without a bound', /whose cells repeat one very long text/],
  ['S6', 'messages, pages and rows without a bound', /a message of gigabytes|bounds on messages/],
  ['S7', 'replies that no protocol has', /sign-in of kind/],
  ['S8', 'hashes that stay after a complete undo', /a complete undo.*hashes can be removed/],
  ['S9', 'passwords asked for in clear', /asks for the password where others can read it/],
  ['S10', 'secrets in what a core repeats', /a core that repeats hash or key in any form/],
  ['S11', 'names of attributes with line breaks', /an attribute whose name would begin another entry/],
  ['S12', 'lists without an end', /a list with ever new cursors/],
  ['S13', 'records nested without an end', /a record that is nested without end/],
  ['S14', 'drafts of killed processes that stay', /drafts of a process that was killed/],
  ['S15', 'connections that keep the page out', /connections that say nothing keep the page/],
  ['S16', 'limits of memory', /a limit of memory ends a command/],
  ['S17', 'files that a refused upload leaves', /the file of an upload is open before anything can refuse it/],
  ['M6', 'undos of users of others', /removes nobody|not taken for ours|leaves whom it names/],
  ['M7', 'files laid out under the names of drafts', /nobody else gets what is written|another person laid beside it/],
  ['M9', 'pages that speak to a stranger on the port of their host', /a page says nothing to a process/],
  ['L4', 'ways out of the page by UDP', /gets a packet out of the window|no way out by UDP|finds neither WebRTC/],
  ['L5', 'contacts in masked texts', /a masked text names nobody/],
  ['L6', 'escape sequences in a terminal', /no escape sequence gets to the terminal/],
  ['L8', 'packages without a digest', /checked by its digest|checked without exception/],
  ['L11', 'files that stay when a migration is closed', /is one file (?:once|when) it is closed/],
]

export const attackFiles = [
  'test/unit/engine/fetching/foreign-files.test.ts',
  'test/unit/engine/fetching/hostile-servers.test.ts',
  'test/unit/engine/files/{atomic,named}-file.test.ts',
  'test/unit/engine/reading/xlsx.test.ts',
  'test/unit/engine/document/open-document.test.ts',
  'test/unit/project/lock-integrity.test.ts',
  'test/integration/undo.test.ts',
  'test/unit/browser/{keep-room,uploads}.test.ts',
]

/** Prints for each number how many tests tried it and how many failed. A number that nothing tries fails the run. */
export const numberedAttacks: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    if (!modules.some(({ moduleId }) => moduleId.includes('hostile-servers'))) return
    for (const [number, what, pattern] of attacks) {
      const found = tests.filter(({ fullName }) => pattern.test(fullName))
      // What cannot run on this machine is skipped, and its suite says why.
      const tried = found.filter((one) => one.result().state !== 'skipped')
      const through = tried.filter((one) => one.result().state !== 'passed').length
      console.log(`${number} ${what}: ${tried.length} tried, ${through} got through`)
      if (found.length === 0) process.exitCode = 1
    }
  },
}
