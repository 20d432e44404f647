import type { MappingTarget } from '../../../shared/mapping/mapping.ts'
import { columnTitle, targetTitle, targetTitles } from '../../../shared/mapping/target-titles.ts'
import { choiceTitle, isTarget } from './targets.ts'
import styles from './target-select.module.css'

/** What one column is imported as, or that it is not. */
export function TargetSelect({
  path,
  value,
  choice = 1,
  disabled,
  within = null,
  onChange,
}: {
  readonly path: string
  readonly value: MappingTarget | null
  /** Its place among the columns of this target. */
  readonly choice?: number
  readonly disabled: boolean
  /** What it becomes as a part of another column. */
  readonly within?: string | null
  readonly onChange: (target: MappingTarget | null) => void
}) {
  return (
    <select
      className={styles.select}
      aria-label={`Import ${path} as`}
      value={value ?? ''}
      disabled={disabled}
      onChange={(event) => onChange(isTarget(event.target.value) ? event.target.value : null)}
    >
      <option value="">{within === null ? 'Don’t import' : `${targetTitle(within)}, with its container`}</option>
      {Object.keys(targetTitles)
        .filter(isTarget)
        .map((target) => (
          <option key={target} value={target}>
            {choiceTitle(columnTitle(target, path), target === value ? choice : 1)}
          </option>
        ))}
    </select>
  )
}
