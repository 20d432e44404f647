import { useDocument } from '../../api/document-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { Card } from '../../components/card.tsx'
import { count } from '../../components/format.ts'
import { Icon } from '../../components/icon.tsx'
import { Tag } from '../../components/tag.tsx'
import styles from './sum-card.module.css'

/** After a complete undo: the users that this migration created in the core, and those that are left there, as one sum. */
export function UndoneCard({ removed }: { readonly removed: number }) {
  const { version } = useDocument()
  const undone = useQuery('post-run:get', {}, version, 1500).value?.undone
  if (!undone) return null
  const parts = [
    { sign: undefined, value: removed + undone.gone, label: 'migrated' },
    { sign: '−', value: removed, label: 'removed' },
    ...(undone.gone > 0 ? [{ sign: '−', value: undone.gone, label: 'gone before' }] : []),
    { sign: '=', value: 0, label: 'left' },
  ]
  return (
    <Card
      title="Users of this migration in the core"
      aside={
        <Tag tone="ok">
          <Icon name="check" size={13} />
          None left
        </Tag>
      }
    >
      <dl className={`${styles.sum} figures`}>
        {parts.map(({ sign, value, label }) => (
          <div key={label} data-sign={sign}>
            <dd>{count(value)}</dd>
            <dt>{label}</dt>
          </div>
        ))}
      </dl>
    </Card>
  )
}
