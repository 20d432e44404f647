import { useState } from 'react'
import { dialects } from '../../../shared/core-api/dialects.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Checkbox } from '../../components/field.tsx'
import { Icon } from '../../components/icon.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import { signerKeySettings } from './scrypt-needs.ts'
import styles from './signer-key.module.css'

/** The core needs the project's signer key before the run: where it goes, how to copy it, and the word that it is there. */
export function SignerKey({ held }: { readonly held: boolean }) {
  const bridge = useBridge()
  const { choices, target } = useDocument()
  const { decide } = useDocumentState()
  const dialect = target?.dialect ?? 'documented'
  const [copied, setCopied] = useState(false)
  const copy = useMutation(
    () => bridge.invoke('export:copy-signer-key', {}),
    (answer) => setCopied(answer.copied),
  )
  const tick = useMutation((signerKeySet: boolean) => decide(() => ({ signerKeySet })))

  // Once it is there, it needs no room any more.
  const setting = (
    <>
      <h3>Put the signer key into the core first</h3>
      <p className="muted">
        Without it, the core refuses these hashes, so they are held back. Set this in the core and restart it:
      </p>
      <ul className={styles.settings}>
        {signerKeySettings(dialect).map(({ name, where }) => (
          <li key={name}>
            <div>
              <code>{name}</code>
              <p className="muted">{where}</p>
            </div>
            <CopyButton text={name} label={name} />
          </li>
        ))}
      </ul>
      {dialect === 'supertokens' && (
        <p className="muted">
          This core’s documentation calls it so; other guides call it{' '}
          <code>{dialects.documented.signerKeySetting}</code>.
        </p>
      )}
      <div className={styles.actions}>
        <Button
          busy={copy.busy}
          disabled={!held && 'The signer key is not in memory. Enter the hash parameters once more on Export.'}
          onClick={() => void copy.run()}
        >
          <Icon name={copied ? 'check' : 'copy'} />
          Copy signer key
        </Button>
        <span className={styles.status} aria-live="polite">
          {copied
            ? 'On the clipboard. Clear it when you are done.'
            : held
              ? ''
              : 'Enter the hash parameters of the project to copy the key here.'}
        </span>
      </div>
    </>
  )
  return (
    <div className={styles.key}>
      {choices.signerKeySet ? (
        <details className={styles.folded}>
          <summary>How to set the signer key</summary>
          <div className={styles.key}>{setting}</div>
        </details>
      ) : (
        setting
      )}
      <Checkbox checked={choices.signerKeySet} onChange={(checked) => void tick.run(checked)}>
        I set this key in the core
      </Checkbox>
      {target?.kind === 'rehearsal' && held && <GiveToRehearsal />}
      <ProblemNotice problem={copy.problem} onDismiss={copy.dismiss} />
      <ProblemNotice problem={tick.problem} onDismiss={tick.dismiss} />
    </div>
  )
}

/** The rehearsal core takes the key when it starts; one that runs already is started again, with its users. */
function GiveToRehearsal() {
  const bridge = useBridge()
  const { target } = useDocument()
  const { accept } = useDocumentState()
  const [given, setGiven] = useState(false)
  const restart = useMutation(
    () => bridge.invoke('rehearsal:start', { dialect: target?.dialect ?? 'documented', afresh: false }),
    (document) => {
      accept(document)
      setGiven(true)
    },
  )
  return (
    <div className={styles.actions}>
      <Button busy={restart.busy} onClick={() => void restart.run()}>
        Set the key in the rehearsal core
      </Button>
      <span className={styles.status} aria-live="polite">
        {given ? 'The rehearsal core has the key.' : 'The rehearsal core restarts with the key. Its users stay.'}
      </span>
      <ProblemNotice problem={restart.problem} onDismiss={restart.dismiss} />
    </div>
  )
}
