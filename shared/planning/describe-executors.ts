import { type Executor, fasterExecutor, importJobInterval } from '../core-api/choose-executor.ts'
import { counted } from '../format.ts'

/** Facts that decide how users can be sent to the connected core. */
export type ExecutorFacts = {
  /** Why this core cannot import users in bulk; null: it can. */
  readonly obstacle: string | null
  /** Users keep their old ids or verified emails, which are single calls of their own. */
  readonly hasFollowUps: boolean
  /** Users who go by single calls whatever is chosen: with several logins that are not linked, in several tenants, or changed since an earlier migration. */
  readonly singleOnly: number
  /** Existing users are to be overwritten. */
  readonly overwrites: boolean
}

/** The executors of a run in words. */
export const executorTexts = {
  /**
   * The meaning of each choice for this number of users. Cores differ by more than ten times in speed, so no time is
   * named before the first users have measured it.
   */
  all: (facts: ExecutorFacts, users: number): Readonly<Record<Executor, string>> => ({
    auto: `Measures single calls for a few seconds, then continues with the faster way. Expected: ${expected(facts, users)}.`,
    single: 'One user after another, several at a time. The first users measure how long it takes.',
    bulk: `Users are staged, and the core’s import job, which runs ${importJobInterval}, imports them.`,
  }),
  /** How users will be sent and why, before the run. */
  sentence: (facts: ExecutorFacts, users: number, executor: Executor): string => {
    const { obstacle } = facts
    if (obstacle !== null) return `Users are sent by single calls. ${obstacle}`
    switch (executor) {
      case 'auto':
        return `Users are sent the faster way, measured on the first calls. Expected: ${expected(facts, users)}.`
      case 'single':
        return 'Users are sent by single calls, as you chose.'
      case 'bulk':
        return `Users are sent by bulk import, as you chose; the core’s import job runs ${importJobInterval}.`
    }
  },
  /** Users who go by single calls although others are staged; empty: none. */
  notes: ({ obstacle, singleOnly, overwrites }: ExecutorFacts, executor: Executor): readonly string[] => {
    if (obstacle !== null || executor === 'single') return []
    const several = `${counted(singleOnly, 'user goes', 'users go')} by single calls in any case: several logins that are not linked, several tenants, or changed since an earlier migration.`
    return [
      ...(singleOnly > 0 ? [several] : []),
      ...(overwrites
        ? ['Users who already exist are overwritten by single calls: bulk import cannot replace a password.']
        : []),
    ]
  },
}

function expected({ hasFollowUps }: ExecutorFacts, users: number): string {
  return fasterExecutor({ users, hasFollowUps }).executor === 'bulk' ? 'bulk import' : 'single calls'
}
