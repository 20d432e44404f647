import { describe, expect, test } from 'vitest'
import { createSlots, type SlotWait } from '../../../../electron/engine/runner/slots.ts'
import { turns } from '../../../support/virtual-clock.ts'

/** Slots whose waits end when a test says so. */
function slotsOf() {
  const waits: { readonly ms: number; readonly end: (goesOn?: boolean) => void }[] = []
  let changes = 0
  const slots = createSlots(
    { wait: (ms) => new Promise((resolve) => void waits.push({ ms, end: (goesOn = true) => resolve(goesOn) })) },
    { onChange: () => void (changes += 1), maxRestMs: () => 75 },
  )
  const seen: Record<string, boolean> = {}
  /** Has a user wait, and notes under its name whether it may go on. */
  const wait = (slot: ReturnType<typeof slots.take>, name: string, change: Partial<SlotWait>) => {
    const usual: SlotWait = {
      place: 'resting',
      ms: 100,
      maxAsideMs: Infinity,
      cause: '500',
      attempt: { tries: 2, lastAt: 7 },
    }
    void slot.wait({ ...usual, ...change }).then((goesOn) => (seen[name] = goesOn))
  }
  return { slots, waits, seen, wait, changes: () => changes }
}

const standing = ({ slots }: ReturnType<typeof slotsOf>) => [slots.inUse(), slots.setAside(), slots.areIdle()]

describe('a user', () => {
  test('holds a slot from its beginning to its end', () => {
    const its = slotsOf()
    expect(standing(its)).toEqual([0, 0, true])
    const [one, other] = [its.slots.take(1), its.slots.take(2)]
    expect([standing(its), one.isAside(), one.maxRestMs()]).toEqual([[2, 0, false], false, 75])
    one.end()
    expect(standing(its)).toEqual([1, 0, false])
    other.end()
    expect([standing(its), its.slots.resume(), its.slots.resumeAside()]).toEqual([[0, 0, true], false, false])
  })

  test('keeps its slot where it waits in place', async () => {
    const its = slotsOf()
    its.wait(its.slots.take(1), 'one', { place: 'in-place', ms: 40 })
    expect([standing(its), its.waits.map(({ ms }) => ms)]).toEqual([[1, 0, false], [40]])
    its.waits[0]?.end()
    await turns()
    expect([its.seen, its.slots.asideCauses().size]).toEqual([{ one: true }, 0])
  })

  test('gives it back while it rests, and has one again when one is free afterwards', async () => {
    const its = slotsOf()
    const slot = its.slots.take(1)
    its.wait(slot, 'one', {})
    expect([standing(its), its.changes(), its.slots.resume()]).toEqual([[0, 0, false], 1, false])
    its.waits[0]?.end()
    await turns()
    expect([its.seen, its.changes()]).toEqual([{}, 2])
    expect([its.slots.resume(), its.slots.resume(), standing(its)]).toEqual([true, false, [1, 0, false]])
    await turns()
    expect([its.seen, its.slots.setAside()]).toEqual([{ one: true }, 0])
    slot.end()
    expect(standing(its)).toEqual([0, 0, true])
  })

  test('set aside is resumed in its turn, and known by the cause of its last failure until it ends', async () => {
    const its = slotsOf()
    const [one, other] = [its.slots.take(1), its.slots.take(2)]
    its.wait(one, 'one', { place: 'aside' })
    its.wait(other, 'other', { place: 'aside', cause: 'no-answer', attempt: { tries: 3, lastAt: 9 } })
    expect([standing(its), one.isAside()]).toEqual([[0, 2, false], true])
    expect([...its.slots.asideCauses()].map(([cause, users]) => [cause, [...users]])).toEqual([
      ['500', [[1, { tries: 2, lastAt: 7 }]]],
      ['no-answer', [[2, { tries: 3, lastAt: 9 }]]],
    ])
    expect([its.waits, its.slots.resumeAside()]).toEqual([[], true])
    await turns()
    expect([its.seen, standing(its)]).toEqual([{ one: true }, [1, 2, false]])
    // It fails once more, for another cause, and rests: it is counted once.
    its.wait(one, 'again', { place: 'resting', cause: 'no-answer', attempt: { tries: 4, lastAt: 10 } })
    expect([...its.slots.asideCauses().keys()]).toEqual(['no-answer'])
    expect([its.slots.asideCauses().get('no-answer')?.size, standing(its)]).toEqual([2, [0, 2, false]])
    its.wait(one, 'aside', { place: 'aside', cause: 'no-answer' })
    expect(its.slots.setAside()).toBe(2)
    one.end()
    expect([its.slots.setAside(), its.slots.asideCauses().get('no-answer')?.size]).toEqual([1, 1])
    other.end()
    expect([its.slots.setAside(), its.slots.asideCauses().size]).toEqual([0, 0])
  })

  test('is aside no longer than is safe: then it wants the next free slot', async () => {
    const its = slotsOf()
    its.wait(its.slots.take(1), 'one', { place: 'aside', maxAsideMs: 5000 })
    expect([its.waits.map(({ ms }) => ms), its.slots.resume()]).toEqual([[5000], false])
    its.waits[0]?.end()
    await turns()
    expect([its.slots.resumeAside(), its.slots.resume()]).toEqual([false, true])
    await turns()
    expect(its.seen).toEqual({ one: true })
  })

  test('that was resumed before that time has its slot once', async () => {
    const its = slotsOf()
    its.wait(its.slots.take(1), 'one', { place: 'aside', maxAsideMs: 5000 })
    expect(its.slots.resumeAside()).toBe(true)
    its.waits[0]?.end()
    await turns()
    expect([its.slots.resume(), its.slots.inUse()]).toEqual([false, 1])
  })
})

test('more than a thousand users set aside are more than are kept', () => {
  const its = slotsOf()
  for (let id = 0; id < 1000; id++) its.wait(its.slots.take(id), `u${id}`, { place: 'aside' })
  const before = its.slots.areOverfull()
  its.wait(its.slots.take(1000), 'last', { place: 'aside' })
  expect([before, its.slots.areOverfull()]).toEqual([false, true])
})

test('the end of a run ends every wait, and no other begins', async () => {
  const its = slotsOf()
  const slots = [1, 2, 3, 4].map(its.slots.take)
  const [resting, rested, aside, late] = slots
  if (resting === undefined || rested === undefined || aside === undefined || late === undefined)
    throw new Error('none')
  its.wait(resting, 'resting', {})
  its.wait(rested, 'rested', {})
  its.wait(aside, 'aside', { place: 'aside' })
  its.waits[1]?.end()
  await turns()
  its.slots.close()
  its.waits[0]?.end()
  its.wait(late, 'late', {})
  await turns()
  expect(its.seen).toEqual({ rested: false, aside: false, resting: false, late: false })
  for (const slot of slots) slot.end()
  expect([its.slots.areIdle(), its.slots.resumeAside(), its.slots.inUse()]).toEqual([true, false, 0])
})
