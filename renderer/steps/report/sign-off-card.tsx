import { useRef, useState } from 'react'
import type { DocumentView, ReportView } from '../../../shared/ipc/views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { useMutation, useQueue, useSetting } from '../../api/use-mutation.ts'
import { documentTitle } from '../../components/shell/app-bar.tsx'
import { Button } from '../../components/controls/button.tsx'
import { Card } from '../../components/display/card.tsx'
import { CopyButton } from '../../components/controls/copy-button.tsx'
import { Field } from '../../components/controls/field.tsx'
import { moment } from '../../components/texts/format.ts'
import { ProblemNotice } from '../../components/notices/notice.tsx'
import styles from './report-step.module.css'

/** Project, operator, note and digest, printed at the end of the report. Signing stores the digest that it is about. */
export function SignOffCard({ report, onStored }: { readonly report: ReportView; readonly onStored: () => void }) {
  const bridge = useBridge()
  const document = useDocument()
  const { accept } = useDocumentState()
  const { signOff, digest } = report
  const form = useRef<HTMLFormElement>(null)
  const [operator, setOperator] = useState(signOff.operator)
  const project = signOff.project || documentTitle(document)
  const typed = () => {
    const data = new FormData(form.current ?? undefined)
    const text = (key: string) => {
      const value = data.get(key)
      return typeof value === 'string' ? value.trim() : ''
    }
    return { project: text('project'), operator: text('operator'), note: text('note') }
  }
  const store = (sign: boolean) => bridge.invoke('report:sign-off', { ...typed(), sign })
  const stored = (view: DocumentView) => {
    accept(view)
    onStored()
  }
  // A field that loses the focus is stored at once. Stored after the signature, it would take the signature back.
  const queue = useQueue()
  const save = useMutation(() => store(true), stored, queue)
  const fields = useSetting(() => store(false), stored, queue)
  const keep = () => {
    const now = typed()
    // Unchanged fields keep the signature valid.
    if (now.project === project && now.operator === signOff.operator && now.note === signOff.note) return
    void fields.run()
  }
  const signed = signOff.signedAt !== null && !signOff.changedSince
  return (
    <Card title="Sign-off">
      <form
        ref={form}
        className={`stack ${styles.signOff}`}
        onSubmit={(event) => {
          event.preventDefault()
          void save.run()
        }}
      >
        <div className={styles.fields}>
          <Field label="Project">
            {(props) => <input {...props} name="project" maxLength={200} defaultValue={project} onBlur={keep} />}
          </Field>
          <Field label="Operator">
            {(props) => (
              <input
                {...props}
                name="operator"
                maxLength={200}
                placeholder="Name"
                value={operator}
                onChange={(event) => setOperator(event.target.value)}
                onBlur={keep}
              />
            )}
          </Field>
        </div>
        <Field label="Note">
          {(props) => <input {...props} name="note" maxLength={2000} defaultValue={signOff.note} onBlur={keep} />}
        </Field>
        <div className={`row ${styles.foot}`}>
          <div className={`note ${styles.digest}`}>
            <span>SHA-256</span>
            <code data-tip={digest} tabIndex={0}>
              {shortDigest(digest)}
            </code>
          </div>
          <CopyButton text={digest} label="Copy the digest" />
          <Button type="submit" busy={save.busy} disabled={operator.trim() === '' && 'Enter your name first.'}>
            {signed ? 'Sign off again' : 'Sign off'}
          </Button>
        </div>
        <p className="note" aria-live="polite">
          {signed && signOff.signedAt !== null && `Signed off on ${moment(signOff.signedAt)}.`}
          {signOff.changedSince && 'The report has changed since it was signed off.'}
          {!signed && !signOff.changedSince && operator.trim() === '' && 'Enter the operator to sign off.'}
        </p>
      </form>
      <ProblemNotice of={save} />
      <ProblemNotice of={fields} />
    </Card>
  )
}

/** `9f2c 41d8 07ae b35c … e611` */
export function shortDigest(digest: string): string {
  const groups = digest.match(/.{4}/g) ?? []
  return groups.length <= 5 ? groups.join(' ') : `${groups.slice(0, 4).join(' ')} … ${groups.at(-1)}`
}
