import * as z from 'zod'
import {
  type AsideCause,
  type AsideTry,
  type FailureGroup,
  maxAsideNamed,
} from '../../../shared/ipc/requests/run-requests.ts'
import { namesInList, withFacet } from '../document/facets.ts'
import { notLookedUp } from '../document/stored-calls.ts'
import { allRows, type Database, oneRow, sql } from '../document/sqlite.ts'

const row = z.object({ cause: z.string(), users: z.number() })
const replyRow = z.object({ failure: z.string(), message: z.string().nullable() })

const maxGroups = 100
const maxReplies = 5

const failed = `progress INDEXED BY progress_by_state WHERE target_id = ? AND state = 'failed' AND failure IS NOT NULL`

/** The failed users of a target, grouped by cause, the largest group first. */
export function failureGroups(database: Database, targetId: number | null): readonly FailureGroup[] {
  const groups = allRows(
    row,
    sql(
      database,
      `SELECT ${causeSql('failure')} AS cause, count(*) AS users FROM ${failed}
       GROUP BY cause ORDER BY users DESC, cause LIMIT ${maxGroups}`,
    ),
    targetId ?? 0,
  )
  return groups.map(({ cause, users }) => ({
    key: cause,
    users,
    ...describeCause(cause),
    replies: [...repliesOf(database, targetId ?? 0, cause)],
  }))
}

const asideRow = z.object({ label: z.string().nullable(), methods: z.string(), providers: z.string() })

/** Users set aside for one cause, the first of them by name; of these only users whose contact or ID has the searched text. */
export function asideCause(
  database: Database,
  cause: string,
  users: ReadonlyMap<number, AsideTry>,
  search = '',
): AsideCause {
  const text = `SELECT coalesce(email, phone, source_id) AS label, facet.methods, facet.providers
    FROM user ${withFacet} WHERE user.id = ?1
    AND (?2 = '' OR instr(lower(coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(source_id, '')), ?2) > 0)`
  const select = sql(database, text)
  const wanted = search.trim().toLowerCase()
  const named: AsideCause['named'] = []
  for (const [id, { tries, lastAt }] of users) {
    if (named.length === maxAsideNamed) break
    const row = oneRow(asideRow, select, id, wanted)
    if (row === undefined && wanted !== '') continue
    named.push({
      id,
      label: row?.label ?? `User ${id}`,
      methods: namesInList(row?.methods ?? ''),
      providers: namesInList(row?.providers ?? ''),
      tries,
      lastAt,
    })
  }
  return { title: describeCause(cause).title, users: users.size, named }
}

/** A few different texts of the core; requests without a reply have none. */
function repliesOf(database: Database, targetId: number, cause: string): readonly string[] {
  const message = `(SELECT message FROM call WHERE call.target_id = progress.target_id
    AND call.user_id = progress.user_id AND call.state = 'failed' LIMIT 1)`
  const rows = allRows(
    replyRow,
    sql(
      database,
      `SELECT failure, ${message} AS message FROM ${failed} AND ${causeSql('failure')} = ?
       GROUP BY failure LIMIT ${maxReplies}`,
    ),
    targetId,
    cause,
  )
  const texts = rows.map((row) => (row.message ?? textOf(row.failure)).trim())
  return [...new Set(texts.filter((text) => text !== ''))].map((text) => text.slice(0, 500))
}

function textOf(failure: string): string {
  return failure.split('|').slice(2).join('|')
}

/** A cause of failures in words, and the one thing to do about it. */
type FailureCause = Pick<FailureGroup, 'title' | 'advice' | 'action'>

/** A longer text is no sentence that a title can carry. */
const maxSentence = 160

/** The second part of `call|code|text`: a status, an HTTP code or `no answer`. */
function codeSql(failure: string): string {
  const rest = `substr(${failure}, instr(${failure}, '|') + 1)`
  return `substr(${rest}, 1, instr(${rest} || '|', '|') - 1)`
}

/** The text behind the code. */
function textSql(failure: string): string {
  const rest = `substr(${failure}, instr(${failure}, '|') + 1)`
  return `ltrim(replace(substr(${rest}, instr(${rest} || '|', '|') + 1), '${notLookedUp}', ''))`
}

/** Is the text a short sentence of the core, and not a page, an object or nothing? */
function isSentenceSql(text: string): string {
  return `length(${text}) BETWEEN 1 AND ${maxSentence} AND ${text} NOT LIKE '[%' AND lower(rtrim(${text})) <> 'null'
    AND ${text} NOT GLOB '*[<>{}' || char(1) || '-' || char(31) || ']*'`
}

/** The failure of a row of `call`, as `progress.failure` has it. */
export const failureOfCallSql =
  "kind || '|' || coalesce(status, CAST(http_status AS TEXT), 'no answer') || '|' || message"

/**
 * The cause of a stored failure, in SQL: whatever call it was and whatever the core wrote around it, users who failed for
 * one cause are one group. Refusals for which the core has different sentences are different causes.
 */
export function causeSql(failure: string): string {
  const [code, text] = [codeSql(failure), textSql(failure)]
  return `CASE WHEN ${code} = 'no answer' THEN 'no-answer'
    WHEN ${code} GLOB '[0-9]*' AND ${text} LIKE '<%' THEN 'web-page|' || ${code}
    WHEN ${code} GLOB '[45]*' AND ${text} LIKE '%too long%' THEN 'too-long'
    WHEN ${code} GLOB '2*' THEN 'unreadable-answer'
    WHEN ${code} GLOB '4[0-9][0-9]' AND ${code} <> '429' AND ${isSentenceSql(text)}
      THEN ${code} || '|' || rtrim(${text})
    ELSE ${code} END`
}

const alreadyLinked: FailureCause = {
  title: 'Login method belongs to another user of the core',
  advice: 'It stays separate until that is settled in the core. Look both users up there, then retry.',
  action: 'retry',
}

const known: Readonly<Record<string, FailureCause>> = {
  EMAIL_ALREADY_EXISTS_ERROR: {
    title: 'Email already used in the core',
    advice: 'Another user of the core has the same email.',
    action: 'correct',
  },
  PHONE_NUMBER_ALREADY_EXISTS_ERROR: {
    title: 'Phone number already used in the core',
    advice: 'Another user of the core has the same phone number.',
    action: 'correct',
  },
  UNKNOWN_USER_ID_ERROR: {
    title: 'User no longer in the core',
    advice:
      'The core does not have the user that this call completes or changes: it was removed meanwhile. See its history, then retry.',
    action: 'retry',
  },
  EXTERNAL_USER_ID_TAKEN: {
    title: 'Old ID cannot be kept',
    advice:
      'These users are in the core under another ID; the reason of each says what stands in the way of the old one. Continue without the old ID (--on-taken-id skip), or clear the way in the core and retry.',
    action: 'without-old-id',
  },
  CONTACT_CHANGED_IN_CORE: {
    title: 'Email or phone changed in the core since',
    advice:
      'The core has a newer value, which is left. Nothing to do, unless the export is right: then decide “Send what changed” (Review, or --on-changed send) and retry.',
    action: 'retry',
  },
  EMAIL_CHANGE_NOT_ALLOWED_ERROR: {
    title: 'Email belongs to linked login methods of another user',
    advice: 'Settle in the core whose email it is, then retry.',
    action: 'retry',
  },
  PHONE_NUMBER_CHANGE_NOT_ALLOWED_ERROR: {
    title: 'Phone number belongs to linked login methods of another user',
    advice: 'Settle in the core whose phone number it is, then retry.',
    action: 'retry',
  },
  UNKNOWN_ROLE_ERROR: {
    title: 'Role missing in the core',
    advice: 'The core does not have this role any more. Create it there, then retry.',
    action: 'retry',
  },
  ACCOUNT_INFO_ALREADY_ASSOCIATED_WITH_ANOTHER_PRIMARY_USER_ID_ERROR: alreadyLinked,
  RECIPE_USER_ID_ALREADY_LINKED_WITH_PRIMARY_USER_ID_ERROR: alreadyLinked,
  RECIPE_USER_ID_ALREADY_LINKED_WITH_ANOTHER_PRIMARY_USER_ID_ERROR: alreadyLinked,
  RESTART_FLOW_ERROR: { title: 'Code could not be used', advice: 'Retry to make a new code.', action: 'retry' },
  'no-answer': {
    title: 'No answer from the core',
    advice: 'The core did not answer in time, or the connection broke. Check that it is reachable, then retry.',
    action: 'retry',
  },
  'too-long': {
    title: 'Value too long for the core',
    advice: 'Shorten the value that the core names, then retry.',
    action: 'correct',
  },
  'unreadable-answer': {
    title: 'Answer could not be read',
    advice: 'What came back was cut off or not in the form of the interface. Check the log of the core, then retry.',
    action: 'retry',
  },
  '429': { title: 'Core asked to slow down', advice: 'Set a lower limit, then retry.', action: 'retry' },
}

/** The meaning of a cause, and the next step; of a reply at most the sentence that a refusal gave. */
export function describeCause(cause: string): FailureCause {
  const exact = Object.hasOwn(known, cause) ? known[cause] : undefined
  if (exact !== undefined) return exact
  if (/^5\d\d$/.test(cause)) {
    return {
      title: `Error in the core (HTTP ${cause})`,
      advice: 'The core failed while it handled these users. Check its log, then retry.',
      action: 'retry',
    }
  }
  const [, webPage] = /^web-page\|(\d{3})$/.exec(cause) ?? []
  if (webPage !== undefined) {
    return {
      title: `Web page (${webPage}) instead of an answer`,
      advice: 'A proxy answered instead of the core. Check its log, then retry.',
      action: 'retry',
    }
  }
  const refusal = /^(4\d\d)(?:\|(.+))?$/.exec(cause)
  if (refusal !== null) {
    const [, code = '', sentence] = refusal
    return {
      title: `Refused by the core (HTTP ${code})${sentence === undefined ? '' : `: ${sentence}`}`,
      advice: 'The core does not accept a value of these users. Correct it, then retry.',
      action: 'correct',
    }
  }
  return {
    title: /^[A-Z][A-Z_]+$/.test(cause) ? `Refused by the core: ${sentenceCase(cause)}` : 'Another failure',
    advice: 'Open one of these users to see every try, then correct or retry.',
    action: 'correct',
  }
}

/** `SOME_STATUS_ERROR` as `some status`. */
function sentenceCase(status: string): string {
  return status
    .replace(/_ERROR$/, '')
    .replaceAll('_', ' ')
    .toLowerCase()
    .slice(0, 100)
}
