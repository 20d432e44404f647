import { type ReactNode, useState } from 'react'
import { tableTerms } from '../../../../shared/exports/tables/table-terms.ts'
import type { DocumentView, FileView } from '../../../../shared/ipc/views.ts'
import { formatTitles } from '../../../../shared/mapping/export-format.ts'
import { isOfTable, otherKindText } from '../../../../shared/mapping/rows/unread-tables.ts'
import { choiceFor, lostLoginsOf, unappliedChangesOf, unreadHashesOf } from '../../../../shared/planning/choices.ts'
import type { FindingRef } from '../../../../shared/planning/decisions/decision.ts'
import { useBridge } from '../../../api/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../../api/document-context.tsx'
import { useMutation } from '../../../api/use-mutation.ts'
import { Button } from '../../../components/controls/button.tsx'
import { bytes, count, counted } from '../../../components/texts/format.ts'
import { Icon } from '../../../components/display/icon.tsx'
import { Menu } from '../../../components/overlays/menu.tsx'
import { Notice, ProblemNotice } from '../../../components/notices/notice.tsx'
import { useSteps } from '../../../navigation/step-context.tsx'
import styles from './files.module.css'
import {
  fileProviders,
  PartChoice,
  readingText,
  Recognition,
  Truncation,
  UndoDecision,
  UnreadTables,
} from './file-parts.tsx'
import { SkippedRecordsDialog } from '../list-dialogs.tsx'
import { useReplaceFile } from './use-replace-file.ts'

/** One file: what it was recognized as and why, how much was read, and what can be done about it. */
export function FileItem({ file }: { readonly file: FileView }) {
  const bridge = useBridge()
  const { accept } = useDocumentState()
  const { go } = useSteps()
  const { totals, work } = useDocument()
  const [changing, setChanging] = useState(false)
  const [listing, setListing] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const remove = useMutation(() => bridge.invoke('export:remove', { fileId: file.id }), accept)
  const replace = useReplaceFile(file.id)
  const reading = work.reading?.fileId === file.id ? work : null
  const hasSkipped = file.complete && (file.unreadable > 0 || (file.role === 'parts' && totals.unmatched > 0))
  const facts = [
    bytes(file.size),
    file.format && formatTitles[file.format],
    file.compression === 'gzip' ? 'gzipped' : file.compression === 'zip' ? 'zipped' : null,
    file.encoding && file.encoding.toLowerCase() !== 'utf-8' ? file.encoding : null,
    file.role === 'parts' ? 'adds to users of another file' : null,
  ].filter(Boolean)
  const skipped = {
    label: file.unreadable > 0 ? `Show ${counted(file.unreadable, 'skipped record')}` : 'Show unmatched records',
    run: () => setListing(true),
  }

  return (
    <li className={styles.item}>
      <span className={styles.icon}>
        <Icon name="file" size={18} />
      </span>
      <div className={styles.words}>
        <h2 className={styles.name}>
          {file.name} <span className={styles.facts}>{facts.join(' · ')}</span>
        </h2>
        <State file={file} />
        {!choosing && <ReadTables file={file} onChoose={() => setChoosing(true)} />}
        <OtherKinds file={file} />
        {hasSkipped && file.truncation === null && reading === null && (
          <Button
            variant="link"
            small
            className={styles.skipped}
            onClick={() => setListing(true)}
            aria-label={`${skipped.label} of ${file.name}`}
          >
            {skipped.label}
          </Button>
        )}
      </div>
      <div className={styles.side}>
        {reading ? (
          <Button
            variant="subtle"
            small
            busy={remove.busy}
            onClick={() => void remove.run()}
            aria-label={`Cancel reading ${file.name}`}
          >
            Cancel
          </Button>
        ) : (
          <>
            {file.complete && (
              <span className={`${styles.records} figures`}>
                <b>{counted(file.records, 'record')}</b>
              </span>
            )}
            <Menu
              label={`More actions for ${file.name}`}
              items={[
                ...(file.provider ? [{ label: 'Show columns', run: () => go('mapping') }] : []),
                { label: 'Change format…', run: () => setChanging(true) },
                ...(file.complete && file.offers?.kind === 'tables'
                  ? [{ label: `Choose ${tableTerms(file.format).one}…`, run: () => setChoosing(true) }]
                  : []),
                { label: 'Replace file…', run: () => void replace.run() },
                ...(hasSkipped && file.truncation !== null ? [skipped] : []),
                { label: 'Remove file', danger: true, run: () => void remove.run() },
              ]}
            />
          </>
        )}
      </div>
      <div className={styles.below}>
        {reading && <ReadingProgress work={reading} />}
        <Truncation
          file={file}
          replacing={replace.busy}
          onReplace={() => void replace.run()}
          onShowSkipped={() => setListing(true)}
        />
        <UnreadTables file={file} />
        <UnreadHashes file={file} />
        <UnappliedChanges file={file} />
        <LostLogins file={file} />
        <WithoutUsers file={file} />
        {file.offers && (choosing || (file.problem !== null && !reading)) && (
          <PartChoice
            file={file}
            offers={file.offers}
            onDone={() => setChoosing(false)}
            {...(file.complete ? { onCancel: () => setChoosing(false) } : {})}
          />
        )}
        {changing && <ProviderOverride file={file} onDone={() => setChanging(false)} />}
        <ProblemNotice of={remove} />
        <ProblemNotice of={replace} />
      </div>
      {listing && <SkippedRecordsDialog file={file} onClose={() => setListing(false)} />}
    </li>
  )
}

/** The format of the file, or the reason why it is not read. */
function State({ file }: { readonly file: FileView }) {
  if (file.unconfirmedPath !== null) return <ConfirmFile file={file} />
  if (file.problem === null) return <Recognition file={file} />
  if (file.offers?.kind === 'zip-files')
    return <p className="muted">This zip archive holds several files. Choose which to read.</p>
  if (file.isOther) return <p className="muted">{file.problem}</p>
  return <Notice tone="bad">{file.problem}</Notice>
}

/** Which of several sheets or tables is read and why, with the choice of another. */
function ReadTables({ file, onChoose }: { readonly file: FileView; readonly onChoose: () => void }) {
  const { baseline } = useDocument()
  const tables = file.readTables
  if (!file.complete || file.offers?.kind !== 'tables' || tables.length === 0) return null
  const { one, whole } = tableTerms(file.format)
  const inherited = baseline?.inherited.parts.some(({ name, part }) => name === file.name && part === file.chosenTable)
  const reason =
    file.chosenTable === null
      ? 'which looks most like users'
      : inherited
        ? 'as in the earlier migration'
        : 'as you chose'
  return (
    <p className="muted">
      {/* The recognition of an export names its tables. */}
      {tables.length === 1 && (file.provider === 'generic' || file.chosenTable !== null) && (
        <>
          Users are read from the {one} <b>{tables[0]}</b>, {reason}.{' '}
        </>
      )}
      The {whole} has {counted(file.offers.parts.length, one)}.{' '}
      <Button variant="link" small onClick={onChoose} aria-label={`Choose another ${one} of ${file.name}`}>
        Choose another {one}
      </Button>
    </p>
  )
}

/** A file that only the migration names: its path is seen before it is opened. */
function ConfirmFile({ file }: { readonly file: FileView }) {
  const bridge = useBridge()
  const { accept } = useDocumentState()
  const confirm = useMutation(() => bridge.invoke('export:confirm', { fileId: file.id }), accept)
  return (
    <Notice tone="wait">
      This migration names a file that was not chosen on this machine. It is read only if you want that:
      <code className={styles.path}>{file.unconfirmedPath}</code>
      <Button small busy={confirm.busy} onClick={() => void confirm.run()} aria-label={`Read file ${file.name}`}>
        Read file
      </Button>
      <ProblemNotice of={confirm} />
    </Notice>
  )
}

const maxNamed = 6

/** The entries of a file that are no users, by their kind; tables with values like logins are named in their banner. */
function OtherKinds({ file }: { readonly file: FileView }) {
  const inBanner = file.unreadTables?.tables ?? []
  const others = file.other.filter(({ kind }) => !inBanner.some(({ table }) => isOfTable(kind, table)))
  const kinds = others.map(({ kind, records }) => `${otherKindText(kind, file.format)} ${count(records)}`)
  if (kinds.length === 0) return null
  const named = kinds.slice(0, maxNamed)
  const more = kinds.length - named.length
  return (
    <p className={`note ${styles.name}`} {...(more > 0 ? { tabIndex: 0, 'data-tip': kinds.join('\n') } : {})}>
      Not users: {named.join(', ')}
      {more > 0 && `, and ${counted(more, 'more kind')}`}
    </p>
  )
}

/** How far a file was read: percent, records so far, time left. */
function ReadingProgress({ work }: { readonly work: DocumentView['work'] }) {
  const share = work.total > 0 ? Math.min(work.done / work.total, 1) : null
  const { percent, left } = readingText(work)
  return (
    <div className={styles.reading}>
      <progress aria-label="Reading" {...(share === null ? {} : { max: 1, value: share })} />
      <p className={`${styles.line} figures`}>
        <span>
          <b>{percent}</b> <span className="muted">· {counted(work.reading?.records ?? 0, 'record')} so far</span>
        </span>
        <span className="muted">{left}</span>
      </p>
    </div>
  )
}

/**
 * Banner of a file with password hashes that no user, table or finding has: nothing is sent until the operator
 * continues without them.
 */
function UnreadHashes({ file }: { readonly file: FileView }) {
  const unread = file.controlTotals?.unreadHashes ?? null
  if (unread === null || !file.complete) return null
  return (
    <FileDecision
      finding={unreadHashesOf(file.name)}
      answer="exclude"
      taken={unread.excluded ? 'You chose to continue without them; the report says so.' : null}
      ask="Export these users as a separate file, or continue without them."
      label="Exclude these hashes"
    >
      <b>This file holds password hashes that are not read.</b> {unread.text}.
    </FileDecision>
  )
}

/** Statements of a dump that change users and are not applied: nothing is sent until the operator ignores them. */
function UnappliedChanges({ file }: { readonly file: FileView }) {
  if (file.unappliedChanges === null || !file.complete) return null
  const { text, next, ignored } = file.unappliedChanges
  return (
    <FileDecision
      finding={unappliedChangesOf(file.name)}
      answer="ignore"
      taken={ignored ? 'You chose to ignore them; the report says so.' : null}
      ask={`${next}, or ignore them.`}
      label="Ignore these statements"
    >
      <b>This file changes or adds users in ways that are not applied:</b> {text}. Users who were removed or locked may
      look active.
    </FileDecision>
  )
}

/** Logins that no user got, while users have none: nothing is sent until the operator continues without them. */
function LostLogins({ file }: { readonly file: FileView }) {
  if (file.lostLogins === null || !file.complete) return null
  const { text, ignored } = file.lostLogins
  return (
    <FileDecision
      finding={lostLoginsOf(file.name)}
      answer="ignore"
      taken={ignored ? 'You chose to continue without them; the report says so.' : null}
      ask="Correct these rows and add the file again, or continue without them."
      label="Continue without them"
    >
      <b>This file has logins or bans that no user gets:</b> {text}.
    </FileDecision>
  )
}

/** That a file gives nothing to any user: it is left out, or was added by mistake. */
function WithoutUsers({ file: { withoutUsers } }: { readonly file: FileView }) {
  if (withoutUsers === null) return null
  return <Notice tone={withoutUsers.leftOut ? 'plain' : 'wait'}>{withoutUsers.text}</Notice>
}

/** Banner that asks for a decision about a file, which holds back the run. `taken`: the answer in words. */
function FileDecision(props: {
  readonly finding: FindingRef
  readonly answer: string
  readonly taken: string | null
  readonly ask: string
  readonly label: string
  readonly children: ReactNode
}) {
  const { finding, answer, taken, ask, label, children } = props
  const { decide: take } = useDocumentState()
  const decide = useMutation(take)
  const run = (value: string | null) => void decide.run((choices) => choiceFor(choices, finding, value))
  return (
    <>
      <Notice tone={taken === null ? 'bad' : 'wait'}>
        {children} {taken ?? ask}{' '}
        {taken === null ? (
          <Button small busy={decide.busy} onClick={() => run(answer)}>
            {label}
          </Button>
        ) : (
          <UndoDecision about={label} busy={decide.busy} onUndo={() => run(null)} />
        )}
      </Notice>
      <ProblemNotice of={decide} />
    </>
  )
}

/** The operator says what a file is when it was taken for something else. */
function ProviderOverride({ file, onDone }: { readonly file: FileView; readonly onDone: () => void }) {
  const bridge = useBridge()
  const { accept } = useDocumentState()
  const [provider, setProvider] = useState(file.provider ?? 'generic')
  const say = useMutation(
    () => bridge.invoke('export:set-provider', { fileId: file.id, provider }),
    (document) => {
      accept(document)
      onDone()
    },
  )
  return (
    <div className={styles.say}>
      <label>
        Read this file as{' '}
        <select value={provider} onChange={(event) => setProvider(event.target.value)}>
          {fileProviders.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <Button
        busy={say.busy}
        disabled={provider === file.provider && 'It is read as this already. Choose another format.'}
        onClick={() => void say.run()}
      >
        Re-read as this
      </Button>
      <Button variant="subtle" onClick={onDone}>
        Cancel
      </Button>
      <ProblemNotice of={say} />
    </div>
  )
}
