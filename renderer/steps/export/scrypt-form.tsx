import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import styles from './scrypt-form.module.css'

const example = `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: …,
  base64_salt_separator: Bw==,
  rounds: 8,
  mem_cost: 14,
}`

/** Takes the pasted `hash_config` block, or a file with it. Both go one way; the field is cleared on submit. */
export function ScryptForm() {
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
    <form className={styles.form} onSubmit={submit} autoComplete="off" noValidate>
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
      <div className={styles.actions}>
        <Button type="submit" busy={paste.busy}>
          Use these parameters
        </Button>
        <Button variant="subtle" busy={load.busy} onClick={() => void load.run()}>
          Load from a file…
        </Button>
      </div>
      <ProblemNotice problem={paste.problem} onDismiss={paste.dismiss} />
      <ProblemNotice problem={load.problem} onDismiss={load.dismiss} />
    </form>
  )
}
