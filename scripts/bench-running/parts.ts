import { againstSender, type Contest } from './against-senders.ts'
import { badUsers } from './bad-users.ts'
import { autoPace } from './auto-pace.ts'
import { flatMemory } from './flat-memory.ts'
import type { Line } from './lines.ts'
import type { StubRules } from './stub-core.ts'

/** A short form asks for fewer. */
export type Extent = { readonly users: number | null; readonly rounds: number | null }

/** One part of the bench: its lines as they are measured. */
export type Part = (extent: Extent, contest: Contest) => AsyncIterable<Line>

export const partNames = ['pool', 'scripts', 'auto', 'bad-users', 'memory'] as const
export type PartName = (typeof partNames)[number]

/** As a core on the next machine: what it does with a user takes it 5 ms, and it does 16 at once. */
const defaultCore: StubRules = { serviceMs: 5, knee: 16 }

export const parts: Readonly<Record<PartName, Part>> = {
  async *pool({ users, rounds }, contest) {
    yield await againstSender(
      {
        what: 'against a bare undici pool with 32 connections, core takes 5 ms',
        sender: 'pool',
        rules: { serviceMs: 5, knee: null },
        users: users ?? 60_000,
        concurrency: 32,
        rounds: rounds ?? 3,
        target: 0.8,
      },
      contest,
    )
    yield await againstSender(
      {
        what: 'the same, core answers at once',
        sender: 'pool',
        rules: { serviceMs: 0, knee: null },
        users: users ?? 60_000,
        concurrency: 32,
        rounds: rounds ?? 5,
        // No core does: it tells what the journal costs.
        target: null,
      },
      contest,
    )
  },
  async *scripts({ users, rounds }, contest) {
    const common = { rules: defaultCore, concurrency: 'auto', rounds: rounds ?? 3 } as const
    const loop = { what: 'against a loop of fetch', sender: 'loop', users: users ?? 3000, target: 4 } as const
    const limited = {
      what: 'against fetch, nine at once',
      sender: 'limited',
      users: users ?? 40_000,
      target: 1.5,
    } as const
    yield await againstSender({ ...common, ...loop }, contest)
    yield await againstSender({ ...common, ...limited }, contest)
  },
  async *auto({ rounds }, contest) {
    for (const knee of [4, 16, 64]) yield* await autoPace({ knee, seconds: 30, rounds: rounds ?? 3 }, contest)
  },
  async *'bad-users'({ users, rounds }, contest) {
    for (const concurrency of ['auto', 1] as const)
      yield await badUsers({ users: users ?? 1116, rounds: rounds ?? 5, concurrency }, contest)
  },
  async *memory({ users }, contest) {
    yield await flatMemory(users ?? 1_000_000, contest)
  },
}
