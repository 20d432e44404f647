// npm test: everything that is checked; npm run check: the quick part. Last line: N passed, N failed, N skipped.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { buildIfNeeded, root } from './build-if-needed.mjs'

const node = process.execPath
const bin = (name, path) => join(root, 'node_modules', name, path)
const vitest = bin('vitest', 'vitest.mjs')
const results = mkdtempSync(join(tmpdir(), 'user-migration-test-'))
const count = { passed: 0, failed: 0, skipped: 0 }
/** What failed, and how long each stage took: printed last, where a long log is read first. */
const failures = []
const secondTries = []
const seconds = []

/** The Node of the app we ship, from npm: its SQLite driver is another one than that of the oldest Node. */
const shipped = { command: 'npx', args: ['--yes', 'node@24'] }

/**
 * The long searches for what breaks a reader find the same in both, `shared` opens no document, and the screens run in no
 * Node.
 */
const pure = ['chart', 'core-api', 'exports', 'guides', 'hashes', 'mapping', 'planning', 'renderer', 'report', 'users']
const onceIsEnough = [
  ...['test/fuzz', ...pure.map((room) => `test/unit/${room}`)].map((room) => `${room}/**`),
  'test/unit/engine/reading/*-law.test.ts',
  'test/unit/regular-expressions.test.ts',
].flatMap((files) => ['--exclude', files])

/** Tests that read files into documents, from the smallest to the command line. */
const reading = [
  'test/unit/exports',
  'test/unit/engine/document',
  'test/integration/cli-inspect',
  'test/integration/truncated-files',
  'test/integration/changed-while-read',
]

/** All of them, the longest first: two at a time take little more than half the time, as windows and processes are waited for. */
const all = ['types', 'lint', 'node', 'e2e', 'shipped', 'security', 'faults', 'slow', 'packaged', 'format']

const stages = {
  types: () => check('types', node, [bin('typescript', 'bin/tsc'), '-b', 'test']),
  lint: () => check('lint', node, [bin('oxlint', 'bin/oxlint'), '--type-aware']),
  format: () => check('format', node, [bin('oxfmt', 'bin/oxfmt'), '--check']),
  unit: () => tests('unit tests', node, [vitest, 'run', 'test/unit']),
  node: async () => {
    const title = `unit and integration tests, Node ${process.versions.node}, ${await driver(node, [])}`
    await tests(title, node, [vitest, 'run'])
  },
  shipped: async () => {
    const { command, args } = shipped
    const title = 'unit and integration tests, Node 24'
    const name = await driver(command, args)
    if (process.versions.node.startsWith('24.')) skip(title, 'it is the Node of the first run')
    else if (name === null) skip(title, 'npm cannot fetch it here')
    else await tests(`${title}, ${name}`, command, [...args, vitest, 'run', ...onceIsEnough])
  },
  // What reads faster than the plain way, switched off: the same tests must pass.
  slow: () => {
    const env = { USER_MIGRATION_SLOW: '1' }
    return tests('reading and planning without fast paths', node, [vitest, 'run', ...reading], env)
  },
  faults: async () => {
    await buildIfNeeded()
    const short = { FAULTS_KILLS: '12', FAULTS_MIXTURES: '1' }
    await tests('faults, the short form', node, [vitest, 'run', '--config', 'test/faults/vitest.config.ts'], short)
  },
  e2e: async () => {
    await buildIfNeeded()
    await tests('end-to-end tests', node, [vitest, 'run', '--config', 'test/e2e/vitest.config.ts'])
  },
  // The short form: fewer messages than `npm run test:security` throws.
  security: async () => {
    await buildIfNeeded()
    const short = { MESSAGES: process.env.MESSAGES ?? '1500' }
    await tests('security tests', node, [vitest, 'run', '--config', 'test/security/vitest.config.ts'], short)
  },
  packaged: async () => {
    await buildIfNeeded()
    await tests('the packaged app', node, [vitest, 'run', '--config', 'test/packaged/vitest.config.ts'])
  },
}

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !stages[name])
if (unknown !== undefined) {
  process.stderr.write(`There is no stage called "${unknown}": ${Object.keys(stages).join(', ')}.\n`)
  process.exit(1)
}
const sideBySide = wanted.length === 0
const queue = [...(sideBySide ? all : wanted)]
await Promise.all(Array.from({ length: sideBySide ? 2 : 1 }, runStages))
console.log(`\n${seconds.join(', ')}`)
for (const again of secondTries) console.log(`passed at the second try: ${again}`)
for (const failure of failures) console.log(`failed: ${failure}`)
rmSync(results, { recursive: true, force: true })
console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`)
process.exit(count.failed > 0 ? 1 : 0)

async function runStages() {
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    const begun = performance.now()
    await stages[name]()
    seconds.push(`${name} ${Math.round((performance.now() - begun) / 1000)} s`)
  }
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
  const report = join(results, `${randomUUID()}.json`)
  // One core each.
  const more = sideBySide ? ['--maxWorkers=1'] : []
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await run(command, [...args, ...more, ...reporters], { title, env })
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
  secondTries.push(...broken('passed'))
  // A file that cannot be loaded, or an error between tests, fails the run without failing a test.
  const whole = code !== 0 && numFailedTests === 0
  count.failed += whole ? 1 : numFailedTests
  failures.push(...(whole ? [`${title}: exit code ${code}`] : failed))
}

/** Why a test failed and where in the tests, each in a line. */
function firstLines(messages) {
  const lines = messages.flatMap((message) => stripVTControlCharacters(message).split('\n'))
  const reason = lines.find((line) => line.trim() !== '') ?? ''
  const places = lines.filter((line) => /^\s+at .*[\\/]test[\\/]/.test(line)).slice(0, 2)
  return [reason, ...places].map((line) => `\n  ${line.trim().slice(0, 300)}`).join('')
}

function read(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] }
  }
}

function skip(title, reason) {
  console.log(`\n${title}: skipped, because ${reason}`)
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
function run(command, args, { take, title = '', minutes = 20, env = {} } = {}) {
  return new Promise((resolve) => {
    const shown = sideBySide ? 'pipe' : 'inherit'
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: take ? ['ignore', 'pipe', 'ignore'] : ['ignore', shown, shown],
      timeout: minutes * 60_000,
      shell: process.platform === 'win32' && command === 'npx',
    })
    const printed = []
    const keep = (text) => void printed.push(text)
    child.stdout?.setEncoding('utf8').on('data', take ?? keep)
    child.stderr?.setEncoding('utf8').on('data', keep)
    child.on('error', () => resolve(1))
    child.on('close', (code) => {
      if (printed.length > 0) process.stdout.write(`\n${title}: done\n${printed.join('')}`)
      resolve(code ?? 1)
    })
  })
}
