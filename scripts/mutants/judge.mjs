// The runner of Vitest that judges mutants: takes one file of tests after the other, runs it without a mutant, which shows
// which mutants each test reaches, then each of these with the tests that reach it. A mutant is killed only by tests that pass
// again without it, within the same limits.
import { join } from 'node:path'
import { startTests } from '@vitest/runner'
import { TestRunner } from 'vitest'
import { boardIn } from './board.mjs'
import { createSwitches } from './switches.mjs'

// Tests set clocks.
const { Date: RealDate } = globalThis
const now = () => RealDate.now()
const realNow = performance.now.bind(performance)
const switches = (globalThis.mutantSwitches ??= createSwitches())
const worker = process.env.MUTANTS_WORKER
const board = boardIn(process.env.MUTANTS_FOLDER)
const maxTestsMs = Number(process.env.MUTANTS_SECONDS) * 1000
const baselineMs = 120_000

const fullName = (task) => (task.suite?.name ? `${fullName(task.suite)} > ${task.name}` : task.name)
const nothing = () => {}

export default class extends TestRunner {
  /** Mutants in code that runs while modules load: it ran in an earlier file of tests, whose modules are still here. */
  atLoad = new Set()

  async onBeforeRunFiles() {
    const { tests, mutants } = board.work()
    for (const test of tests) {
      const ids = mutants.filter((mutant) => mutant.tests.includes(test)).map(({ id }) => id)
      if (open(ids).length > 0 && board.claim(test)) await this.judgeFile(test, ids, mutants)
    }
    board.clearNow(worker)
  }

  async judgeFile(test, ids, mutants) {
    const path = join(this.config.root, test)
    const fileOf = (id) => mutants.find((mutant) => mutant.id === id).file
    const whole = await this.runWhole(test, path)
    if (whole === null) return
    for (const id of whole.whileLoading) this.atLoad.add(id)
    const loads = (id) => this.atLoad.has(id)
    const isReached = (id) => loads(id) || whole.inHooks.has(id) || whole.tests.some(({ hits }) => hits.has(id))
    const reached = ids.filter(isReached)
    board.record({ reached, test })

    const passed = new Set()
    for (const id of reached.toSorted((a, b) => loads(a) - loads(b))) {
      if (open([id]).length === 0) continue
      const all = loads(id) || whole.inHooks.has(id)
      const chosen = fastest(whole.tests.filter(({ hits }) => all || hits.has(id)))
      if (chosen.length === 0) continue
      const names = new Set(chosen.map(({ name }) => name))
      const slowest = Math.max(...chosen.map(({ ms }) => ms))
      const run = { test, path, names, fresh: loads(id) ? fileOf(id) : null, ms: 2000 + 5 * slowest }
      const limits = { calls: 1e6 + 10 * whole.calls, ms: run.ms }
      const failure = await this.run({ ...run, id, limits })
      if (failure === null) continue
      const key = JSON.stringify([...names, run.fresh, Math.round(run.ms)])
      if (!passed.has(key) && (await this.run({ ...run, id: undefined, limits })) !== null) continue
      passed.add(key)
      board.record({ id, test, verdict: isTimeout.test(failure) ? 'timed out' : 'killed', by: failure.slice(0, 200) })
    }
    this.forget(path, null)
  }

  /** Runs a file without a mutant: its tests with their milliseconds and hits; null when one fails. */
  async runWhole(test, path) {
    const whileLoading = new Set()
    const inHooks = new Set()
    const tests = []
    let begun = 0
    const hooks = {
      onBeforeCollect: () => switches.recordHits(whileLoading),
      onCollected: () => switches.recordHits(inHooks),
      onBeforeTryTask: (task) => {
        begun = realNow()
        tests.push({ name: fullName(task), hits: switches.recordHits(new Set()), ms: 0 })
      },
      onAfterRunTask: () => {
        tests.at(-1).ms = realNow() - begun
        switches.recordHits(inHooks)
      },
    }
    board.setNow(worker, { test, until: now() + baselineMs })
    const failure = await this.start(path, hooks, { fresh: null, ms: baselineMs })
    if (failure !== null) board.record({ test, failure })
    return failure === null ? { tests, whileLoading, inHooks, calls: switches.calls() } : null
  }

  /** Runs the named tests with a mutant turned on, up to the first failure: what it says, or null. */
  async run({ test, path, names, fresh, id, limits }) {
    board.setNow(worker, { test, id, until: now() + 30_000 + 3 * limits.ms })
    let failure = null
    const hooks = {
      onBeforeRunTask: (task) => {
        if (failure !== null || !names.has(fullName(task))) task.mode = 'skip'
      },
      onAfterRunTask: ({ result }) => {
        if (result?.state === 'fail') failure ??= result.errors?.[0]?.message ?? 'failed'
      },
    }
    switches.turnOn(id, limits.calls)
    const whole = await this.start(path, hooks, { fresh, ms: limits.ms })
    switches.turnOn(undefined)
    if (fresh !== null) this.forget(path, fresh)
    return failure ?? whole
  }

  /** Runs a file of tests with hooks of its own; answers the first failure, or null. */
  async start(path, hooks, { fresh, ms }) {
    const sub = Object.create(this)
    sub.config = { ...this.config, testTimeout: ms, hookTimeout: ms, retry: 0 }
    for (const name of ['onBeforeCollect', 'onCollected', 'onBeforeRunFiles', 'onAfterRunFiles', 'onTaskUpdate']) {
      sub[name] = hooks[name] ?? nothing
    }
    sub.onTaskAnnotate = async (_, annotation) => annotation
    sub.onAfterRunSuite = nothing
    sub.onBeforeTryTask = (task) => {
      hooks.onBeforeTryTask?.(task)
      return super.onBeforeTryTask(task)
    }
    sub.onBeforeRunTask = (task) => {
      hooks.onBeforeRunTask?.(task)
      if (task.mode !== 'skip') this.workerState.current = task
    }
    sub.onAfterRunTask = (task) => hooks.onAfterRunTask?.(task)
    this.workerState.filepath = path
    this.forget(path, fresh)
    const [file] = await startTests([{ filepath: path, testLocations: undefined }], sub)
    if (file.result?.state !== 'fail') return null
    const failed = file.tasks.flatMap(testsOf).find(({ result }) => result?.state === 'fail')
    const { message = 'failed' } = failed?.result.errors?.[0] ?? file.result.errors?.[0] ?? {}
    return `${failed?.name ?? ''}: ${message}`
  }

  /** Has a file of tests load again and, where a mutant acts while its module loads, what imports that module. */
  forget(path, fresh) {
    const modules = this.workerState.evaluatedModules
    const old = new Set([modules.getModuleById(path)])
    if (fresh !== null)
      for (const node of modules.idToModuleMap.values()) if (node.id.endsWith(`/${fresh}`)) old.add(node)
    // A set is walked in the order in which modules are added to it.
    for (const node of old) for (const importer of node?.importers ?? []) old.add(modules.idToModuleMap.get(importer))
    for (const node of old) if (node) modules.invalidateModule(node)
  }
}

const isTimeout = /timed out in \d+ms|The mutant loops/

/** The mutants among `ids` that have no verdict yet. */
function open(ids) {
  const closed = new Set(board.entries().map(({ id }) => id))
  return ids.filter((id) => !closed.has(id))
}

/** The fastest tests, up to the limit of seconds. */
function fastest(tests) {
  let ms = 0
  return tests.toSorted((a, b) => a.ms - b.ms).filter((test) => (ms += test.ms) <= maxTestsMs)
}

function testsOf(task) {
  return task.type === 'test' ? [task] : (task.tasks ?? []).flatMap(testsOf)
}
