import type { UserDetail } from '../../../shared/ipc/views.ts'
import { CopyButton } from '../copy-button.tsx'
import { Tag } from '../tag.tsx'
import type { Tone } from '../tag.tsx'
import styles from './user-details.module.css'

type Call = UserDetail['calls'][number]

const titles: Readonly<Record<string, string>> = {
  passwordless: 'Create by code',
  update: 'Attach the other contact',
  'third-party': 'Create by provider',
  import: 'Import with the hash',
  'verify-email': 'Mark the email verified',
  'map-id': 'Keep the old id',
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
  if (calls.length === 0) return null
  return (
    <section className={styles.part} aria-label="Requests">
      <h3>{calls.length === 1 ? 'What is sent' : `What is sent, in ${calls.length} calls`}</h3>
      {calls.map((call, index) => (
        <div key={index} className={styles.call}>
          <p className={styles.callHead}>
            <span>{titles[call.kind] ?? call.kind}</span>
            <Tag tone={tones[call.state]}>{call.state === 'todo' ? 'not sent' : call.state}</Tag>
          </p>
          {call.requests.map((request, each) => (
            <div key={each} className={styles.request}>
              <p>
                {request.method} {request.path}
              </p>
              {request.headers.length > 0 && (
                <dl className={styles.headers} aria-label="Headers, without the key">
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
      <p className="subtle">The API key goes along as a header of its own and is shown nowhere.</p>
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

/** What the core said of whether the user was new to it. */
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
        <span className="subtle">
          {parts.length > 0 && <br />}
          Id in the core: <code>{call.coreUserId}</code>{' '}
          <CopyButton bare text={call.coreUserId} label="the id in the core" />
        </span>
      )}
    </p>
  )
}
