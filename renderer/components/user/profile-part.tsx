import { count, counted } from '../../../shared/format.ts'
import type { UserDetail } from '../../../shared/ipc/views.ts'
import { Fact } from './fact.tsx'
import { appsText, joinedText, metadataText } from './profile-text.ts'
import styles from './user-overview.module.css'

type Profile = NonNullable<UserDetail['profile']>

/** Roles, authenticator apps and the time joined, a row each. */
export function ProfileFacts({ profile }: { readonly profile: Profile }) {
  const { roles, moreRoles, joined } = profile
  return (
    <>
      {roles.length > 0 && (
        <Fact name={roles.length === 1 ? 'Role' : 'Roles'}>
          {roles.map(({ name, sent }) => (sent ? name : `${name} (not sent)`)).join(', ')}
          {moreRoles > 0 && ` and ${counted(moreRoles, 'more', 'more')}`}
        </Fact>
      )}
      {profile.authenticatorApps > 0 && <Fact name="TOTP">{appsText(profile)}</Fact>}
      {joined !== null && <Fact name="Time joined">{joinedText(joined)}</Fact>}
    </>
  )
}

/** The metadata of a user as JSON, with its size. */
export function MetadataPart({ metadata }: { readonly metadata: NonNullable<Profile['metadata']> }) {
  return (
    <section className={styles.metadata} aria-label="Metadata">
      <h3>{metadataText(metadata)}</h3>
      <pre tabIndex={0}>{metadata.json}</pre>
      {metadata.hidden > 0 && <p className="muted">{count(metadata.hidden)} more characters are not shown.</p>}
      {metadata.masked && (
        <p className="muted">
          Values that look secret are masked here, and long ones are shortened.
          {metadata.sent && ' The core gets them whole.'}
        </p>
      )}
    </section>
  )
}
