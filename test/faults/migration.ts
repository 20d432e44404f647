import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { Dialect } from '../../shared/core-api/dialects.ts'
import { closeDocument, openForReading } from '../../electron/engine/document/open-document.ts'
import { allRows } from '../../electron/engine/document/sqlite.ts'
import type { RehearsalCore } from '../../electron/engine/rehearsal/rehearsal-core.ts'
import { cli, type CliRun, type CliSurroundings } from '../support/cli.ts'
import { must } from '../support/documents.ts'
import {
  madeUpArgon2,
  usersOfProvider,
  usersWithHashes,
  usersWithoutHash,
  type MadeUpUser,
  folderWith,
} from '../support/made-up-csv.ts'
import { startCore, usersIn } from '../support/rehearsal.ts'
import { hurriedClock } from './hurried-clock.ts'
import { rounds } from '../support/length.ts'
import { seedOfRun } from '../support/seed.ts'

/** Users of every kind: bcrypt, Argon2, a provider, a code by email, a code by email and then a phone number. */
export function everyKind(each: number): readonly MadeUpUser[] {
  const argon2 = Array.from({ length: each }, (_, n) => ({
    id: `a${n}`,
    email: `argon${n}@example.com`,
    password_hash: madeUpArgon2(n),
  }))
  const both = Array.from({ length: each }, (_, n) => ({
    id: `b${n}`,
    email: `both${n}@example.com`,
    email_verified: 'true',
    phone: `+491711${200_000 + n}`,
  }))
  return [...usersWithHashes(each), ...argon2, ...usersOfProvider(each), ...usersWithoutHash(each), ...both]
}

/** A migration of the command line in a folder of its own. */
export type Migration = {
  readonly folder: string
  readonly run: (url: string, more?: readonly string[]) => Promise<CliRun>
  readonly resume: (more?: readonly string[]) => Promise<CliRun>
  /** Any other command in the same folder. */
  readonly next: (args: readonly string[]) => Promise<CliRun>
}

export const runArgs = (url: string) => ['run', 'users.csv', '--core', url, '--yes', '--json', ...common]
export const resumeArgs = ['resume', 'm.migration', '--json', '--concurrency', '6'] as const
const common = ['--document', 'm.migration', '--concurrency', '6']

export function migrationOf(
  users: readonly MadeUpUser[],
  around: Partial<Pick<CliSurroundings, 'env' | 'deadlines' | 'hear'>> = {},
): Migration {
  const folder = folderWith(users)
  const clock = hurriedClock()
  return {
    folder,
    run: (url, more = []) => cli([...runArgs(url), ...more], { cwd: folder, clock, ...around }),
    resume: (more = []) => cli([...resumeArgs, ...more], { cwd: folder, clock, ...around }),
    next: (args) => cli(args, { cwd: folder, clock, ...around }),
  }
}

const stateRow = z.object({ user: z.string(), what: z.string() })

/** The state of every user and every call in a document, sorted; empty when there is no document. */
export function statesIn(folder: string): readonly string[] {
  const path = join(folder, 'm.migration')
  if (!existsSync(path)) return []
  const document = must(openForReading(path))
  try {
    const rows = allRows(
      stateRow,
      document.database.prepare(
        `SELECT source_id AS user, state AS what FROM user LEFT JOIN progress ON user_id = id
         UNION ALL SELECT source_id, call.key || ' ' || call.state FROM call JOIN user ON user.id = call.user_id`,
      ),
    )
    return rows.map(({ user, what }) => `${user} ${what}`).toSorted()
  } finally {
    closeDocument(document)
  }
}

/** The result of a migration: in the document, in the core, in the numbers. */
export type Outcome = {
  readonly code: number
  readonly addsUp: boolean
  readonly states: readonly string[]
  readonly core: readonly string[]
}

export function outcomeOf({ folder }: Migration, { code, json }: CliRun, core: RehearsalCore): Outcome {
  return { code, addsUp: addsUp(json ?? {}), states: statesIn(folder), core: usersIn(core) }
}

/** Are the users the sum of their states? */
export function addsUp(json: Readonly<Record<string, unknown>>): boolean {
  const states = ['ready', 'blocked', 'excluded', 'existing', 'migrated', 'failed', 'inDoubt']
  const sum = states.reduce((total, state) => total + Number(json[state]), 0)
  return sum === json['users'] && sum > 0
}

const calm = new Map<string, Promise<Outcome>>()

/** The result of the same users at a core without faults; computed once for all tests of a file. */
export function undisturbed(dialect: Dialect, each: number): Promise<Outcome> {
  const key = `${dialect} ${each}`
  const known = calm.get(key) ?? runUndisturbed(dialect, each)
  calm.set(key, known)
  return known
}

async function runUndisturbed(dialect: Dialect, each: number): Promise<Outcome> {
  const core = await startCore({ dialect })
  const migration = migrationOf(everyKind(each))
  return outcomeOf(migration, await migration.run(core.baseUrl), core)
}

/** Printed, so that whatever goes wrong can be played again: FAULTS_SEED. */
export const seed = seedOfRun('FAULTS_SEED')

/** The short form tries one of `parts` of the cases at each dialect: which, the seed decides. */
export function partAt<T>(dialect: Dialect, cases: readonly T[], parts: number): readonly T[] {
  const own = dialect === 'documented' ? 0 : 1
  return cases.filter((_, n) => (n + seed) % rounds(parts, 1) === own % rounds(parts, 1))
}
