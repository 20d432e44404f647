import { useState } from 'react'
import { exportFormats } from '../../../../shared/exports/index.ts'
import { tableTerms } from '../../../../shared/exports/tables/table-terms.ts'
import type { DocumentView, FileView } from '../../../../shared/ipc/views.ts'
import { isOfTable } from '../../../../shared/mapping/rows/unread-tables.ts'
import type { Offers } from '../../../../shared/offers.ts'
import { useBridge } from '../../../api/bridge-context.tsx'
import { useDocumentState } from '../../../api/document-context.tsx'
import { useMutation } from '../../../api/use-mutation.ts'
import { Button } from '../../../components/controls/button.tsx'
import { Checkbox } from '../../../components/controls/field.tsx'
import { bytes, count, counted, leftText } from '../../../components/texts/format.ts'
import { Icon } from '../../../components/display/icon.tsx'
import { Notice, ProblemNotice } from '../../../components/notices/notice.tsx'
import styles from './files.module.css'

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
    <div className={`stack ${styles.choice}`}>
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
      <div className="row">
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
      <ProblemNotice of={choose} />
    </div>
  )
}

/** Facts about a part: its rows where they were counted, and whether it looks like users. */
function factsOf(file: FileView, name: string, looksLikeUsers: boolean, size: number | undefined): string {
  const isOnlyRead = file.complete && file.readTables.length === 1 && file.readTables[0] === name
  const others = file.other.reduce((sum, { records }) => sum + records, 0)
  const rows = isOnlyRead ? file.records - others : rowsOf(file, name)
  const facts = [
    size === undefined ? null : bytes(size),
    rows === undefined ? null : counted(rows, 'row'),
    file.readTables.includes(name) ? 'read now' : null,
    looksLikeUsers ? 'looks like users' : null,
  ]
  return facts.flatMap((fact) => (fact === null ? [] : [` · ${fact}`])).join('')
}

/** Rows of a table that is not read. */
function rowsOf({ other }: FileView, table: string): number | undefined {
  return other.find(({ kind }) => isOfTable(kind, table))?.records
}

function preselected(file: FileView, { kind, parts }: Offers): readonly string[] {
  const likely = parts.filter((part) => part.likely).map(({ name }) => name)
  if (kind === 'zip-files') return likely
  return file.chosenTable === null ? [...file.readTables, ...likely].slice(0, 1) : [file.chosenTable]
}

/** Banner of a dump with values like logins in tables that nothing reads: nothing is sent until the operator excludes them. */
export function UnreadTables({ file }: { readonly file: FileView }) {
  const bridge = useBridge()
  const { accept } = useDocumentState()
  const exclude = useMutation(
    (excluded: boolean) => bridge.invoke('export:exclude-tables', { fileId: file.id, excluded }),
    accept,
  )
  if (file.unreadTables === null || !file.complete) return null
  const { tables, excluded } = file.unreadTables
  const { one, many, whole } = tableTerms(file.format)
  const which = counted(tables.length, one, many)
  return (
    <>
      <Notice tone={excluded ? 'wait' : 'bad'}>
        <b>
          {which} of this {whole} {tables.length === 1 ? 'is' : 'are'} not read, with values that look like logins.
        </b>
        <ul>
          {tables.map(({ table, logins }) => (
            <li key={table}>
              {table}: {logins}
            </li>
          ))}
        </ul>
        {excluded ? (
          <>
            You excluded {tables.length === 1 ? 'it' : 'them'}; the report says so.{' '}
            <UndoDecision about={`Exclude ${which}`} busy={exclude.busy} onUndo={() => void exclude.run(false)} />
          </>
        ) : (
          <>
            Export such a {one} as a file of its own, with the ID of its users, or go on without it.{' '}
            <Button small busy={exclude.busy} onClick={() => void exclude.run(true)}>
              Exclude {which}
            </Button>
          </>
        )}
      </Notice>
      <ProblemNotice of={exclude} />
    </>
  )
}

/** Takes back what the operator decided about a file. `about`: the decision. */
export function UndoDecision(props: { readonly about: string; readonly busy: boolean; readonly onUndo: () => void }) {
  const { about, busy, onUndo } = props
  return (
    <Button variant="link" small busy={busy} aria-label={`Undo: ${about}`} onClick={onUndo}>
      Undo
    </Button>
  )
}

/** Banner of a truncated file: nothing is sent until the operator replaces the file or accepts its read part. */
export function Truncation({
  file,
  replacing,
  onReplace,
  onShowSkipped,
}: {
  readonly file: FileView
  readonly replacing: boolean
  readonly onReplace: () => void
  readonly onShowSkipped: () => void
}) {
  const bridge = useBridge()
  const { accept } = useDocumentState()
  const use = useMutation(
    (isAccepted: boolean) => bridge.invoke('export:accept-truncation', { fileId: file.id, accepted: isAccepted }),
    accept,
  )
  if (file.truncation === null || !file.complete) return null
  const { reason, accepted } = file.truncation
  const complete = file.records - file.unreadable
  return (
    <>
      <div className={styles.banner} role="alert">
        <Icon name="alert" />
        <div>
          <p>
            <b>This file is incomplete.</b> An unknown number of users is missing {placeOf(file)}.
          </p>
          <p className={styles.reason}>
            {accepted
              ? `You use its ${counted(complete, 'complete record')}; the report says so.`
              : 'Export the file again and replace it here.'}
          </p>
          {file.unreadable === 0 && <p className={styles.reason}>{reason}</p>}
          <div className={`row ${styles.ways}`}>
            <Button small busy={replacing} onClick={onReplace} aria-label={`Replace file… ${file.name}`}>
              <b>Replace file…</b>
            </Button>
            {accepted ? (
              <UndoDecision about="Use the complete records" busy={use.busy} onUndo={() => void use.run(false)} />
            ) : (
              <Button small busy={use.busy} onClick={() => void use.run(true)}>
                Use the {counted(complete, 'complete record')}
              </Button>
            )}
            {file.unreadable > 0 && (
              <Button
                variant="link"
                small
                onClick={onShowSkipped}
                aria-label={`${file.unreadable === 1 ? 'Show skipped record' : 'Show skipped records'} of ${file.name}`}
              >
                {file.unreadable === 1 ? 'Show skipped record' : 'Show skipped records'}
              </Button>
            )}
          </div>
        </div>
      </div>
      <ProblemNotice of={use} />
    </>
  )
}

/** `at line 1,318`, where the readable part ends or has a gap. */
function placeOf({ records, truncation }: FileView): string {
  const [, word = '', line] =
    /^(?:(?:Sheet|Table) .*, )?(line|row|document|entry) (\d+):/i.exec(truncation?.reason ?? '') ?? []
  return line === undefined ? `after record ${count(records)}` : `at ${word.toLowerCase()} ${count(Number(line))}`
}

/** The provider and the kind of export that a file was recognized as, and why. */
export function Recognition({ file }: { readonly file: FileView }) {
  if (file.provider === null) {
    return <p className="muted">{file.complete ? 'Not recognized yet.' : 'Opening…'}</p>
  }
  if (file.provider === 'generic') {
    return (
      <p className="muted">{customText(file.reason)} We matched the columns by name and content; please check them.</p>
    )
  }
  return (
    <p className="muted">
      Recognized as{' '}
      <b>
        {file.providerTitle} {file.shape}
      </b>
      {file.reason && <> because {file.reason}</>}.
    </p>
  )
}

/** Why a file is a custom table: no export looks like it, or the operator said so; with the oddities of its rows. */
function customText(reason: string): string {
  const [why = '', ...notes] = reason.split('; ')
  const beginning =
    why === 'you said so' ? 'Read as a custom table because you chose that' : 'Not a known provider’s export'
  return `${[beginning, ...notes].join('; ')}.`
}

/** The progress of reading, in words: `Reading 62%` and `About 9 seconds left`, empty while that cannot be known. */
export function readingText({ done, total, reading }: DocumentView['work']): {
  readonly percent: string
  readonly left: string
} {
  const percent = total > 0 ? `Reading ${Math.floor((100 * Math.min(done, total)) / total)}%` : 'Reading'
  return { percent, left: leftText(reading?.secondsLeft ?? null) }
}

/** Formats that a file can be read as: every provider whose exports are read, by name, and a custom table. */
export const fileProviders: readonly { readonly id: string; readonly title: string }[] = [
  ...exportFormats
    .map(({ provider, title }) => ({ id: provider, title }))
    .sort((a, b) => a.title.localeCompare(b.title, 'en')),
  { id: 'generic', title: 'Another table: I map its columns' },
]
