import type { Reporter, TestModule } from 'vitest/node'

/**
 * Attacks of the two reviews that tests of other suites try, by the names of these tests. What the tests of this folder print of
 * themselves (`S1 what: 5 tried, 0 got through`) is listed with them.
 */
const attacks: readonly (readonly [number: string, what: string, tests?: RegExp])[] = [
  [
    'H1',
    'migrations with triggers, views and other schemas',
    /is refused, whatever|with a (?:trigger|view|table more)|an index on an expression|a generated column/,
  ],
  ['H2', 'keys asked for in the name of another core'],
  ['H3', 'commands at an address that only the migration names'],
  ['H4', 'files opened because a migration names them'],
  ['H5', 'journals and locks beside a migration', /a file beside a migration .*(?:journal|link|pipe|another name)/],
  ['H6', 'hashes that are said to be removed and are not', /the hashes of a finished migration/],
  ['M1', 'formulas in saved files', /no cell of a saved file is a formula/],
  ['M2', 'long values', /no value makes a report hang|no regular expression takes far more/],
  ['M3', 'certificates that do not fit'],
  ['M4', 'files that change while they are read', /a file that changes while it is read|swapped after it was judged/],
  ['M5', 'one migration under two names', /a migration with two names|renamed while it is open/],
  ['M6', 'undo of the users of others', /removes nobody|not taken for ours|leaves whom it names/],
  ['M7', 'files laid out under the names of drafts', /nobody else gets what is written|another person laid beside it/],
  ['M8', 'http without its own word'],
  ['M9', 'pages that speak to a stranger on the port of their host', /a page says nothing to a process/],
  ['L1', 'secrets in what a core repeats', /a core that repeats hash or key in any form|comes out nowhere/],
  ['L2', 'folders of killed commands', /a command that was killed leaves nothing behind|folders of other machines/],
  ['L3', 'room and time before authentication'],
  ['L4', 'ways out of the page by UDP', /gets a packet out of the window|no way out by UDP|finds neither WebRTC/],
  ['L5', 'contacts in masked texts', /a masked text names nobody/],
  ['L6', 'escape sequences in a terminal', /no escape sequence gets to the terminal|prints no escape sequence/],
  ['L7', 'unusable proxies'],
  ['L8', 'packages without a digest', /checked by its digest|checked without exception/],
  ['L9', 'names of other machines taken for this one'],
  ['L10', 'users sent twice after a kill', /killed again and again|never sent again after a kill/],
  [
    'L11',
    'files that stay when a migration is closed',
    /is one file (?:once|when) it is closed|holds everything in one file/,
  ],
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
]

/** Tests of other suites that try an attack with a number; `npm test` runs them with those suites. */
export const attackFiles = [
  'test/unit/engine/fetching/foreign-files.test.ts',
  'test/unit/engine/fetching/hostile-servers.test.ts',
  'test/unit/engine/files/{atomic,named}-file.test.ts',
  'test/unit/engine/reading/xlsx.test.ts',
  'test/unit/engine/document/{open-document,place}.test.ts',
  'test/unit/project/lock-integrity.test.ts',
  'test/unit/regular-expressions.test.ts',
  'test/unit/cli/temporary-folder.test.ts',
  'test/integration/**/{changed-while-read,remove-hashes,resume-killed,undo}.test.ts',
  'test/unit/browser/{limit-connections,uploads}.test.ts',
]

type Line = { readonly number: string | null; readonly text: string }

/** A line of a test that says how often something was tried and how much of it got through. */
const told = /^(?:([HMLS]\d{1,2})(?: [a-z])?:? )?(\S.*\btried\b.*, \d+ got through)\.?$/

/** Prints one list at the end of a run: for each number the attacks and their results. A whole run without a test of some number fails. */
export function numberedAttacks(): Reporter {
  const lines: (Line & { readonly task: string })[] = []
  return {
    onUserConsoleLog({ content, taskId = '' }) {
      for (const line of content.split('\n')) {
        const [, number, text] = told.exec(line.trim()) ?? []
        if (text !== undefined) lines.push({ number: number ?? null, text, task: taskId })
      }
    },
    onTestRunEnd(modules: readonly TestModule[]) {
      if (modules.length < 10) return
      const failed = modules.filter((module) => !module.ok())
      // A test's own text counts where all tests of its file passed.
      const titles = lines.map(({ number, text, task }) => {
        const isSure = !failed.some(({ id }) => task.startsWith(id))
        return { number, text: isSure ? text : `${text} (a test of it FAILED)` }
      })
      const isWhole = modules.some(({ moduleId }) => moduleId.includes('hostile-servers'))
      const tests = modules.flatMap((module) => [...module.children.allTests()])
      console.log('\nWhat was tried, and what got through')
      for (const [number, what, pattern] of attacks) {
        const own = titles.filter((line) => line.number === number).map(({ text }) => text)
        const found = pattern === undefined ? [] : tests.filter(({ fullName }) => pattern.test(fullName))
        // A test that cannot run on this machine is skipped, and its suite says why.
        const tried = found.filter((one) => one.result().state !== 'skipped')
        const through = tried.filter((one) => one.result().state !== 'passed').length
        const texts = [
          ...own,
          ...(found.length > 0 ? [`${what}: tests ${tried.length} tried, ${through} got through`] : []),
        ]
        if (texts.length > 0) for (const text of texts) console.log(`${number.padEnd(4)} ${text}`)
        else if (isWhole) {
          console.log(`${number.padEnd(4)} ${what}: NOTHING tried`)
          process.exitCode = 1
        } else console.log(`${number.padEnd(4)} ${what}: in the other suites of npm test, and in npm run test:security`)
      }
      for (const { number, text } of titles) if (number === null) console.log(`     ${text}`)
    },
  }
}
