import { useDocument } from '../../api/document-context.tsx'
import { Card } from '../../components/card.tsx'
import { Tag } from '../../components/tag.tsx'
import styles from './scrypt-card.module.css'
import { ScryptForm } from './scrypt-form.tsx'
import { SignerKey } from './signer-key.tsx'

/** The hash parameters of a Firebase project: given once, shown without the key, and what the core needs. */
export function ScryptCard() {
  const { scrypt } = useDocument()
  return (
    <Card
      title="Firebase scrypt parameters"
      aside={scrypt ? <Tag tone="ok">Given</Tag> : <Tag tone="wait">Needed</Tag>}
    >
      {scrypt ? (
        <div className={styles.given}>
          <div>
            <dl className={styles.facts}>
              <Fact name="Rounds" value={String(scrypt.rounds)} />
              <Fact name="Memory cost" value={String(scrypt.memoryCost)} />
              <Fact name="Salt separator" value={scrypt.separator} />
              <Fact
                name="Signer key"
                value={
                  scrypt.signerKeyLength === null ? 'not given' : `${scrypt.signerKeyLength} bytes, kept out of sight`
                }
              />
            </dl>
            <details className={styles.again}>
              <summary>Change parameters…</summary>
              <ScryptForm />
            </details>
          </div>
          <SignerKey held={scrypt.signerKeyHeld} />
        </div>
      ) : (
        <ScryptForm />
      )}
    </Card>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="mono">{value}</dd>
    </div>
  )
}
