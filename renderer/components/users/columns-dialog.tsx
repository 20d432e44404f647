import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Checkbox } from '../field.tsx'
import { Icon } from '../icon.tsx'
import { everyColumn, moved, switched, defaultLayouts } from './column-layout.ts'
import type { ColumnLayout } from './column-layout.ts'
import { columnName } from './columns.tsx'
import type { ColumnSet } from './columns.tsx'
import type { Density } from './long-scroll.ts'
import styles from './columns-dialog.module.css'

const densityNames: Readonly<Record<Density, string>> = { comfortable: 'Comfortable', compact: 'Compact' }

/** Which columns are shown, and in which order. */
export function ColumnsDialog({
  set,
  layout,
  onLayout,
  onClose,
}: {
  readonly set: ColumnSet
  readonly layout: ColumnLayout
  readonly onLayout: (layout: ColumnLayout) => void
  readonly onClose: () => void
}) {
  const { shown } = layout
  const inOrder = [...shown, ...everyColumn.filter((id) => !shown.includes(id))]
  return (
    <Dialog
      title="Columns and rows"
      onClose={onClose}
      foot={
        <>
          <Button onClick={() => onLayout(defaultLayouts[set])}>Reset to default</Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <p className="muted">
        Drag a column name in the table to move the column, and its edge to size it; double-click the edge to fit the
        column to its content. With the keyboard, on a column name: Shift with ← → sizes, Ctrl with ← → moves.
      </p>
      <fieldset className={styles.density}>
        <legend>Row height</legend>
        {(['comfortable', 'compact'] as const).map((density) => (
          <Checkbox
            key={density}
            type="radio"
            name="density"
            checked={layout.density === density}
            onChange={() => onLayout({ ...layout, density })}
          >
            {densityNames[density]}
          </Checkbox>
        ))}
      </fieldset>
      <ul className={styles.list}>
        {inOrder.map((id) => {
          const name = columnName(id, set)
          const place = shown.indexOf(id)
          return (
            <li key={id}>
              <label className={styles.name}>
                <input
                  type="checkbox"
                  checked={place >= 0}
                  disabled={id === 'label'}
                  onChange={(event) => onLayout(switched(layout, id, event.target.checked))}
                />
                {name}
              </label>
              <Button
                small
                variant="subtle"
                aria-label={`Move ${name} to the left`}
                disabled={place <= 0}
                onClick={() => onLayout(moved(layout, id, -1))}
              >
                <Icon name="left" />
              </Button>
              <Button
                small
                variant="subtle"
                aria-label={`Move ${name} to the right`}
                disabled={place < 0 || place === shown.length - 1}
                onClick={() => onLayout(moved(layout, id, 1))}
              >
                <Icon name="right" />
              </Button>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
