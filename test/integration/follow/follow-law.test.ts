import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chance, createSource, disagreements, loginsIn, type SourceUser } from '../../support/followed-model.ts'
import { madeUpBcrypt, madeUpCsv } from '../../support/made-up-csv.ts'
import { madeFaults, startCore } from '../../support/rehearsal.ts'
import { rounds } from '../../support/length.ts'
import { runUsers, type UsersRun } from '../../support/run-users.ts'
import { seedOfRun } from '../../support/seed.ts'
import { fileIn, temporaryFolder } from '../../support/temporary-folder.ts'

const seed = seedOfRun('FOLLOW_SEED')

function asCsv(users: ReadonlyMap<string, SourceUser>): string {
  return madeUpCsv([...users.values()].map(({ id, email, hash }) => ({ id, email, password_hash: hash })))
}

/** Faults of a core for every third request. */
const failures = [
  { kind: '500', every: 3 },
  { kind: '500', every: 3, executed: true },
  { kind: 'reset', every: 3, moment: 'lost' },
  { kind: 'reset', every: 3, moment: 'before' },
] as const

/** Stops a pass somewhere: after this many lines of output. */
function stopAfter(lines: number): { signal: AbortSignal; hear: () => void } {
  const stop = new AbortController()
  let left = lines
  return {
    signal: stop.signal,
    hear: () => {
      left -= 1
      if (left <= 0) stop.abort()
    },
  }
}

async function passOver(run: UsersRun, users: ReadonlyMap<string, SourceUser>, signIn: string, stop: number | null) {
  fileIn(run.folder, 'now.csv', asCsv(users))
  const args = ['follow', 'm.migration', '--source', 'now.csv', '--once', '--json', '--users-sign-in', signIn]
  return run.next([...args, '--accept-loss', '--give-up-after', '1'], stop === null ? {} : stopAfter(stop))
}

describe.each(Array.from({ length: rounds(1, 16) }, (_, n) => seed + n))(
  'a source that changes by chance, seed %i',
  (own) => {
    test.each(['no', 'yes'])(
      'core and source agree after the last pass, users sign in at the core: %s',
      async (signIn) => {
        const random = chance(own * 2 + (signIn === 'yes' ? 1 : 0))
        const state = join(temporaryFolder(), 'core.state')
        const core = await startCore({ dialect: 'supertokens', file: state })
        const source = createSource(30, random)
        const run = await runUsers(
          [...source.users.values()].map(({ id, email, hash }) => ({ id, email, password_hash: hash })),
          core.baseUrl,
          ['--keep-user-ids'],
        )
        expect(run.code).toBe(0)
        /** Hashes that a user may have in the core: of its first creation, or as it was changed there. */
        const inCore = new Map<string, string>()
        const note = () => {
          for (const { sourceId, hash } of loginsIn(state)) if (!inCore.has(sourceId)) inCore.set(sourceId, hash)
        }
        note()
        for (let pass = 0; pass < rounds(4, 8); pass += 1) {
          for (let step = random(8); step > 0; step -= 1) source.step()
          if (random(3) === 0) core.setFaults(madeFaults({ rules: [failures[random(failures.length)] ?? failures[0]] }))
          if (signIn === 'yes' && random(2) === 0) {
            const login = loginsIn(state)[random(core.count())]
            if (login !== undefined) {
              const hash = madeUpBcrypt(random(1_000_000_000))
              inCore.set(login.sourceId, hash)
              await fetch(`${core.baseUrl}/recipe/user/passwordhash/import`, {
                method: 'POST',
                headers: { 'content-type': 'application/json', 'cdi-version': '5.0', rid: 'emailpassword' },
                body: JSON.stringify({ email: login.email, passwordHash: hash, hashingAlgorithm: 'bcrypt' }),
              })
            }
          }
          await passOver(run, source.users, signIn, random(2) === 0 ? random(8) + 1 : null)
          core.setFaults(madeFaults({}))
          note()
        }
        await passOver(run, source.users, signIn, null)
        const last = await passOver(run, source.users, signIn, null)
        note()
        const reported = await run.report()
        const hashOf = (user: SourceUser) => (signIn === 'no' ? [user.hash] : [inCore.get(user.id) ?? user.hash])
        const logins = loginsIn(state)
        expect([
          disagreements(source.users, logins, hashOf),
          logins.filter(({ sourceId }) => !source.ever.has(sourceId)),
          reported.summary.addsUp,
          (last.json as { sums: { addsUp: boolean; users: number } } | null)?.sums.addsUp,
        ]).toEqual([[], [], true, true])
      },
    )
  },
)
