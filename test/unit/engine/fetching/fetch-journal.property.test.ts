import { readdirSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fetchFile } from '../../../../electron/engine/fetching/fetch-file.ts'
import { type Disk, realDisk } from '../../../../electron/engine/fetching/part-file.ts'
import { madeUpSource, madeUpUsers } from '../../../support/servers/made-up-source.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

class Killed extends Error {}

/** A disk on which the process ends at one of its writes: before it, after a part of it, or right after it. */
function killedAt(operation: number, share: number): Disk {
  let count = 0
  const at = (act: () => void, half: () => unknown) => {
    count += 1
    if (count < operation) return act()
    if (count > operation) throw new Killed()
    half()
    throw new Killed()
  }
  return {
    append: (handle, bytes, end) =>
      at(
        () => realDisk.append(handle, bytes, end),
        () => void writeSync(handle, bytes, 0, Math.floor(bytes.length * share), end),
      ),
    sync: (handle) =>
      at(
        () => realDisk.sync(handle),
        () => undefined,
      ),
    // A journal is replaced as a whole: there is no half of one.
    journal: (path, journal) =>
      at(
        () => realDisk.journal(path, journal),
        () => void (share > 0.5 && realDisk.journal(path, journal)),
      ),
    publish: (place, handle) => {
      let published = false
      const publish = () => void (published = realDisk.publish(place, handle))
      at(publish, () => share > 0.5 && publish())
      return published
    },
  }
}

/** Every page is a checkpoint. */
const everyPage = (() => {
  let ticks = 0
  return {
    now: () => 0,
    ticks: () => (ticks += 10_000),
    setTimer: (_ms: number, wake: () => void) => (wake(), () => undefined),
  }
})()

const layout = fc.record({
  pages: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 8 }),
  /** Pages that come a second time after the one of that number. */
  again: fc.array(fc.nat(7), { maxLength: 3 }),
  kills: fc.array(
    fc.record({ operation: fc.integer({ min: 1, max: 30 }), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
    { minLength: 1, maxLength: 4 },
  ),
  checkpoints: fc.boolean(),
})

test('killed at any moments and resumed, a fetch ends with the same bytes', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(layout, async ({ pages, again, kills, checkpoints }) => {
      let from = 1
      const written = pages.map((count) => {
        const users = madeUpUsers(count, from)
        from += count
        return { users }
      })
      const all = [...written, ...again.flatMap((page) => written.slice(page, page + 1))]
      const folder = temporaryFolder()
      const source = madeUpSource(all)
      const clock = checkpoints ? everyPage : undefined
      const signal = new AbortController().signal
      const fetch = (name: string, resume: boolean, disk: Disk) =>
        fetchFile(
          { source, settings: {}, secrets: {}, out: join(folder, name), resume },
          { signal, disk, clock },
        ).catch((error: unknown) => {
          if (error instanceof Killed) return { kind: 'killed' } as const
          throw error
        })
      const whole = await fetch('whole', false, realDisk)
      let outcome = await fetch('killed', false, killedAt(kills[0]?.operation ?? 1, kills[0]?.share ?? 0))
      for (const { operation, share } of kills.slice(1)) {
        if (outcome.kind !== 'killed') break
        outcome = await fetch('killed', true, killedAt(operation, share))
      }
      if (outcome.kind === 'killed') outcome = await fetch('killed', true, realDisk)
      if (outcome.kind === 'failed' && outcome.code === 'nothing-to-resume') {
        expect(readdirSync(folder)).toEqual(['whole'])
        outcome = await fetch('killed', false, realDisk)
      }
      expect(outcome).toEqual({ ...whole, path: join(folder, 'killed') })
      expect(readFileSync(join(folder, 'killed'), 'utf8')).toBe(readFileSync(join(folder, 'whole'), 'utf8'))
    }),
    { numRuns: 20 },
  )
})
