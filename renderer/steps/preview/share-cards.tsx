import type { PreviewView } from '../../../shared/bridge/views.ts'
import type { Lens } from '../../components/users/lens.ts'
import { ShareCard } from './share-card.tsx'
import type { Share } from './share-card.tsx'
import styles from './preview-body.module.css'
import { findingLabel } from './undecided.ts'

/** Three bars: hashes, login methods, findings. Every part of their legends narrows the table. */
export function ShareCards({
  preview,
  lens,
  onLens,
}: {
  readonly preview: PreviewView
  readonly lens: Lens | null
  readonly onLens: (lens: Lens) => void
}) {
  const hashes: readonly Share[] = preview.hashes.map(({ key, label, users }) => ({
    label,
    users,
    lens: { kind: 'hash', key, label },
  }))
  const methods: readonly Share[] = preview.methods.map(({ key, label, users }) => ({
    label,
    users,
    lens: { kind: 'method', key, label },
  }))
  const findings: readonly Share[] = preview.findings
    .filter(({ users }) => users > 0)
    .map((finding) => ({
      label: findingLabel(finding),
      users: finding.users,
      lens: { kind: 'finding', code: finding.code, group: finding.group, label: findingLabel(finding) },
    }))
  return (
    <div className={styles.cards}>
      <ShareCard
        title="Password hashes"
        shares={hashes}
        none="No user of this export has a password hash."
        lens={lens}
        onLens={onLens}
      />
      <ShareCard title="Login methods" shares={methods} none="Nobody can be sent yet." lens={lens} onLens={onLens} />
      <ShareCard
        title="Worth knowing"
        shares={findings}
        none="Nothing was found. Every user goes as it is."
        lens={lens}
        onLens={onLens}
      />
    </div>
  )
}
