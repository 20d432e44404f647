import type { OperationName } from '../../../../shared/core-api/operations.ts'
import type { ReplyOutcome, RetryReason } from '../../../../shared/core-api/outcome.ts'
import type { UserDetail } from '../../../../shared/ipc/views.ts'
import { stateTitles } from '../../../../shared/report/state-titles.ts'
import { plainReply } from '../../../../shared/report/stop-reason.ts'
import { Breakable } from '../../display/addresses.tsx'
import { CopyButton } from '../../controls/copy-button.tsx'
import { count, counted, moment, shortDayOf, timeOfDay } from '../../texts/format.ts'
import { Tag, type Tone } from '../../display/tag.tsx'
import styles from './call-list.module.css'
import type { CallState } from '../../../../shared/planning/call.ts'

type Call = UserDetail['calls'][number]

const titles: Readonly<Record<string, string>> = {
  passwordless: 'Create with a code',
  update: 'Add the other contact',
  'change-contact': 'Change the email or phone',
  'third-party': 'Create with a provider',
  import: 'Import with the password hash',
  'verify-email': 'Mark the email as verified',
  'map-id': 'Keep the old ID',
  'make-primary': 'Prepare for linked login methods',
  link: 'Link a login method',
  metadata: 'Add the metadata',
  role: 'Give a role',
  totp: 'Import the authenticator app',
}

/** Requests that are made for one user, in words. */
const operationTitles: Readonly<Partial<Record<string, string>>> = {
  'create-code': 'Create a code',
  'consume-code': 'Use the code',
  'update-user': titles['update'],
  'change-email': 'Change the email',
  'third-party': titles['third-party'],
  'import-hash': titles['import'],
  'look-up': 'Look up the user',
  'find-user': 'Look up the user',
  'find-mapping': 'Look up the old ID',
  'map-user-id': titles['map-id'],
  'verification-token': 'Ask for a verification token',
  'verify-email': titles['verify-email'],
  'bulk-stage': 'Stage for the bulk import',
  'import-one': 'Import with all login methods',
  'write-metadata': titles['metadata'],
  'create-role': 'Create the role',
  'add-role': titles['role'],
  'import-totp': titles['totp'],
  'make-primary': titles['make-primary'],
  'link-accounts': titles['link'],
  'remove-user': 'Remove the user',
} satisfies Partial<Record<OperationName, string | undefined>>

/** The outcome of a request, where its HTTP status does not say it. */
const outcomeTitles: Readonly<Partial<Record<string, string>>> = {
  restart: 'The code had expired',
  database: 'The database of the core was not available',
  'unexpected-reply': 'The reply was incomplete or unknown',
  connect: 'No connection',
  reset: 'The connection broke',
  timeout: 'No answer in time',
  cancelled: 'Cancelled',
} satisfies Partial<Record<RetryReason | ReplyOutcome['kind'], string>>

const tones: Readonly<Record<Call['state'], Tone>> = {
  todo: 'off',
  sending: 'accent',
  done: 'ok',
  failed: 'bad',
  'in-doubt': 'wait',
}

/** The exact requests for this user in their order, and what the core answered. */
export function CallList({ calls }: { readonly calls: UserDetail['calls'] }) {
  if (calls.length === 0) return <p className="muted">Nothing is sent for this user.</p>
  return (
    <section className="stack" aria-label="Requests">
      {calls.map((call, index) => (
        <div key={index} className={styles.call}>
          <p className={styles.callHead}>
            <span>{titles[call.kind] ?? call.kind}</span>
            <Tag tone={tones[call.state]}>{callStateTitles[call.state]}</Tag>
          </p>
          {call.requests.map((request, each) => (
            <div key={each} className={styles.request}>
              <p>
                {request.method} {request.path}
              </p>
              {request.headers.length > 0 && (
                <dl className={styles.headers} aria-label="Headers, without the API key">
                  {request.headers.map(({ field, value }) => (
                    <Pair key={field} field={`${field}:`} value={value} />
                  ))}
                </dl>
              )}
              <dl>
                {request.body.map(({ field, value }) => (
                  <Pair key={field} field={field} value={value} />
                ))}
              </dl>
            </div>
          ))}
          <Answer call={call} />
        </div>
      ))}
      <p className="muted">The API key is sent in its own header and is never shown.</p>
    </section>
  )
}

function Pair({ field, value }: { readonly field: string; readonly value: string }) {
  return (
    <>
      <dt>{field}</dt>
      <dd>
        <Breakable text={value} />
      </dd>
    </>
  )
}

/** Whether the user was new to the core, as its reply says. */
function existenceOf({ existed, created }: Call): string | null {
  if (existed === true) return 'was in the core before'
  if (created !== null) return created ? 'a new user' : 'no new user'
  return existed === false ? 'was not in the core before' : null
}

function Answer({ call }: { readonly call: Call }) {
  const parts = [
    call.httpStatus === null ? null : `HTTP ${call.httpStatus}`,
    call.status,
    existenceOf(call),
    plainReply(call.message),
  ].filter(Boolean)
  if (parts.length === 0 && !call.coreUserId) return null
  return (
    <p className={styles.answer}>
      {parts.length > 0 && <>Answer: {parts.join(' · ')}</>}
      {call.coreUserId && (
        <span className="muted">
          {parts.length > 0 && <br />}
          ID in the core: <code>{call.coreUserId}</code>{' '}
          <CopyButton bare text={call.coreUserId} label="the ID in the core" />
        </span>
      )}
    </p>
  )
}

type Attempt = UserDetail['attempts'][number]

/** Every request that was ever made for this user, newest first: when, which, what the core answered and how fast. */
export function AttemptList({ attempts }: { readonly attempts: UserDetail['attempts'] }) {
  if (attempts.length === 0) return <p className="muted">Nothing has been sent for this user.</p>
  return (
    <section className={styles.attempts} aria-label="History">
      <h3>{counted(attempts.length, 'attempt')}</h3>
      <ol>
        {attempts.map((attempt, index) => (
          <li key={index}>
            <p className={styles.attemptHead}>
              <Tag tone={toneOf(attempt)}>{attempt.httpStatus ?? 'No reply'}</Tag>
              <span>{operationTitles[attempt.operation] ?? attempt.operation}</span>
              <span className="muted number">{count(Math.round(attempt.ms))} ms</span>
            </p>
            <p className="muted">
              <time dateTime={new Date(attempt.at).toISOString()} data-tip={moment(attempt.at)}>
                {shortDayOf(attempt.at)} {timeOfDay(attempt.at)}
              </time>
              {[attempt.target, outcomeTitles[attempt.outcome], attempt.status]
                .filter(Boolean)
                .map((fact) => ` · ${fact}`)}
            </p>
            {attempt.message && <p className={styles.reply}>{plainReply(attempt.message)}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}

function toneOf({ outcome, httpStatus }: Attempt): Tone {
  if (outcome === 'success') return 'ok'
  return httpStatus === null || outcome === 'retry' ? 'wait' : 'bad'
}

/** Titles of the states of a request. */
const callStateTitles: Readonly<Record<CallState, string>> = {
  todo: 'Not sent',
  sending: stateTitles.sending,
  done: 'Done',
  failed: stateTitles.failed,
  'in-doubt': stateTitles['in-doubt'],
}
