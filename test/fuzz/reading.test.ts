import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { rounds } from '../support/length.ts'
import { seedOfRun } from '../support/seed.ts'
import { fuzzedFormats, makeVariant } from './made-up-files.ts'
import { readVariant, type Outcome } from './read-variant.ts'

const variants = Number(process.env['FUZZ_VARIANTS'] ?? rounds(8, 1000))
const run = seedOfRun('FUZZ_SEED')
const only = process.env['FUZZ_ONLY']
const folder = mkdtempSync(join(tmpdir(), 'fuzz-'))
const prototype = Object.getOwnPropertyNames(Object.prototype).join(' ')

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(fuzzedFormats().map((format) => [format.name, format] as const))('damaged %s files', (name, format) => {
  test('are read to their end or refused, each record counted once, and no sentence repeats content', async () => {
    const outcomes: Outcome[] = []
    const faults: string[] = []
    const numbers = only === undefined ? Array.from({ length: variants }, (_, index) => index) : [Number(only)]
    for (const number of numbers) {
      const variant = makeVariant(format, run, number)
      const outcome = await readVariant(variant, join(folder, name), number % 4 === 0).catch((error: unknown) => ({
        ...nothing,
        fault: error instanceof Error ? (error.stack ?? error.message) : 'thrown',
      }))
      outcomes.push(outcome)
      if (outcome.fault !== null) faults.push(`${variant.title}: ${outcome.fault}`)
    }
    console.log(summary(name, outcomes))
    expect(faults.slice(0, 20)).toEqual([])
    expect(Object.getOwnPropertyNames(Object.prototype).join(' ')).toBe(prototype)
    if (only === undefined)
      expect(outcomes.filter(({ kind }) => kind === 'read').length).toBeGreaterThan(fewestRead(outcomes.length))
  })
})

/** About 60 % of the variants are read; a third is certain only among many, since each seed draws its own damage. */
function fewestRead(all: number): number {
  return all < 1000 ? 0 : all / 3
}

const nothing: Outcome = { kind: 'read', records: 0, unreadable: 0, compared: false, fault: null }

function summary(name: string, outcomes: readonly Outcome[]): string {
  const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + of(outcome), 0)
  return (
    `${name}: ${outcomes.length} variants of run ${run}, ${sum(({ kind }) => (kind === 'refused' ? 1 : 0))} refused, ` +
    `${sum(({ records }) => records)} records, ${sum(({ unreadable }) => unreadable)} of them unreadable, ` +
    `${sum(({ compared }) => (compared ? 1 : 0))} compared with another reader, ` +
    `${sum(({ fault }) => (fault === null ? 0 : 1))} faults`
  )
}
