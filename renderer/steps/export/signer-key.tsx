import { type FormEvent, useRef, useState } from 'react'
import { type Dialect, dialects } from '../../../shared/core-api/dialects.ts'
import type { DocumentView } from '../../../shared/ipc/views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { useMutation, useSetting } from '../../api/use-mutation.ts'
import { Button } from '../../components/controls/button.tsx'
import { Card } from '../../components/display/card.tsx'
import { CopyButton } from '../../components/controls/copy-button.tsx'
import { Checkbox, Field } from '../../components/controls/field.tsx'
import { Icon } from '../../components/display/icon.tsx'
import { Notice, ProblemNotice } from '../../components/notices/notice.tsx'
import { Tag } from '../../components/display/tag.tsx'
import styles from './export-step.module.css'

/** Before the run the core needs the project's signer key: the setting, a button to copy it, and the confirmation that it is set. */
function SignerKey({ held }: { readonly held: boolean }) {
  const bridge = useBridge()
  const { choices, target } = useDocument()
  const { decide } = useDocumentState()
  const dialect = target?.dialect ?? 'documented'
  const [copied, setCopied] = useState(false)
  const copy = useMutation(
    () => bridge.invoke('export:copy-signer-key', {}),
    (answer) => setCopied(answer.copied),
  )
  const confirmKeySet = useSetting((signerKeySet: boolean) => decide(() => ({ signerKeySet })))

  // Once confirmed, it folds to one line.
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
              <p className="note">{where}</p>
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
      <div className={styles.key}>
        <Button
          busy={copy.busy}
          disabled={!held && 'The signer key is not in memory. Enter the hash parameters once more on Export.'}
          onClick={() => void copy.run()}
        >
          <Icon name={copied ? 'check' : 'copy'} />
          Copy signer key
        </Button>
        <span className="note" aria-live="polite">
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
    <div className="stack">
      {choices.signerKeySet ? (
        <details className={styles.fold}>
          <summary className="muted">How to set the signer key</summary>
          <div className="stack">{setting}</div>
        </details>
      ) : (
        setting
      )}
      <Checkbox checked={choices.signerKeySet} onChange={(checked) => void confirmKeySet.run(checked)}>
        I set this key in the core
      </Checkbox>
      {target?.kind === 'rehearsal' && held && <GiveToRehearsal />}
      <ProblemNotice of={copy} />
      <ProblemNotice of={confirmKeySet} />
    </div>
  )
}

/** Restarts the rehearsal core with the key, and confirms that it has the key. Its users stay. */
function GiveToRehearsal() {
  const bridge = useBridge()
  const { target } = useDocument()
  const { accept, decide } = useDocumentState()
  const [given, setGiven] = useState(false)
  const confirm = useMutation(() => decide(() => ({ signerKeySet: true })))
  const restart = useMutation(
    () => bridge.invoke('rehearsal:start', { dialect: target?.dialect ?? 'documented', afresh: false }),
    (document) => {
      accept(document)
      setGiven(true)
      void confirm.run()
    },
  )
  return (
    <div className={styles.key}>
      <Button busy={restart.busy || confirm.busy} onClick={() => void restart.run()}>
        Set the key in the rehearsal core
      </Button>
      <span className="note" aria-live="polite">
        {given
          ? 'The rehearsal core has the key. Set it in your own core before you migrate for real.'
          : 'The rehearsal core restarts with the key, and its users stay.'}
      </span>
      <ProblemNotice of={restart} />
      <ProblemNotice of={confirm} />
    </div>
  )
}

const example = `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: …,
  base64_salt_separator: Bw==,
  rounds: 8,
  mem_cost: 14,
}`

/** Takes the pasted `hash_config` block, or a file with it. Both go one way; the field is cleared on submit. */
function ScryptForm() {
  const bridge = useBridge()
  const { accept } = useDocumentState()
  const area = useRef<HTMLTextAreaElement>(null)
  const [missing, setMissing] = useState(false)
  const paste = useMutation((text: string) => bridge.invoke('export:scrypt', { text }), accept)
  const load = useMutation(() => bridge.invoke('export:scrypt-file', {}), accept)

  function submit(event: FormEvent): void {
    event.preventDefault()
    const text = area.current?.value ?? ''
    if (area.current) area.current.value = ''
    setMissing(text.trim() === '')
    if (text.trim() !== '') void paste.run(text)
  }

  return (
    <form className={`stack ${styles.form}`} onSubmit={submit} autoComplete="off" noValidate>
      <Field
        label="Password hash parameters"
        hint="In the Firebase console: Authentication, Users, the menu “⋮”, Password hash parameters. Paste the whole block."
        error={missing ? 'Paste the hash_config block.' : null}
      >
        {(ids) => (
          <textarea
            {...ids}
            ref={area}
            rows={7}
            spellCheck={false}
            autoComplete="off"
            maxLength={4096}
            placeholder={example}
          />
        )}
      </Field>
      <div className="row">
        <Button type="submit" busy={paste.busy}>
          Use these parameters
        </Button>
        <Button variant="subtle" busy={load.busy} onClick={() => void load.run()}>
          Load from a file…
        </Button>
      </div>
      <ProblemNotice of={paste} />
      <ProblemNotice of={load} />
    </form>
  )
}

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
            <dl className={styles.parameters}>
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
            <details className={`${styles.fold} ${styles.again}`}>
              <summary className="muted">Change parameters…</summary>
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
        <div className={`stack ${styles.missing}`}>
          <Notice tone="wait">{missing}</Notice>
          <details className={styles.fold}>
            <summary>Enter the hash parameters of the project</summary>
            <ScryptForm />
          </details>
        </div>
      )}
      <SignerKey held={scrypt?.signerKeyHeld ?? false} />
    </Card>
  )
}

/** True if there are Firebase scrypt hashes. A Firebase export is expected to have some before it is read. */
export function carriesScrypt({ scrypt, scryptHashes, files }: DocumentView): boolean {
  return scryptHashes || scrypt !== null || files.some(({ provider }) => provider === 'firebase')
}

/** Why the signer key cannot be copied from here, and what to do about it; null: it can. */
export function missingForKey(scrypt: DocumentView['scrypt']): string | null {
  if (scrypt === null)
    return 'The hash parameters of the old project are missing: signer key, salt separator, rounds and memory cost. Paste them here.'
  if (scrypt.signerKeyLength === null)
    return 'The signer key is missing: the parameters were given without it. Paste the whole block.'
  return scrypt.signerKeyHeld
    ? null
    : 'The signer key is not kept in the migration, and this machine does not have it. Paste the whole block once more.'
}

/** The setting of a core that takes the signer key: in its configuration, and as a variable of its environment. */
export function signerKeySettings(dialect: Dialect): readonly { readonly name: string; readonly where: string }[] {
  const name = dialects[dialect].signerKeySetting
  return [
    { name, where: 'Managed: in the core’s configuration dashboard. Self-hosted: in the configuration file.' },
    { name: name.toUpperCase(), where: 'Self-hosted, as an environment variable instead.' },
  ]
}
