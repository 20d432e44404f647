import { describe, expect, test } from 'vitest'
import { coalesce, type TimerClock } from '../../shared/coalesce.ts'

/** Time that stands until it is moved; callbacks come due in order. */
function handClock(): TimerClock & { readonly move: (ms: number) => Promise<void> } {
  let time = 0
  let due: readonly { readonly at: number; readonly call: () => void }[] = []
  return {
    ticks: () => time,
    setTimer: (ms, call) => {
      const entry = { at: time + ms, call }
      due = [...due, entry]
      return () => {
        due = due.filter((other) => other !== entry)
      }
    },
    move: async (ms) => {
      time += ms
      const ready = due.filter(({ at }) => at <= time)
      due = due.filter(({ at }) => at > time)
      for (const { call } of ready) call()
      await settled()
    },
  }
}

/** Lets everything that waits for nothing but a turn go on. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

describe('coalesced work', () => {
  test('runs at once when asked first, and once more for all asks in between', async () => {
    const clock = handClock()
    const runs: number[] = []
    const gentle = coalesce(async () => void runs.push(clock.ticks()), 100, clock)
    gentle.request()
    await clock.move(10)
    gentle.request()
    gentle.request()
    gentle.request()
    await clock.move(50)
    await clock.move(40)
    await clock.move(500)
    expect(runs).toEqual([0, 100])
  })

  test('an urgent ask does not wait for the gap, only for the run under way', async () => {
    const clock = handClock()
    const runs: number[] = []
    const finish: (() => void)[] = []
    const gentle = coalesce(
      () => {
        runs.push(clock.ticks())
        return new Promise<void>((resolve) => finish.push(resolve))
      },
      100,
      clock,
    )
    gentle.request()
    gentle.requestNow()
    await clock.move(20)
    finish[0]?.()
    await clock.move(0)
    finish[1]?.()
    await clock.move(10)
    gentle.request()
    gentle.requestNow()
    finish[2]?.()
    await clock.move(500)
    expect(runs).toEqual([0, 20, 30])
    gentle.stop()
    gentle.requestNow()
    expect(runs).toHaveLength(3)
  })

  test('never runs twice at once: an ask during a run becomes a run after it', async () => {
    const clock = handClock()
    let going = 0
    let most = 0
    let runs = 0
    const finish: (() => void)[] = []
    const gentle = coalesce(
      async () => {
        runs += 1
        most = Math.max(most, ++going)
        await new Promise<void>((resolve) => finish.push(resolve))
        going -= 1
      },
      100,
      clock,
    )
    gentle.request()
    await clock.move(300)
    gentle.request()
    await clock.move(300)
    expect({ runs, most }).toEqual({ runs: 1, most: 1 })
    finish.shift()?.()
    await settled()
    expect({ runs, most }).toEqual({ runs: 2, most: 1 })
  })

  test('does nothing any more after it was stopped', async () => {
    const clock = handClock()
    let runs = 0
    const gentle = coalesce(async () => void runs++, 100, clock)
    gentle.request()
    await clock.move(10)
    gentle.request()
    gentle.stop()
    gentle.request()
    await clock.move(1000)
    expect(runs).toBe(1)
  })
})
