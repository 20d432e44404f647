import type { Mapping } from '../../../shared/mapping/mapping.ts'
import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { constantFields, withConstant } from './constants.ts'
import styles from './constants-card.module.css'

/** What is the same in every record of a file and therefore in no column. */
export function ConstantsCard({
  mapping,
  disabled,
  onChange,
}: {
  readonly mapping: Mapping | null
  readonly disabled: boolean
  readonly onChange: (mapping: Mapping) => void
}) {
  const fields = constantFields(mapping)
  if (fields.length === 0) return null
  return (
    <Card title="Same for every record">
      <div className={styles.fields}>
        {fields.map(({ target, title, none, values, value, byColumn }) => (
          <Field key={target} label={title} hint={byColumn && 'Used where the column is empty.'}>
            {(ids) => (
              <select
                {...ids}
                value={value ?? ''}
                disabled={disabled}
                onChange={(event) => onChange(withConstant(mapping, target, event.target.value || null))}
              >
                <option value="">{none}</option>
                {values.map(([each, words]) => (
                  <option key={each} value={each}>
                    {words}
                  </option>
                ))}
              </select>
            )}
          </Field>
        ))}
      </div>
    </Card>
  )
}
