import type { MappingTarget } from '../../../shared/mapping/mapping.ts'
import { useDocument } from '../../api/document-context.tsx'
import { Card } from '../../components/card.tsx'
import { Loading } from '../../components/empty.tsx'
import { Field } from '../../components/field.tsx'
import { Notice, ProblemNotice } from '../../components/notice.tsx'
import { ColumnsTable } from './columns-table.tsx'
import { ConstantsCard } from './constants-card.tsx'
import { withColumn, withFixedProvider } from './edit-mapping.ts'
import styles from './file-columns.module.css'
import { ProviderSelect } from './provider-select.tsx'
import { TenantsCard } from './tenants-card.tsx'
import { ProvidersCard } from './providers-card.tsx'
import { RecordCard } from './record-card.tsx'
import { inReviewOrder } from './review.ts'
import { ReviewCard } from './review-card.tsx'
import type { FileMapping } from './use-file-mapping.ts'

/** The columns of one file; beside them the providers and one record as it would be migrated. */
export function FileColumns({ fileId, file }: { readonly fileId: number; readonly file: FileMapping }) {
  const { view, mapping, missing, problem, reload, change, save } = file
  const changeColumn = (path: string, target: MappingTarget | null) => change(withColumn(mapping, path, target))
  const { unmappedFields, needsMapping } = useDocument()
  // Until a login is mapped, every column is mapped in the table: a decision about a field does not replace the mapping.
  const inReview = !needsMapping.includes(fileId)
  const reviewed = inReview
    ? inReviewOrder(unmappedFields.filter((field) => field.fileId === fileId)).map((field) => field.path)
    : []
  const has = (target: MappingTarget) => mapping?.columns.some((column) => column.target === target) === true
  const needsProvider = has('provider-user-id') && (!has('provider') || mapping?.fixedProvider != null)
  return (
    <div className={styles.layout}>
      <div className={styles.columns}>
        <ProblemNotice problem={problem} onRetry={reload} />
        <ProblemNotice problem={save.problem} onDismiss={save.dismiss} />
        {inReview && <ReviewCard fileId={fileId} view={view} />}
        {!view && !problem && (
          <Card>
            <Loading label="Loading the columns" lines={6} />
          </Card>
        )}
        {view && <ColumnsTable view={view} reviewed={reviewed} busy={save.busy} onChange={changeColumn} />}
        {view && missing && <Notice tone="wait">{missing}</Notice>}
      </div>
      <div className={styles.side}>
        <RecordCard fileId={fileId} view={view} mapping={file.tried} />
        <ProvidersCard view={view}>
          {view?.editable && needsProvider && (
            <Field
              label="One provider for the whole file"
              hint="For provider user IDs, if no column names the provider."
            >
              {(ids) => (
                <ProviderSelect
                  ids={ids}
                  label="One provider for the whole file"
                  value={mapping?.fixedProvider ?? null}
                  none="No, a column names it"
                  exclude={false}
                  disabled={save.busy}
                  onChange={(name) => change(withFixedProvider(mapping, name))}
                />
              )}
            </Field>
          )}
        </ProvidersCard>
        <TenantsCard view={view} />
        {view?.editable && <ConstantsCard mapping={mapping} disabled={save.busy} onChange={change} />}
      </div>
    </div>
  )
}
