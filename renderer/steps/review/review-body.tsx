import { useStepState } from '../step-state.ts'
import type { PreviewView } from '../../../shared/ipc/views.ts'
import { useDocument } from '../../api/document-context.tsx'
import { Loading } from '../../components/empty.tsx'
import { count } from '../../components/format.ts'
import { tabPanel, Tabs } from '../../components/tabs.tsx'
import { Tag } from '../../components/tag.tsx'
import type { TableFilter } from '../../components/users/table-filter.ts'
import { UsersPane } from '../../components/users/users-pane.tsx'
import type { UsersView } from '../../components/users/use-users-view.ts'
import { carriesScrypt } from '../export/scrypt-needs.ts'
import { SignerKeyCard } from '../export/signer-key-card.tsx'
import { FamiliesPanel } from './families-panel.tsx'
import { FindingsPanel } from './findings-panel.tsx'
import styles from './review-body.module.css'
import { ShareCards } from './share-cards.tsx'
import { undecided } from './undecided.ts'

const panels = ['users', 'decisions', 'families'] as const
type Panel = (typeof panels)[number]

/** The bars, and below them users, decisions or hash families. The table does not wait until everything is counted. */
export function ReviewBody({ preview, view }: { readonly preview: PreviewView | null; readonly view: UsersView }) {
  const document = useDocument()
  const { totals, files } = document
  const [panel, setPanel] = useStepState<Panel>('panel', 'users')
  const open = preview ? undecided(preview.findings) : []
  const waiting = files.length > 0 ? 'Working out what will happen' : 'Waiting for an export'
  const showLens = (filter: TableFilter) => {
    view.narrow({ filter })
    setPanel('users')
  }
  const hasScrypt = carriesScrypt(document)

  return (
    <>
      <ShareCards
        preview={preview}
        waiting={waiting}
        filters={view.narrowing.filters}
        onLens={(filter) => {
          view.toggleLens(filter)
          setPanel('users')
        }}
      />
      <Tabs
        prefix="review"
        label="Review"
        current={panel}
        onChange={setPanel}
        options={[
          { key: 'users', label: <>Users {count(totals.users)}</> },
          {
            key: 'decisions',
            label: (
              <>
                Decisions{' '}
                {open.length > 0 ? (
                  <Tag tone="wait">{count(open.length)} open</Tag>
                ) : (
                  preview && count(preview.findings.length)
                )}
              </>
            ),
          },
          { key: 'families', label: <>Hash families {preview && count(preview.hashes.length)}</> },
        ]}
      />
      <div {...tabPanel('review', panel)} className={styles.panel}>
        {panel === 'users' && (
          <UsersPane
            view={view}
            set="review"
            label="Users"
            none="The export holds no user that could be read. See the step Export."
          />
        )}
        {panel !== 'users' && !preview && <Loading label={waiting} lines={6} />}
        {hasScrypt && panel === 'decisions' && <SignerKeyCard />}
        {panel === 'decisions' && preview && <FindingsPanel findings={preview.findings} onShow={showLens} />}
        {panel === 'families' && preview && <FamiliesPanel families={preview.hashes} onShow={showLens} />}
        {hasScrypt && panel === 'families' && <SignerKeyCard />}
      </div>
    </>
  )
}
