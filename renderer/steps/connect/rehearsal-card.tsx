import { useState } from 'react'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import { Tag } from '../../components/tag.tsx'
import styles from './rehearsal-card.module.css'

type Dialect = 'documented' | 'supertokens'

/** One click to a core inside the app, which keeps the documented interface. */
export function RehearsalCard() {
  const bridge = useBridge()
  const { accept } = useDocumentState()
  const { target } = useDocument()
  const [dialect, setDialect] = useState<Dialect>(target?.dialect ?? 'documented')
  const start = useMutation((afresh: boolean) => bridge.invoke('rehearsal:start', { dialect, afresh }), accept)
  const rehearsing = target?.kind === 'rehearsal' && target.connected
  const pausedRehearsal = target?.kind === 'rehearsal' && !target.connected

  return (
    <Card title="Rehearse first" aside={rehearsing ? <Tag tone="ok">running</Tag> : undefined} className={styles.card}>
      <p className={styles.words}>
        A core inside this app that behaves like a real one. Run the whole migration against it, sign in as a migrated
        user, then do it live. Nothing leaves this machine.
      </p>
      {rehearsing ? (
        <Button busy={start.busy} onClick={() => void start.run(true)}>
          Empty it and start afresh
        </Button>
      ) : (
        <Button
          variant={target ? 'plain' : 'primary'}
          busy={start.busy}
          onClick={() => void start.run(!pausedRehearsal)}
        >
          {pausedRehearsal ? 'Start it again' : 'Start the rehearsal core'}
        </Button>
      )}
      <ProblemNotice problem={start.problem} onDismiss={start.dismiss} />
      <details className={styles.advanced}>
        <summary>Advanced</summary>
        <Field label="Interface" hint="“Documented” is the specification to the letter.">
          {(ids) => (
            <select {...ids} value={dialect} onChange={(event) => setDialect(asDialect(event.target.value))}>
              <option value="documented">Documented</option>
              <option value="supertokens">SuperTokens</option>
            </select>
          )}
        </Field>
      </details>
    </Card>
  )
}

function asDialect(value: string): Dialect {
  return value === 'supertokens' ? 'supertokens' : 'documented'
}
