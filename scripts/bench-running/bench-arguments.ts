import { parseArgs } from 'node:util'
import { partNames, type PartName } from './parts.ts'
import { senders, type Sender } from './senders.ts'

export const usage = `npm run bench:running -- [--only ${partNames.join('|')} | --executor bulk|auto] [--users N] [--rounds N]`

const roles = ['stub', 'rehearsal', 'bulk-script'] as const

export type BenchArguments = {
  readonly only: PartName | null
  /** Bulk import, or how well `auto` chooses, instead of the parts, which are about single calls. */
  readonly executor: 'bulk' | 'auto' | null
  /** Instead of the usual number of users, for a short look. */
  readonly users: number | null
  readonly rounds: number | null
  /** Null: the bench itself; else this process is one of its parts. */
  readonly as: Sender | (typeof roles)[number] | null
  readonly url: string
  readonly file: string
}

/** Null: not understood. */
export function readArguments(args: readonly string[]): BenchArguments | null {
  try {
    const text = { type: 'string' } as const
    const options = { executor: text, only: text, users: text, rounds: text, as: text, url: text, file: text }
    const { executor, only, users, rounds, as, url = '', file = '' } = parseArgs({ args: [...args], options }).values
    const part = partNames.find((name) => name === only)
    const role = [...roles, ...senders].find((name) => name === as)
    const numbers = [users, rounds].every((number) => number === undefined || /^[1-9]\d{0,8}$/.test(number))
    const sender = executor === 'bulk' || executor === 'auto' ? executor : null
    if (executor !== undefined && (sender === null || only !== undefined)) return null
    if ((only !== undefined && part === undefined) || (as !== undefined && role === undefined) || !numbers) return null
    return {
      only: part ?? null,
      executor: sender,
      users: users === undefined ? null : Number(users),
      rounds: rounds === undefined ? null : Number(rounds),
      as: role ?? null,
      url,
      file,
    }
  } catch {
    return null
  }
}
