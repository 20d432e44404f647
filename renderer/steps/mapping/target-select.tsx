import type { MappingTarget } from '../../../shared/mapping/mapping.ts'
import { choiceTitle, isTarget, targetTitles } from './targets.ts'

/** What one column becomes, or “not migrated”. */
export function TargetSelect({
  path,
  value,
  choice = 1,
  disabled,
  onChange,
}: {
  readonly path: string
  readonly value: MappingTarget | null
  /** The how manieth column of this target it is. */
  readonly choice?: number
  readonly disabled: boolean
  readonly onChange: (target: MappingTarget | null) => void
}) {
  return (
    <select
      aria-label={`${path} becomes`}
      value={value ?? ''}
      disabled={disabled}
      onChange={(event) => onChange(isTarget(event.target.value) ? event.target.value : null)}
    >
      <option value="">not migrated</option>
      {Object.entries(targetTitles).map(([target, title]) => (
        <option key={target} value={target}>
          {target === value ? choiceTitle(title, choice) : title}
        </option>
      ))}
    </select>
  )
}
