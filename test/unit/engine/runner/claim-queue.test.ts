import { expect, test } from 'vitest'
import { countStates } from '../../../../electron/engine/queries/counts.ts'
import { createClaimQueue } from '../../../../electron/engine/runner/claim-queue.ts'
import { importOf, plannedDocument } from '../../../support/rounds.ts'
import { turns } from '../../../support/virtual-clock.ts'

const imports = (count: number) => Array.from({ length: count }, (_, n) => [importOf(`user${n + 1}@example.com`)])

/** A queue on a disk that confirms when it is told; `claimed` counts users that were claimed and not handed out. */
function queueOf(users: number) {
  const { document, target } = plannedDocument(imports(users))
  const { database } = document
  const asked: (() => void)[] = []
  let handedOut = 0
  const queue = createClaimQueue(database, {
    targetId: target.id,
    scoped: false,
    held: new Set(),
    lookUps: { canLookUp: false, existing: null },
    now: () => 0,
    setTimer: (_ms, wake) => {
      queueMicrotask(wake)
      return () => undefined
    },
    walSync: {
      sync: () => new Promise<void>((resolve) => void asked.push(resolve)),
      end: () => Promise.resolve(),
    },
    onChange: () => undefined,
    onError: (error) => {
      throw error
    },
  })
  return {
    take: (count: number) => {
      for (let n = 0; n < count; n++) if (queue.next() !== undefined) handedOut += 1
    },
    confirm: async () => {
      for (const resolve of asked.splice(0)) resolve()
      await turns()
    },
    claimed: () => countStates(database, target.id).sending - handedOut,
  }
}

test('128 users are claimed ahead where the disk keeps up', async () => {
  const { take, confirm, claimed } = queueOf(1000)
  take(1)
  await confirm()
  const seen: number[] = []
  for (let n = 0; n < 60; n++) {
    take(10)
    await confirm()
    seen.push(claimed())
  }
  expect(Math.max(...seen) <= 128).toBe(true)
})

test('more are claimed ahead where the disk is slower than the core, but never more than 256', async () => {
  const { take, confirm, claimed } = queueOf(3000)
  const seen: number[] = []
  for (let n = 0; n < 12; n++) {
    take(300)
    seen.push(claimed())
    await confirm()
  }
  expect([Math.max(...seen) > 128, Math.max(...seen) <= 256]).toEqual([true, true])
})
