import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { count, counted } from '../../../../shared/format.ts'
import type { Output } from '../../../../shared/ipc/contract.ts'
import type { UserDetail } from '../../../../shared/ipc/views.ts'
import { useBridge } from '../../../api/bridge-context.tsx'
import { useDocument } from '../../../api/document-context.tsx'
import { useMutation } from '../../../api/use-mutation.ts'
import { Button } from '../../controls/button.tsx'
import { CopyButton } from '../../controls/copy-button.tsx'
import { Field } from '../../controls/field.tsx'
import { Notice, ProblemNotice } from '../../notices/notice.tsx'
import { stateLooks, Tag } from '../../display/tag.tsx'
import { hashName, methodsOf } from '../columns.tsx'
import { otherFindings } from './correction.ts'
import { userBadge } from './password-check-text.ts'
import styles from './user-overview.module.css'

type Outcome = Output<'users:check-password'>

const tones = { match: 'ok', mismatch: 'wait', 'not-checked': 'plain' } as const satisfies Record<
  Outcome['outcome'],
  string
>

/** Tries a known password of one user. It goes one way and is cleared on submit; only whether it fits comes back. */
function PasswordCheckForm({ userId, onProved }: { readonly userId: number; readonly onProved: () => void }) {
  const bridge = useBridge()
  const password = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [missing, setMissing] = useState(false)
  const prove = useMutation(
    (typed: string) => bridge.invoke('users:check-password', { id: userId, password: typed }),
    (tried) => {
      setOutcome(tried)
      onProved()
    },
  )

  function submit(event: FormEvent): void {
    event.preventDefault()
    const typed = password.current?.value ?? ''
    if (password.current) password.current.value = ''
    setOutcome(null)
    setMissing(typed === '')
    if (typed === '') password.current?.focus()
    else void prove.run(typed)
  }

  return (
    <>
      <form className={styles.form} onSubmit={submit} autoComplete="off">
        <Field label="Known password" error={missing ? 'Enter a password that this user has.' : null}>
          {(ids) => (
            <input
              {...ids}
              ref={password}
              type="password"
              autoComplete="off"
              maxLength={4096}
              onInput={() => setMissing(false)}
            />
          )}
        </Field>
        <Button type="submit" busy={prove.busy}>
          Try it
        </Button>
      </form>
      <div aria-live="polite" className={styles.outcome}>
        {outcome && (
          <Notice tone={tones[outcome.outcome]}>
            <p>{outcome.message}</p>
            {outcome.advice.length > 0 && (
              <ul className={styles.advice}>
                {outcome.advice.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            )}
          </Notice>
        )}
      </div>
      <ProblemNotice of={prove} />
    </>
  )
}

/** Whether the hash of this user was checked with a known password, and a form to check one. */
function PasswordCheckPart({ user, onProved }: { readonly user: UserDetail; readonly onProved: () => void }) {
  const { scrypt } = useDocument()
  if (!user.provable) return null
  const badge = user.passwordCheck && userBadge(user.passwordCheck.matched)
  const keyMissing = user.row.family === 'firebase-scrypt' && scrypt?.signerKeyHeld !== true
  return (
    <section className={styles.part} aria-label="Check a password">
      <p className={styles.head}>
        <span className={styles.title}>Check a password</span>
        {badge && <Tag tone={badge.tone}>{badge.words}</Tag>}
      </p>
      <p className="note">
        Do you know the password of this account, for example because it is yours? It is checked on this computer and
        never saved.
      </p>
      {keyMissing && (
        <p className="note">
          The signer key is not in memory, so only the format of the hash can be checked. Give the hash parameters once
          more on the Export step.
        </p>
      )}
      <PasswordCheckForm userId={user.row.id} onProved={onProved} />
    </section>
  )
}

/** One user at a glance: login methods, hash, place in the export, findings, and plan. */
export function UserOverview({
  user,
  checkPassword,
  onChanged,
}: {
  readonly user: UserDetail
  readonly checkPassword: boolean
  readonly onChanged: () => void
}) {
  const [checking, setChecking] = useState(user.passwordCheck !== null || (checkPassword && user.provable))
  const { row, hash, emailVerified, identities, joined, findings } = user
  return (
    <>
      <dl className={styles.facts}>
        <Fact name="Login methods">{methodsOf(row)}</Fact>
        {row.email !== null && row.email !== row.label && <Fact name="Email">{row.email}</Fact>}
        {row.phone !== null && <Fact name="Phone number">{row.phone}</Fact>}
        <Fact name="Password hash">
          {hashName(row.family)} {hash && <code className="muted">{hash.before}</code>}
          {user.provable && !checking && (
            <Button variant="link" small className={styles.check} onClick={() => setChecking(true)}>
              Check password…
            </Button>
          )}
        </Fact>
        {row.email !== null && (
          <Fact name="Email verified">
            {emailVerified === null ? 'Not in the export' : emailVerified ? 'Yes' : 'No'}
          </Fact>
        )}
        {identities.map((identity) => (
          <Fact key={`${identity.provider} ${identity.userId}`} name={`ID at ${identity.provider}`}>
            <code>{identity.userId}</code>
          </Fact>
        ))}
        {row.tenants.length > 0 && (
          <Fact name={row.tenants.length === 1 ? 'Tenant' : 'Tenants'}>{row.tenants.join(', ')}</Fact>
        )}
        {user.profile && <ProfileFacts profile={user.profile} />}
        {row.sourceId !== null && (
          <Fact name="Source ID">
            <code>{row.sourceId}</code> <CopyButton bare text={row.sourceId} label="the source ID" />
          </Fact>
        )}
        <Fact name="Source">
          {row.file}, {row.place}
        </Fact>
        {joined.map(({ file, place }) => (
          <Fact key={`${file} ${place}`} name="Joined with">
            {file}, {place}
          </Fact>
        ))}
      </dl>
      {checking && <PasswordCheckPart user={user} onProved={onChanged} />}
      <FindingList findings={otherFindings(user)} blocking={findings.find(({ blocks }) => blocks)} />
      {hash && <HashVerdict hash={hash} findings={findings} />}
      {user.profile?.metadata && <MetadataPart metadata={user.profile.metadata} />}
      <section className={styles.happens}>
        <h3>Next</h3>
        <p>{nextText(user)}</p>
      </section>
    </>
  )
}

/** The outlook of the user, in a sentence or two. */
function nextText({ row, findings, calls }: Pick<UserDetail, 'row' | 'findings' | 'calls'>): string {
  const blocking = findings.filter(({ blocks }) => blocks).length
  switch (row.state) {
    case 'ready': {
      const keeps = calls.some(({ kind }) => kind === 'import')
      return `The user is created when you start the migration${keeps ? ' and keeps the same password' : ''}.`
    }
    case 'blocked':
      return blocking > 1
        ? `The user is not sent until ${blocking} findings are decided or corrected.`
        : 'The user is not sent until the finding is decided or corrected.'
    case 'excluded':
      return 'The user is not created in the core.'
    case 'failed':
      return 'The user is sent again when you retry. Correct the user first if the core refused a value.'
    default:
      return stateLooks[row.state].meaning
  }
}

type Finding = UserDetail['findings'][number]

/** Findings and notes about this user. */
function FindingList({
  findings,
  blocking,
}: {
  readonly findings: readonly Finding[]
  /** The finding that the name of the user shows already. */
  readonly blocking: Finding | undefined
}) {
  const shown = findings.filter((finding) => finding !== blocking || finding.detail !== finding.title)
  if (shown.length === 0) return null
  return (
    <ul className={styles.findings} aria-label="Findings">
      {shown.map((finding, index) => (
        <li key={index}>
          {finding !== blocking && (
            <>
              <b>{finding.title}</b> {finding.blocks && <Tag tone="wait">Needs a decision</Tag>}
            </>
          )}
          {finding.detail !== finding.title && <p className="muted">{finding.detail}</p>}
        </li>
      ))}
    </ul>
  )
}

const verdicts: Readonly<Record<string, string>> = {
  accept: 'imported as it is',
  rewrite: 'imported after a lossless rewrite',
  warn: 'imported, with a warning',
  reject: 'cannot be imported',
  redacted: 'removed by the exporter',
  'no-password': 'no password',
}

/**
 * The verdict on the hash and its reason, unless a finding has it; both forms, masked, if it is rewritten. Null if there is nothing
 * to say.
 */
function HashVerdict({
  hash,
  findings,
}: {
  readonly hash: NonNullable<UserDetail['hash']>
  readonly findings: readonly Finding[]
}) {
  const rewritten = hash.after !== null && hash.after !== hash.before
  if (hash.verdict === 'accept' && !rewritten) return null
  const isSaid = hash.reason !== '' && findings.some(({ detail }) => detail.includes(hash.reason))
  if (isSaid && hash.after === null) return null
  return (
    <section className={styles.verdict} aria-label="Password hash">
      <h3>Hash: {verdicts[hash.verdict] ?? hash.verdict}</h3>
      {rewritten && (
        <dl className={styles.beforeAfter}>
          <dt>before</dt>
          <dd>{hash.before}</dd>
          <dt>after</dt>
          <dd>{hash.after}</dd>
        </dl>
      )}
      {hash.reason && !isSaid && <p className="muted">{hash.reason}</p>}
      {hash.wayOut && <p>{hash.wayOut}</p>}
    </section>
  )
}

type Profile = NonNullable<UserDetail['profile']>

/** Roles, authenticator apps and the time joined, a row each. Of a TOTP secret only its existence is shown. */
export function ProfileFacts({ profile }: { readonly profile: Profile }) {
  const { roles, moreRoles, authenticatorApps: apps, authenticatorAppsSent: appsSent, joined } = profile
  return (
    <>
      {roles.length > 0 && (
        <Fact name={roles.length === 1 ? 'Role' : 'Roles'}>
          {roles.map(({ name, sent }) => (sent ? name : `${name} (not sent)`)).join(', ')}
          {moreRoles > 0 && ` and ${counted(moreRoles, 'more', 'more')}`}
        </Fact>
      )}
      {apps > 0 && (
        <Fact name="TOTP">
          {counted(apps, 'authenticator app')}
          {appsSent < apps && (appsSent === 0 ? ', not sent' : `, ${count(appsSent)} sent`)}
        </Fact>
      )}
      {joined !== null && (
        <Fact name="Time joined">
          {joined.at === null ? 'Not a readable date' : `${joined.at.slice(0, 19).replace('T', ' ')} UTC`}
        </Fact>
      )}
    </>
  )
}

/** The metadata of a user as JSON, with its size. */
export function MetadataPart({ metadata }: { readonly metadata: NonNullable<Profile['metadata']> }) {
  const { size, limit, sent } = metadata
  return (
    <section className={styles.metadata} aria-label="Metadata">
      <h3>{`Metadata: ${count(size)} of ${count(limit)} characters${sent ? '' : ', not sent'}`}</h3>
      <pre tabIndex={0}>{metadata.json}</pre>
      {metadata.hidden > 0 && <p className="muted">{count(metadata.hidden)} more characters are not shown.</p>}
      {metadata.masked && (
        <p className="muted">
          Values that look secret are masked here, and long ones are shortened.
          {sent && ' The core gets them whole.'}
        </p>
      )}
    </section>
  )
}

/** One row of the facts of a user. */
function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
