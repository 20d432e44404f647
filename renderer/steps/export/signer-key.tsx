import { useState } from 'react'
import { dialects } from '../../../shared/core-api/dialects.ts'
import { useBridge } from '../../bridge/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../bridge/document-context.tsx'
import { useTask } from '../../bridge/use-task.ts'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Tick } from '../../components/field.tsx'
import { Icon } from '../../components/icon.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import { signerKeySettings } from './scrypt-needs.ts'
import styles from './signer-key.module.css'

/** The core needs the project's signer key before the run: where it goes, how to copy it, and the word that it is there. */
export function SignerKey({ held }: { readonly held: boolean }) {
  const bridge = useBridge()
  const { choices, target } = useDocument()
  const { accept } = useDocumentState()
  const dialect = target?.dialect ?? 'documented'
  const [copied, setCopied] = useState(false)
  const copy = useTask(
    () => bridge.ask('export:copy-signer-key', {}),
    (answer) => setCopied(answer.copied),
  )
  const tick = useTask((signerKeySet: boolean) => bridge.ask('preview:choose', { choices: { signerKeySet } }), accept)

  return (
    <div className={styles.key}>
      <h3>Put the signer key into the core first</h3>
      <p className="quiet">
        Without it the core refuses these hashes, so none of them is sent before. Set this in the core and restart it:
      </p>
      <ul className={styles.settings}>
        {signerKeySettings(dialect).map(({ name, where }) => (
          <li key={name}>
            <div>
              <code>{name}</code>
              <p className="quiet">{where}</p>
            </div>
            <CopyButton text={name} label={name} />
          </li>
        ))}
      </ul>
      {dialect === 'supertokens' && (
        <p className="quiet">
          This core’s documentation calls it so; other guides call it{' '}
          <code>{dialects.documented.signerKeySetting}</code>.
        </p>
      )}
      <div className={styles.actions}>
        <Button busy={copy.busy} disabled={!held} onClick={() => void copy.run()}>
          <Icon name={copied ? 'check' : 'copy'} />
          Copy signer key
        </Button>
        <span className={styles.said} aria-live="polite">
          {copied
            ? 'On the clipboard. Clear it when you are done.'
            : held
              ? ''
              : 'Give the parameters of the project to copy it from here.'}
        </span>
      </div>
      <Tick checked={choices.signerKeySet} disabled={tick.busy} onChange={(checked) => void tick.run(checked)}>
        The core has this key
      </Tick>
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
  const restart = useTask(
    () => bridge.ask('rehearsal:start', { dialect: target?.dialect ?? 'documented', afresh: false }),
    (document) => {
      accept(document)
      setGiven(true)
    },
  )
  return (
    <div className={styles.actions}>
      <Button busy={restart.busy} onClick={() => void restart.run()}>
        Give it to the rehearsal core
      </Button>
      <span className={styles.said} aria-live="polite">
        {given ? 'The rehearsal core has the key now.' : 'It is started again with the key; its users stay.'}
      </span>
      <ProblemNotice problem={restart.problem} onDismiss={restart.dismiss} />
    </div>
  )
}
