import type { MappingTarget } from '../../../shared/mapping/mapping.ts'
import { Card } from '../../components/card.tsx'
import { Loading } from '../../components/empty.tsx'
import { Field } from '../../components/field.tsx'
import { Notice, ProblemNotice } from '../../components/notice.tsx'
import { ColumnsTable } from './columns-table.tsx'
import { ConstantsCard } from './constants-card.tsx'
import { withColumn, withFixedProvider } from './edit-mapping.ts'
import styles from './file-columns.module.css'
import { ProviderSelect } from './provider-select.tsx'
import { ProvidersCard } from './providers-card.tsx'
import { RecordCard } from './record-card.tsx'
import type { FileMapping } from './use-file-mapping.ts'

/** The columns of one file; beside them the providers and one record as it would be migrated. */
export function FileColumns({ fileId, file }: { readonly fileId: number; readonly file: FileMapping }) {
  const { view, mapping, missing, problem, reload, change, save } = file
  const changeColumn = (path: string, target: MappingTarget | null) => change(withColumn(mapping, path, target))
  return (
    <div className={styles.layout}>
      <div className={styles.columns}>
        <ProblemNotice problem={problem} onRetry={reload} />
        <ProblemNotice problem={save.problem} onDismiss={save.dismiss} />
        {!view && !problem && (
          <Card>
            <Loading label="Loading the columns" lines={6} />
          </Card>
        )}
        {view && <ColumnsTable view={view} busy={save.busy} onChange={changeColumn} />}
        {view && missing && <Notice tone="wait">{missing}</Notice>}
      </div>
      <div className={styles.side}>
        <ProvidersCard>
          {view?.editable && (
            <Field label="The whole file is of one provider" hint="For user ids at a provider, if no column names it.">
              {(ids) => (
                <ProviderSelect
                  ids={ids}
                  label="The whole file is of one provider"
                  value={mapping?.fixedProvider ?? null}
                  none="no: a column names it"
                  exclude={false}
                  disabled={save.busy}
                  onChange={(name) => change(withFixedProvider(mapping, name))}
                />
              )}
            </Field>
          )}
        </ProvidersCard>
        {view?.editable && <ConstantsCard mapping={mapping} disabled={save.busy} onChange={change} />}
        <RecordCard fileId={fileId} />
      </div>
    </div>
  )
}
