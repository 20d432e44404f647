import { useDocument } from '../../api/document-context.tsx'
import { Card } from '../../components/card.tsx'
import { Notice } from '../../components/notice.tsx'
import { Tag } from '../../components/tag.tsx'
import { ScryptForm } from './scrypt-form.tsx'
import { missingForKey } from './scrypt-needs.ts'
import { SignerKey } from './signer-key.tsx'
import styles from './signer-key.module.css'

/** The setting that the core needs for hashes of Firebase scrypt, on every screen that leads to sending them. */
export function SignerKeyCard() {
  const { choices, scrypt } = useDocument()
  const missing = missingForKey(scrypt)
  return (
    <Card
      title="Core setting for Firebase scrypt hashes"
      aside={choices.signerKeySet ? <Tag tone="ok">Confirmed by you</Tag> : <Tag tone="wait">Needed</Tag>}
    >
      {missing !== null && (
        <div className={styles.missing}>
          <Notice tone="wait">{missing}</Notice>
          <details>
            <summary>Enter the hash parameters of the project</summary>
            <ScryptForm />
          </details>
        </div>
      )}
      <SignerKey held={scrypt?.signerKeyHeld ?? false} />
    </Card>
  )
}
