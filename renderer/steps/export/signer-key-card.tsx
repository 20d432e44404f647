import { useDocument } from '../../bridge/document-context.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Tag } from '../../components/tag.tsx'
import { useSteps } from '../step-context.tsx'
import { SignerKey } from './signer-key.tsx'

/** The setting that the core needs for hashes of the scrypt variant, on every screen that leads to sending them. */
export function SignerKeyCard() {
  const { choices, scrypt } = useDocument()
  const { go } = useSteps()
  const held = scrypt?.signerKeyHeld ?? false
  return (
    <Card
      title="Setting of the core for Firebase scrypt hashes"
      aside={choices.signerKeySet ? <Tag tone="ok">said to be set</Tag> : <Tag tone="wait">needed</Tag>}
    >
      <SignerKey held={held} />
      {!held && (
        <Button look="link" onClick={() => go('export')}>
          Give the hash parameters of the project
        </Button>
      )}
    </Card>
  )
}
