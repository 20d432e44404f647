import { useState } from 'react'
import type { UserDetail } from '../../../shared/ipc/views.ts'
import { Button } from '../button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { Tag } from '../tag.tsx'
import { hashName, methodsOf } from '../users/columns.tsx'
import { stateLooks } from '../user-state.ts'
import { Fact } from './fact.tsx'
import { MetadataPart, ProfileFacts } from './profile-part.tsx'
import { PasswordCheckPart } from './password-check-part.tsx'
import styles from './user-overview.module.css'

/** One user at a glance: how they sign in, their hash, where they come from, what was found, and what will happen. */
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
  const { row, hash, emailVerified, identities, joined } = user
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
      <FindingList findings={user.findings} />
      {hash && <HashVerdict hash={hash} />}
      {user.profile?.metadata && <MetadataPart metadata={user.profile.metadata} />}
      <section className={styles.happens}>
        <h3>What will happen</h3>
        <p>{fateOf(user)}</p>
      </section>
    </>
  )
}

/** What becomes of the user, in a sentence or two. */
function fateOf({ row, findings, calls }: Pick<UserDetail, 'row' | 'findings' | 'calls'>): string {
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

/** What is wrong or of note about this user. */
function FindingList({ findings }: { readonly findings: UserDetail['findings'] }) {
  if (findings.length === 0) return null
  return (
    <ul className={styles.findings} aria-label="Findings">
      {findings.map((finding, index) => (
        <li key={index}>
          <b>{finding.title}</b> {finding.blocks && <Tag tone="wait">Needs a decision</Tag>}
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

/** What was decided about the hash and why; both forms, masked, where it is rewritten. Nothing when there is nothing to say. */
function HashVerdict({ hash }: { readonly hash: NonNullable<UserDetail['hash']> }) {
  const rewritten = hash.after !== null && hash.after !== hash.before
  if (hash.verdict === 'accept' && !rewritten) return null
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
      {hash.reason && <p className="muted">{hash.reason}</p>}
      {hash.wayOut && <p>{hash.wayOut}</p>}
    </section>
  )
}
