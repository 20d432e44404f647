import { expect, test } from 'vitest'
import { createTurns, latestOnly, superseded } from '../../../../electron/engine/queries/question-turns.ts'
import { ok } from '../../../../shared/result.ts'

/** Turns whose time and event loop are moved by hand. */
function turns(steps: number) {
  const done: string[] = []
  const waiting: (() => void)[] = []
  const timers: { readonly at: number; readonly ring: () => void }[] = []
  let now = 0
  let left = steps
  const defer = (wake: () => void) => void waiting.push(wake)
  const made = createTurns({
    defer,
    clock: {
      ticks: () => now,
      setTimer: (ms, ring) => {
        timers.push({ at: now + ms, ring })
        return () => undefined
      },
    },
    warm: () => {
      done.push('warmed')
      return --left > 0
    },
  })
  const deferred = (name: string) => async () => {
    await new Promise<void>(defer)
    done.push(name)
  }
  const turn = async () => {
    for (const wake of waiting.splice(0)) wake()
    for (let micro = 0; micro < 10; micro++) await Promise.resolve()
  }
  const pass = async (ms: number) => {
    now += ms
    for (const due of timers.splice(0)) {
      if (due.at <= now) due.ring()
      else timers.push(due)
    }
    await turn()
  }
  return { done, made, deferred, turn, pass }
}

test('a page is answered before a question that arrived ahead of it', async () => {
  const { done, made, deferred, turn } = turns(0)
  const count = async () => void done.push('count')
  void made.question(count)
  void made.page(deferred('page'))
  for (let times = 0; times < 3; times++) await turn()
  expect(done).toEqual(['page', 'count'])
})

test('columns are warmed only while nobody asks anything', async () => {
  const { done, made, deferred, turn, pass } = turns(3)
  void made.page(deferred('page'))
  made.warm()
  await turn()
  await turn()
  expect(done).toEqual(['page'])
  await pass(200)
  void made.question(async () => void done.push('count'))
  await turn()
  await pass(200)
  expect(done).toEqual(['page', 'count'])
  await pass(100)
  await turn()
  await turn()
  expect(done).toEqual(['page', 'count', 'warmed', 'warmed', 'warmed'])
})

test('columns are warmed anew when a page is asked for later', async () => {
  const { done, made, turn, pass } = turns(1)
  made.warm()
  await turn()
  made.warm()
  await pass(1)
  expect(done).toEqual(['warmed', 'warmed'])
})

test('of the questions that came meanwhile, only the newest is worked on, and the others are told so', async () => {
  const turns: (() => void)[] = []
  const worked: unknown[] = []
  const ask = latestOnly(
    async (input) => {
      worked.push(input)
      return ok(input)
    },
    (then) => turns.push(then),
  )
  const answers = [ask('a'), ask('b'), ask('c')]
  for (const turn of turns) turn()
  const later = ask('d')
  turns.at(-1)?.()
  expect([await Promise.all([...answers, later]), worked]).toEqual([
    [superseded, superseded, ok('c'), ok('d')],
    ['c', 'd'],
  ])
})
