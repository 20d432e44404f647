import { expect, test } from 'vitest'
import type { RoundEnd } from '../../../../electron/engine/runner/round.ts'
import { createSuspendGuard } from '../../../../electron/engine/session/suspend-guard.ts'
import type { ProgressView } from '../../../../shared/ipc/views.ts'
import { ok, problem } from '../../../../shared/result.ts'

type Run = Parameters<typeof createSuspendGuard>[0]

const paused: RoundEnd = { kind: 'paused', stop: null, message: '' }

/** A guard over a run; `end`: how the run ends that the guard paused. */
function guarded({ running = true, state = 'running', end = paused, connected = true, goesOn = false } = {}) {
  const done: string[] = []
  let isRunning = running
  const run: Run = {
    running: () => isRunning,
    view: () => ({ state }) as ProgressView,
    tell: ({ kind }) => {
      done.push(kind)
      return { state } as ProgressView
    },
    ended: async () => {
      isRunning = goesOn
      return end
    },
    resume: () => {
      done.push('resume')
      return problem('made-up', '')
    },
  }
  const guard = createSuspendGuard(run, () =>
    connected ? ok({ target: {} as never, open: (() => undefined) as never }) : problem('not-connected', ''),
  )
  return { guard, done }
}

test('a run pauses while the machine sleeps, and goes on when it is awake, once', async () => {
  const { guard, done } = guarded()
  await guard.wake()
  guard.sleep()
  await guard.wake()
  await guard.wake()
  expect(done).toEqual(['pause', 'resume'])
})

test.each([
  ['no run is under way', { running: false }, []],
  ['the run is pausing already', { state: 'pausing' }, []],
  ['the run came to its end', { end: { ...paused, kind: 'finished' as const } }, ['pause']],
  ['the core is not connected any more', { connected: false }, ['pause']],
  ['another run has begun', { goesOn: true }, ['pause']],
])('nothing goes on after sleep where %s', async (_, given, expected) => {
  const { guard, done } = guarded(given)
  guard.sleep()
  await guard.wake()
  expect(done).toEqual(expected)
})

test.each([
  ['paused', { kind: 'pause' }, []],
  ['called off', { kind: 'cancel' }, []],
  ['only changed', { kind: 'give-up', afterMs: null }, ['resume']],
] as const)('a run that the operator %s meanwhile stays as it was told', async (_, command, then) => {
  const { guard, done } = guarded()
  guard.sleep()
  guard.tell(command)
  await guard.wake()
  expect(done).toEqual(['pause', command.kind, ...then])
})

test('a run stays paused where the migration is closed meanwhile', async () => {
  const { guard, done } = guarded()
  guard.sleep()
  guard.forget()
  await guard.wake()
  expect(done).toEqual(['pause'])
})
