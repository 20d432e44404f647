// npm test: everything that can find a fault in a change; npm run test:all: all of it at full length; npm run check: the quick
// part. Last line: N passed, N failed, N skipped.
import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { buildIfNeeded, root } from './build-if-needed.mjs'
import { testsOfDriver } from './tests-of-driver.mjs'

const node = process.execPath
const bin = (name, path) => join(root, 'node_modules', name, path)
const vitest = bin('vitest', 'vitest.mjs')
const count = { passed: 0, failed: 0, skipped: 0 }
/** Failures, skipped tests, and the time of each stage: printed last, where a long log is read first. */
const failures = []
const skipped = []
const seconds = []

/** Everything temporary of a run lies in one folder, which servers of tests that run as another account get through to. */
const temporary = mkdtempSync(join(folderInMemory() ?? tmpdir(), 'user-migration-'))
chmodSync(temporary, 0o1733)
/** Marks every process of this run, so that one that stays behind is found. */
const runId = randomUUID()

/** The Node of the app we ship, from npm: its SQLite driver is another one than that of the oldest Node. */
const shipped = { command: 'npx', args: ['--yes', 'node@24'] }

/** Tests that read files into documents, from the smallest to the command line. */
const reading = [
  'test/unit/exports',
  'test/unit/engine/document',
  'test/integration/command-line/cli-inspect',
  'test/integration/reading/truncated-files',
  'test/integration/reading/changed-while-read',
]

/**
 * The forms of a whole run: its stages, the longest first, how many of them go side by side (windows and processes are waited
 * for), and the length of their searches.
 */
const forms = {
  short: {
    // Unit tests begin when windows are closed, and keep both cores busy to the end.
    stages: ['integration', 'e2e', 'security', 'code', 'unit', 'faults', 'format'],
    lanes: 3,
    length: 'short',
  },
  all: {
    stages: ['e2e', 'types', 'lint', 'node', 'shipped', 'security', 'faults', 'slow', 'packaged', 'format'],
    lanes: 2,
    length: 'long',
  },
  check: { stages: ['lint', 'changed', 'types', 'format'], lanes: 2, length: 'short' },
}

/** Three each take longer on two cores: some fifteen processes are then ready to run, and slow each other down. */
const workers = { node: 2, e2e: 2 }

const stages = {
  types: () => check('types', node, [bin('typescript', 'bin/tsc'), '-b', 'test', ...inOneThread(['--singleThreaded'])]),
  lint: () => check('lint', node, [bin('oxlint', 'bin/oxlint'), '--type-aware', ...inOneThread(['--threads=1'])]),
  // Type-aware linting has all types at hand: both at once take two thirds of what they take one after the other. Only `types`
  // keeps what it found out for the next time, and writes the declarations of each world.
  code: () => {
    const args = ['--type-aware', '--type-check', ...inOneThread(['--threads=1'])]
    return check('types and lint', node, [bin('oxlint', 'bin/oxlint'), ...args])
  },
  format: () => check('format', node, [bin('oxfmt', 'bin/oxfmt'), '--check']),
  unit: () => inThisNode('unit tests', ['test/unit', 'test/fuzz']),
  integration: () => inThisNode('integration tests', ['test/integration']),
  changed: () => {
    const since = hasCommit('HEAD~1') ? ['--changed=HEAD~1'] : []
    const title = 'unit tests of what the last commit or the work since has changed'
    return tests(title, node, [vitest, 'run', 'test/unit', '--passWithNoTests', ...since])
  },
  node: () => inThisNode('unit and integration tests', []),
  // The other SQLite driver: only what opens a document can differ.
  shipped: async () => {
    const { command, args } = shipped
    const title = 'tests that open a document, Node 24'
    const name = await driver(command, args)
    if (process.versions.node.startsWith('24.')) skip(title, 'it is the Node of the first run')
    else if (name === null) skip(title, 'npm cannot fetch it here')
    else
      await tests(`${title}, ${name}`, command, [...args, vitest, 'run', ...testsOfDriver()], { TEST_LENGTH: 'short' })
  },
  // Fast paths are switched off: the same tests must pass.
  slow: () => {
    const env = { USER_MIGRATION_SLOW: '1', TEST_LENGTH: 'short' }
    return tests('reading and planning without fast paths', node, [vitest, 'run', ...reading], env)
  },
  faults: () => built('faults', 'test/faults'),
  e2e: () => built('end-to-end tests', 'test/e2e', maxWorkers(workers.e2e)),
  security: () => built('security tests', 'test/security'),
  packaged: () => built('the packaged app', 'test/packaged'),
}

const wanted = process.argv.slice(2)
const form =
  wanted.length === 0 ? forms.short : (forms[wanted.join(' ')] ?? { stages: wanted, lanes: 1, length: 'short' })
const unknown = form.stages.find((name) => !stages[name])
if (unknown !== undefined) {
  process.stderr.write(`There is no stage called "${unknown}": all, check, ${Object.keys(stages).join(', ')}.\n`)
  process.exit(1)
}
const sideBySide = form.lanes > 1
const seed = process.env.TEST_SEED ?? String(Date.now() % 1_000_000_000)
const environment = {
  ...process.env,
  ...Object.fromEntries(['TMPDIR', 'TEMP', 'TMP'].map((name) => [name, temporary])),
  TEST_SEED: seed,
  TEST_LENGTH: form.length,
  USER_MIGRATION_TEST_RUN: runId,
  ...(form.length === 'long' ? { E2E_HOSTS: 'both' } : {}),
  // Type-aware linting runs in a Go program, in one thread; its heap is looked through half as often.
  ...(sideBySide ? { GOMAXPROCS: '1', GOGC: '200' } : {}),
}
const queue = [...form.stages]
await Promise.all(Array.from({ length: form.lanes }, runStages))
leavesNothing()
console.log(`\n${seconds.join(', ')}`)
for (const test of skipped) console.log(`skipped: ${test}`)
for (const failure of failures) console.log(`failed: ${failure}`)
if (count.failed > 0) console.log(`The same searches again: TEST_SEED=${seed} npm test`)
console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`)
process.exit(count.failed > 0 ? 1 : 0)

async function runStages() {
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    const begun = performance.now()
    await stages[name]()
    seconds.push(`${name} ${Math.round((performance.now() - begun) / 1000)} s`)
  }
}

/** Whether the repository knows a commit: a clone of one commit has none before it. */
function hasCommit(name) {
  return spawnSync('git', ['rev-parse', '--quiet', '--verify', `${name}^{commit}`], { cwd: root }).status === 0
}

/** Limits the worker processes when stages run side by side; one without a number. */
function maxWorkers(number) {
  return sideBySide ? [`--maxWorkers=${number}`] : []
}

/** Threads of one tool do much of their work twice; beside other stages they only cost: half of the processor time. */
function inOneThread(options) {
  return sideBySide ? options : []
}

/** Tests in this Node with its SQLite driver; all that its configuration names where there are no folders. */
async function inThisNode(title, folders) {
  const name = `${title}, Node ${process.versions.node}, ${await driver(node, [])}`
  await tests(name, node, [vitest, 'run', ...folders, ...maxWorkers(workers.node)])
}

/** A suite that runs the built app. */
async function built(title, folder, more = maxWorkers(1)) {
  await buildIfNeeded()
  await tests(title, node, [vitest, 'run', '--config', `${folder}/vitest.config.ts`, ...more])
}

/** Documents are written and flushed by the thousand: in memory, where Linux has room there, that takes half the time. */
function folderInMemory() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return process.env.TMPDIR === undefined && bavail * bsize > 4 * 1024 ** 3 ? '/dev/shm' : null
  } catch {
    return null
  }
}

/** No file in the temporary folder and no process may outlive the tests. */
function leavesNothing() {
  const files = readdirSync(temporary).filter((name) => !name.startsWith('report-'))
  const left = [...files.map((name) => `file ${name}`), ...processesOfRun()]
  try {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5 })
  } catch (error) {
    // A stage that was stopped leaves processes that go on writing; the other stages still have their results.
    left.push(`folder ${temporary} (${error.code})`)
  }
  count[left.length === 0 ? 'passed' : 'failed'] += 1
  if (left.length > 0) failures.push(`the tests left something behind: ${left.join(', ')}`)
}

/** Processes of this run that are still there, where the system lists environments. */
function processesOfRun() {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return []
    try {
      if (!readFileSync(`/proc/${pid}/environ`, 'latin1').includes(runId)) return []
      return [`process ${readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ').slice(0, 120)}`]
    } catch {
      return []
    }
  })
}

/** A tool that passes or fails as a whole. */
async function check(title, command, args) {
  console.log(`\n${title}`)
  const code = await run(command, args, { title })
  count[code === 0 ? 'passed' : 'failed'] += 1
  if (code !== 0) failures.push(title)
}

/** A test run, counted by its own report. */
async function tests(title, command, args, env = {}) {
  console.log(`\n${title}`)
  const report = join(temporary, `report-${randomUUID()}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await run(command, [...args, ...reporters], { title, env })
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = read(report)
  count.passed += numPassedTests
  count.skipped += numPendingTests + numTodoTests
  const broken = (status) =>
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter((test) => test.status === status && test.failureMessages.length > 0)
        .map((test) => `${relative(root, name)}: ${test.fullName}${firstLines(test.failureMessages)}`),
    )
  const failed = broken('failed')
  skipped.push(
    ...testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => ['pending', 'skipped', 'todo'].includes(status))
        .map(({ fullName }) => `${relative(root, name)}: ${fullName}`),
    ),
  )
  // A file that cannot be loaded, or an error between tests, fails the run without failing a test.
  const whole = code !== 0 && numFailedTests === 0
  count.failed += whole ? 1 : numFailedTests
  failures.push(...(whole ? [`${title}: exit code ${code}`] : failed))
}

/** Why a test failed, what it waited for, and where in the tests, each in a line. */
function firstLines(messages) {
  const lines = messages.flatMap((message) => stripVTControlCharacters(message).split('\n'))
  const reason = lines.find((line) => line.trim() !== '') ?? ''
  const places = lines.filter((line) => /^\s+at .*[\\/]test[\\/]/.test(line)).slice(0, 2)
  // The last steps say why an element that was found was not pressed.
  const log = lines.filter((line) => /^\s+-? ?(?:- |\d+ × )/.test(line))
  const awaited = log.length > 5 ? [...log.slice(0, 2), ...log.slice(-3)] : log
  return [reason, ...awaited, ...places].map((line) => `\n  ${line.trim().slice(0, 720)}`).join('')
}

function read(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] }
  }
}

function skip(title, reason) {
  skipped.push(`${title}, because ${reason}`)
  count.skipped += 1
}

/** Which SQLite driver a Node uses; null when that Node cannot be had. */
async function driver(command, args) {
  const question = `process.getBuiltinModule?.('node:sqlite') ? 'node:sqlite' : '@photostructure/sqlite'`
  let answer = ''
  const code = await run(command, [...args, '-p', question], {
    take: (text) => (answer += text),
    minutes: 3,
  })
  return code === 0 ? answer.trim() : null
}

/**
 * Runs a command to its end; answers its exit code. `take` gets what it prints. Side by side with others, what it prints
 * is shown at its end, under its title.
 */
function run(command, args, { take, title = '', minutes = form.length === 'long' ? 120 : 40, env = {} } = {}) {
  return new Promise((resolve) => {
    const shown = sideBySide ? 'pipe' : 'inherit'
    const child = spawn(command, args, {
      cwd: root,
      env: { ...environment, ...env },
      stdio: take ? ['ignore', 'pipe', 'ignore'] : ['ignore', shown, shown],
      timeout: minutes * 60_000,
      shell: process.platform === 'win32' && command === 'npx',
    })
    const printed = []
    const keep = (text) => void printed.push(text)
    child.stdout?.setEncoding('utf8').on('data', take ?? keep)
    child.stderr?.setEncoding('utf8').on('data', keep)
    child.on('error', () => resolve(1))
    const begun = performance.now()
    child.on('close', (code) => {
      if (performance.now() - begun >= minutes * 60_000) failures.push(`${title}: stopped after ${minutes} minutes`)
      if (printed.length > 0) process.stdout.write(`\n${title}: done\n${printed.join('')}`)
      resolve(code ?? 1)
    })
  })
}
