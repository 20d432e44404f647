import type { MappingTarget } from '../../../shared/mapping/mapping.ts'
import { isTarget, targetTitles } from './targets.ts'

/** What one column becomes, or “not migrated”. */
export function TargetSelect({
  path,
  value,
  disabled,
  onChange,
}: {
  readonly path: string
  readonly value: MappingTarget | null
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
          {title}
        </option>
      ))}
    </select>
  )
}
