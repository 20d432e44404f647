import { useState } from 'react'
import { tableTerms } from '../../../shared/exports/table-terms.ts'
import type { FileView } from '../../../shared/ipc/views.ts'
import { tableKind } from '../../../shared/mapping/login-likeness.ts'
import type { Offers } from '../../../shared/offers.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/field.tsx'
import { bytes, counted } from '../../components/format.ts'
import { ProblemNotice } from '../../components/notice.tsx'
import styles from './part-choice.module.css'

/** The operator chooses what is read of a file: files of a zip archive, or one table or sheet. `onCancel`: absent where nothing is read yet. */
export function PartChoice({
  file,
  offers,
  onDone,
  onCancel,
}: {
  readonly file: FileView
  readonly offers: Offers
  readonly onDone: () => void
  readonly onCancel?: () => void
}) {
  const bridge = useBridge()
  const { accept } = useDocumentState()
  const several = offers.kind === 'zip-files'
  const [chosen, setChosen] = useState<readonly string[]>(() => preselected(file, offers))
  const choose = useMutation(
    () => bridge.invoke('export:choose-parts', { fileId: file.id, names: [...chosen] }),
    (document) => {
      accept(document)
      onDone()
    },
  )
  const toggle = (name: string) => {
    if (!several) return setChosen([name])
    setChosen(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name])
  }
  const { one } = tableTerms(file.format)
  return (
    <div className={styles.choice}>
      <fieldset className={styles.parts}>
        <legend>{several ? 'Files to read from this archive' : `Read users from this ${one}`}</legend>
        {offers.parts.map(({ name, likely, bytes: size }) => (
          <Checkbox
            key={name}
            type={several ? 'checkbox' : 'radio'}
            name={`parts-${file.id}`}
            checked={chosen.includes(name)}
            onChange={() => toggle(name)}
          >
            <span className={styles.name}>{name}</span>
            <span className="muted figures">{factsOf(file, name, !several && likely, size)}</span>
          </Checkbox>
        ))}
      </fieldset>
      <div className={styles.actions}>
        <Button
          busy={choose.busy}
          disabled={chosen.length === 0 && (several ? 'Choose a file first.' : `Choose a ${one} first.`)}
          onClick={() => void choose.run()}
        >
          {several ? `Read ${counted(chosen.length, 'file')}` : `Read this ${one}`}
        </Button>
        {onCancel && (
          <Button variant="subtle" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
      <ProblemNotice problem={choose.problem} onDismiss={choose.dismiss} />
    </div>
  )
}

/** What is known of a part: its rows where they were counted, and whether it looks like users. */
function factsOf(file: FileView, name: string, looksLikeUsers: boolean, size: number | undefined): string {
  const isOnlyRead = file.complete && file.readTables.length === 1 && file.readTables[0] === name
  const others = file.other.reduce((sum, { records }) => sum + records, 0)
  const rows = isOnlyRead ? file.records - others : file.other.find(({ kind }) => kind === tableKind(name))?.records
  const facts = [
    size === undefined ? null : bytes(size),
    rows === undefined ? null : counted(rows, 'row'),
    file.readTables.includes(name) ? 'read now' : null,
    looksLikeUsers ? 'looks like users' : null,
  ]
  return facts.flatMap((fact) => (fact === null ? [] : [` · ${fact}`])).join('')
}

function preselected(file: FileView, { kind, parts }: Offers): readonly string[] {
  const likely = parts.filter((part) => part.likely).map(({ name }) => name)
  if (kind === 'zip-files') return likely
  return file.chosenTable === null ? [...file.readTables, ...likely].slice(0, 1) : [file.chosenTable]
}
