import { describe, expect, it } from 'vitest'
import { createSpacedCount } from '../../../../electron/engine/session/spaced-count.ts'

/** A count that takes a millisecond for every thousand users. */
function counting() {
  const world = { now: 0, users: 0, spent: 0 }
  const count = createSpacedCount(
    () => {
      const took = world.users / 1000
      world.now += took
      world.spent += took
      return world.users
    },
    () => world.now,
  )
  return { world, count }
}

describe('a count over all users', () => {
  it('takes less than a tenth of the time while ten million users are read and the screen asks twice a second', () => {
    const { world, count } = counting()
    while (world.users < 10_000_000) {
      world.users += 5000
      world.now += 500
      expect(count.read(true)).toBeLessThanOrEqual(world.users)
    }
    expect(world.spent).toBeLessThan(world.now / 10)
    expect(world.spent).toBeGreaterThan(0)
  })

  it('is exact once nothing changes any more', () => {
    const { world, count } = counting()
    world.users = 1_000_000
    count.read(true)
    world.users = 1_200_000
    expect(count.read(true)).toBe(1_000_000)
    count.forget()
    expect(count.read(false)).toBe(1_200_000)
  })

  it('is not repeated while nothing changes', () => {
    const { world, count } = counting()
    world.users = 1_000_000
    count.read(false)
    const { spent } = world
    world.now += 1_000_000
    count.read(false)
    expect(world.spent).toBe(spent)
  })
})
