import { useState } from 'react'
import type { PreviewView } from '../../../shared/bridge/views.ts'
import { useDocument } from '../../bridge/document-context.tsx'
import { Card } from '../../components/card.tsx'
import { Loading } from '../../components/empty.tsx'
import { count } from '../../components/format.ts'
import { tabPanel, Tabs } from '../../components/tabs.tsx'
import { Tag } from '../../components/tag.tsx'
import { UsersPane } from '../../components/users/users-pane.tsx'
import type { UsersView } from '../../components/users/use-users-view.ts'
import { FamiliesPanel } from './families-panel.tsx'
import { FindingsPanel } from './findings-panel.tsx'
import styles from './preview-body.module.css'
import { ShareCards } from './share-cards.tsx'
import { undecided } from './undecided.ts'

const panels = ['users', 'decisions', 'families'] as const
type Panel = (typeof panels)[number]

/** The three bars, and below them users, decisions or hash families. */
export function PreviewBody({ preview, view }: { readonly preview: PreviewView | null; readonly view: UsersView }) {
  const { totals, files } = useDocument()
  const [panel, setPanel] = useState<Panel>('users')
  if (!preview) {
    return (
      <div className={styles.cards}>
        {['Password hashes', 'Login methods', 'Worth knowing'].map((title) => (
          <Card key={title} title={title}>
            <Loading label={files.length > 0 ? 'Working out what will happen' : 'Waiting for an export'} />
          </Card>
        ))}
      </div>
    )
  }
  const open = undecided(preview.findings)
  const showUsers = () => setPanel('users')

  return (
    <>
      <ShareCards
        preview={preview}
        lens={view.narrowing.lens}
        onLens={(lens) => {
          view.toggleLens(lens)
          showUsers()
        }}
      />
      <Tabs
        prefix="preview"
        label="Preview"
        current={panel}
        onChange={setPanel}
        options={[
          { key: 'users', label: <>Users {count(totals.users)}</> },
          {
            key: 'decisions',
            label: (
              <>
                Decisions{' '}
                {open.length > 0 ? <Tag tone="wait">{count(open.length)} open</Tag> : count(preview.findings.length)}
              </>
            ),
          },
          { key: 'families', label: <>Hash families {count(preview.hashes.length)}</> },
        ]}
      />
      <div {...tabPanel('preview', panel)} className={styles.panel}>
        {panel === 'users' && (
          <UsersPane
            view={view}
            set="preview"
            label="Users"
            none="The export holds no user that could be read. See the step Export."
          />
        )}
        {panel === 'decisions' && (
          <FindingsPanel
            findings={preview.findings}
            onShow={(lens) => {
              view.narrow({ lens })
              showUsers()
            }}
          />
        )}
        {panel === 'families' && (
          <FamiliesPanel
            families={preview.hashes}
            onShow={(lens) => {
              view.narrow({ lens })
              showUsers()
            }}
          />
        )}
      </div>
    </>
  )
}
