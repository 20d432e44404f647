import { useState } from 'react'
import type { ReactNode } from 'react'
import type { UserDetail } from '../../../shared/ipc/views.ts'
import { Button } from '../button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { hashName, methodsOf } from '../users/columns.tsx'
import { stateLooks } from '../user-state.ts'
import { FindingList } from './finding-list.tsx'
import { HashVerdict } from './hash-verdict.tsx'
import { PasswordCheckPart } from './password-check-part.tsx'
import styles from './user-drawer.module.css'

/** One user at a glance: how they sign in, their hash, where they come from, what was found, and what will happen. */
export function UserOverview({ user, onChanged }: { readonly user: UserDetail; readonly onChanged: () => void }) {
  const [checking, setChecking] = useState(user.passwordCheck !== null)
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
        {row.sourceId !== null && (
          <Fact name="Source ID">
            <code>{row.sourceId}</code> <CopyButton bare text={row.sourceId} label="the source ID" />
          </Fact>
        )}
        <Fact name="Source">
          {row.file}, line {row.line}
        </Fact>
        {joined.map(({ file, line }) => (
          <Fact key={`${file} ${line}`} name="Joined with">
            {file}, line {line}
          </Fact>
        ))}
      </dl>
      {checking && <PasswordCheckPart user={user} onProved={onChanged} />}
      <FindingList findings={user.findings} />
      {hash && <HashVerdict hash={hash} />}
      <section className={styles.happens}>
        <h3>What will happen</h3>
        <p>{fateOf(user)}</p>
      </section>
    </>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** What becomes of the user, in a sentence or two. */
export function fateOf({ row, findings, calls }: Pick<UserDetail, 'row' | 'findings' | 'calls'>): string {
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
