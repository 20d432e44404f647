import type { UserDetail } from '../../../../shared/ipc/views.ts'
import { stateTitles } from '../../../../shared/report/state-titles.ts'
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
      <dd>{value}</dd>
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
    call.message,
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
              <span>{attempt.operation}</span>
              <span className="muted number">{count(Math.round(attempt.ms))} ms</span>
            </p>
            <p className="muted">
              <time dateTime={new Date(attempt.at).toISOString()} data-tip={moment(attempt.at)}>
                {shortDayOf(attempt.at)} {timeOfDay(attempt.at)}
              </time>
              {attempt.target !== null && <> · {attempt.target}</>} · {attempt.outcome}
              {attempt.status && <> · {attempt.status}</>}
            </p>
            {attempt.message && <p className={styles.reply}>{attempt.message}</p>}
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
