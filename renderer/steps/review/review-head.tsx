import type { ReactNode } from 'react'
import type { PreviewView } from '../../../shared/ipc/views.ts'
import { count } from '../../components/format.ts'
import { Menu, type MenuItem } from '../../components/overlays/menu.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { Tag } from '../../components/tag.tsx'
import styles from './review-body.module.css'

const panels = ['users', 'decisions', 'families'] as const
export type Panel = (typeof panels)[number]

const panelTitles: Readonly<Record<Panel, string>> = {
  users: 'Users',
  decisions: 'Decisions',
  families: 'Hash families',
}

/** The three panels of Review as tabs, each with its count; open decisions are amber. */
export function ReviewTabs({
  preview,
  users,
  open,
  panel,
  onPanel,
}: {
  readonly preview: PreviewView | null
  readonly users: number
  /** Decisions still to be taken. */
  readonly open: number
  readonly panel: Panel
  readonly onPanel: (panel: Panel) => void
}) {
  const decided = <span className="muted figures">{preview && count(preview.findings.length)}</span>
  const counts: Readonly<Record<Panel, ReactNode>> = {
    users: <span className="muted figures">{count(users)}</span>,
    decisions: open > 0 ? <Tag tone="wait">{count(open)}</Tag> : decided,
    families: <span className="muted figures">{preview && count(preview.hashes.length)}</span>,
  }
  return (
    <Tabs
      prefix="review"
      label="Review"
      current={panel}
      onChange={onPanel}
      options={panels.map((key) => ({
        key,
        label: (
          <>
            {panelTitles[key]} {counts[key]}
          </>
        ),
      }))}
    />
  )
}

/** The name of a panel that no tab names, and the way to the others. */
export function PanelTitle({ panel, items }: { readonly panel: Panel; readonly items: readonly MenuItem[] }) {
  return (
    <>
      <h2 className={styles.title}>{panelTitles[panel]}</h2>
      <Menu label="More of Review" items={items} />
    </>
  )
}
