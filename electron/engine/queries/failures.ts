import * as z from 'zod'
import type { FailureGroup } from '../../../shared/ipc/views.ts'
import { allRows } from '../document/rows.ts'
import { sql, type Database } from '../document/sqlite.ts'

const row = z.object({ failure: z.string(), users: z.number(), message: z.string().nullable() })

/** The failed users of a target, grouped by cause, the largest group first. */
export function failureGroups(database: Database, targetId: number | null): readonly FailureGroup[] {
  const rows = allRows(
    row,
    sql(
      database,
      `SELECT failure, count(*) AS users, (SELECT message FROM call WHERE call.target_id = progress.target_id
         AND call.user_id = progress.user_id AND call.state = 'failed' LIMIT 1) AS message
       FROM progress INDEXED BY progress_by_state WHERE target_id = ? AND state = 'failed' AND failure IS NOT NULL GROUP BY failure ORDER BY users DESC LIMIT 100`,
    ),
    targetId ?? 0,
  )
  return rows.map(({ failure, users, message }) => ({
    key: failure,
    users,
    ...describeFailureGroup(failure, message ?? ''),
  }))
}

const known: Readonly<Record<string, { readonly title: string; readonly advice: string }>> = {
  EMAIL_ALREADY_EXISTS_ERROR: {
    title: 'Email taken by another passwordless user',
    advice: 'Correct the email of these users, or leave them out.',
  },
  PHONE_NUMBER_ALREADY_EXISTS_ERROR: {
    title: 'Phone number taken by another passwordless user',
    advice: 'Correct the phone number of these users, or leave them out.',
  },
  UNKNOWN_USER_ID_ERROR: {
    title: 'The core no longer has the user that was just created',
    advice: 'Somebody removed it meanwhile. Retry: it is created again.',
  },
  EXTERNAL_USER_ID_TAKEN: {
    title: 'Old id cannot be kept',
    advice:
      'The users are in the core under new ids. Decide that they go on without their old id, or free it in the core and retry.',
  },
  RESTART_FLOW_ERROR: { title: 'The code could not be used', advice: 'Retry: a new code is made.' },
  'no answer': { title: 'No answer from the core', advice: 'Check that the core is up and reachable, then retry.' },
}

/** What a group of failures means, in words, and what to do. The key is `call|code|text`. */
export function describeFailureGroup(
  key: string,
  message: string,
): { readonly title: string; readonly advice: string } {
  const [, code = '', text = ''] = key.split('|')
  const exact = known[code]
  if (exact !== undefined) return exact
  const said = text === '' ? message : text
  if (code === '429') return { title: 'The core asked to slow down', advice: 'Lower the concurrency, then retry.' }
  if (code.startsWith('5')) {
    return {
      title: `The core failed (HTTP ${code}): ${said}`.slice(0, 200),
      advice: 'When the text names a value, correct it; else look at the log of the core, then retry.',
    }
  }
  if (code.startsWith('4')) {
    return {
      title: `Refused by the core (HTTP ${code}): ${said}`.slice(0, 200),
      advice: 'Correct what the text names, then retry.',
    }
  }
  return {
    title: `${code}${said === '' || said === code ? '' : `: ${said}`}`.slice(0, 200),
    advice: 'Open one of these users to see every try, then retry.',
  }
}
