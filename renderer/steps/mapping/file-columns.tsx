import { type ReactNode, useState } from 'react'
import type { DocumentView, MappingView } from '../../../shared/ipc/views.ts'
import type { Mapping } from '../../../shared/mapping/mapping.ts'
import type { MappingTarget } from '../../../shared/mapping/targets.ts'
import { withProvider, type Choices, type ChoicesChange, choiceFor } from '../../../shared/planning/choices.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { useMutation, useSetting } from '../../api/use-mutation.ts'
import { useQuery } from '../../api/use-query.ts'
import { Card } from '../../components/display/card.tsx'
import { Loading } from '../../components/notices/empty.tsx'
import { Field } from '../../components/controls/field.tsx'
import { count } from '../../components/texts/format.ts'
import { ProblemNotice } from '../../components/notices/notice.tsx'
import { FileProblem } from './file-problem.tsx'
import { Clipped } from '../../components/overlays/tooltip.tsx'
import { useStepState } from '../../navigation/step-context.tsx'
import { ColumnsTable } from './columns/columns-table.tsx'
import { FlagsCard } from './columns/flags-card.tsx'
import styles from './mapping-step.module.css'
import { ProviderSelect, TenantSelect } from './name-select.tsx'
import { RecordCard } from './record-card.tsx'
import { constantFields, editMapping } from './edit-mapping.ts'
import { inReviewOrder, unsureFields } from './questions/review.ts'
import { ReviewCard } from './questions/review-card.tsx'

/** `mapping`: null: a known format without additions. */
type Draft = { readonly fileId: number; readonly mapping: Mapping | null }

/** The mapping of a file as of a version of the document. `mapping`: null until it is loaded. */
type Replaced = { readonly fileId: number; readonly mapping: Mapping | null; readonly version: number }

/** The mapping of one file: the one in use, a draft, and the actions on them. Each file has a draft of its own. */
export function useFileMapping(fileId: number | null) {
  const bridge = useBridge()
  const { version, needsMapping, files } = useDocument()
  const { accept } = useDocumentState()
  const answer = useQuery('mapping:get', fileId === null ? null : { fileId }, version)
  const [drafts, setDrafts] = useStepState<readonly Draft[]>('drafts', [])
  const own = drafts.find((draft) => draft.fileId === fileId) ?? null
  const setDraft = (draft: Draft | null) =>
    setDrafts((all) => [...all.filter((one) => one.fileId !== fileId), ...(draft === null ? [] : [draft])])
  // Columns requested before the mapping was last replaced may be outdated, so no edit begins from them.
  const [replaced, setReplaced] = useState<Replaced | null>(null)
  const save = useMutation(
    (id: number, mapping: Mapping | null) => bridge.invoke('mapping:set', { fileId: id, mapping }),
    (document) => {
      accept(document)
      setReplaced(own && { ...own, version: document.version })
      setDraft(null)
    },
  )
  const view = answer.value?.fileId === fileId ? answer.value : null
  // Versions start again when main reopens the document.
  const isStale = replaced?.fileId === fileId && version >= replaced.version && answer.version < replaced.version
  const isBusy = save.busy || (isStale && replaced.mapping === null)
  const mapping = own === null ? ((isStale ? replaced.mapping : null) ?? view?.mapping ?? null) : own.mapping
  const editable = view?.editable === true

  return {
    view: view && { ...view, mapping },
    mapping,
    /** A draft that is on screen and not in use yet. */
    tried: own?.mapping ?? null,
    /** Other files with a draft that is not in use yet. */
    unapplied: files.filter(({ id }) => id !== fileId && drafts.some((draft) => draft.fileId === id)),
    /** The operator has to answer, or has answered without applying it. */
    open: own !== null || (editable && fileId !== null && needsMapping.includes(fileId)),
    missing: editable
      ? editMapping.missingFrom(
          mapping,
          (view?.columns ?? []).map(({ path }) => path),
          files.find(({ id }) => id === fileId)?.role === 'parts',
        )
      : null,
    problem: answer.problem,
    reload: answer.reload,
    change: (changed: Mapping) => {
      const adds = editable || changed.columns.length > 0
      if (fileId !== null && !isBusy) setDraft({ fileId, mapping: adds ? changed : null })
    },
    /** Another mapping is being applied, so that none can be edited. */
    busy: isBusy,
    /** Another request replaced the mapping: the columns that are shown count once they are loaded again. */
    replacedIn: (document: DocumentView) => {
      if (fileId === null) return
      setReplaced({ fileId, mapping: null, version: document.version })
      setDraft(null)
    },
    undo: own === null ? null : () => setDraft(null),
    save: {
      ...save,
      run: () => {
        if (fileId !== null && (own !== null || mapping !== null)) void save.run(fileId, mapping)
      },
    },
  }
}

/** The columns of one file; beside them the providers and one record as it would be migrated. */
export function FileColumns({
  fileId,
  name,
  file,
}: {
  readonly fileId: number
  readonly name: string
  readonly file: FileMapping
}) {
  const { view, mapping, problem, reload, change, save, busy } = file
  const changeColumn = (path: string, target: MappingTarget | null) =>
    change(editMapping.withColumn(mapping, path, target))
  const { unmappedFields, needsMapping } = useDocument()
  // Until a login is mapped, every column is mapped in the table: a decision about a field does not replace the mapping.
  const inReview = !needsMapping.includes(fileId)
  // A column that is left behind by choice is listed with the other unused ones, where it can be mapped as a whole.
  const reviewed = inReview
    ? [
        ...inReviewOrder(unmappedFields.filter(({ fileId: of, chosen }) => of === fileId && chosen !== 'exclude')),
        ...unsureFields(view).filter(({ chosen }) => chosen === null),
      ].map(({ path }) => path)
    : []
  const has = (target: MappingTarget) => mapping?.columns.some((column) => column.target === target) === true
  const needsProvider = has('provider-user-id') && (!has('provider') || mapping?.fixedProvider != null)
  return (
    <div className={styles.layout}>
      <div className={styles.columns}>
        <FileProblem of={{ problem, reload }} fileId={fileId} />
        <ProblemNotice of={save} />
        {inReview && <ReviewCard fileId={fileId} view={view} onChange={change} />}
        {!view && !problem && (
          <Card>
            <Loading label="Loading the columns" lines={6} />
          </Card>
        )}
        {view && <FlagsCard view={view} busy={busy} onChange={change} />}
        {view && (
          <fieldset aria-disabled={busy || undefined}>
            <ColumnsTable view={view} isMissing={file.missing !== null} reviewed={reviewed} onChange={changeColumn} />
          </fieldset>
        )}
      </div>
      <div className={styles.side}>
        {/* Without the columns, their problem is that of the record as well. */}
        {(view !== null || problem === null) && <RecordCard fileId={fileId} view={view} mapping={file.tried} />}
        <ProvidersCard view={view}>
          {view !== null && needsProvider && (
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
                  onChange={(name) => change(editMapping.withFixedProvider(mapping, name))}
                />
              )}
            </Field>
          )}
        </ProvidersCard>
        <TenantsCard view={view} />
        {view?.editable && <ConstantsCard file={name} mapping={mapping} onChange={change} />}
      </div>
    </div>
  )
}

/** Values that are the same in every record of a file and therefore in no column. */
function ConstantsCard({
  file,
  mapping,
  onChange,
}: {
  readonly file: string
  readonly mapping: Mapping | null
  readonly onChange: (mapping: Mapping) => void
}) {
  const fields = constantFields(mapping, file)
  if (fields.length === 0) return null
  return (
    <Card title="Same for every record">
      <div className="stack">
        {fields.map(({ target, title, none, values, value, byColumn }) => (
          <Field key={target} label={title} hint={byColumn && 'Used where the column is empty.'}>
            {(ids) => (
              <select
                {...ids}
                value={value ?? ''}
                onChange={(event) => onChange(editMapping.withConstant(mapping, target, event.target.value || null))}
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

/** Every tenant or organization of the file, how many of its users are in it, and the tenant of the core it stands for. */
function TenantsCard({ view }: { readonly view: MappingView | null }) {
  const { tenants } = useDocument()
  const { decide } = useDocumentState()
  const choose = useSetting((source: string, value: string | null) =>
    decide((choices) => withTenant(choices, source, value)),
  )
  const rows = (view?.tenants ?? [])
    .map(({ source, users }) => {
      const { mapped = null, missing = false } = tenants.find((tenant) => tenant.source === source) ?? {}
      return { source, users, mapped, missing, isOpen: mapped === null || missing }
    })
    .toSorted((one, other) => Number(other.isOpen) - Number(one.isOpen))
  if (rows.length === 0) return null
  return (
    <Card title="Tenants in this file">
      <NamesTable
        busy={choose.busy}
        rows={rows.map(({ source, users, mapped, missing, isOpen }) => ({
          source,
          users,
          select: (
            <TenantSelect
              label={`${source} in the core`}
              value={mapped}
              none="Choose…"
              missing={missing}
              exclude
              open={isOpen}
              onChange={(value) => void choose.run(source, value)}
            />
          ),
        }))}
      />
      <ProblemNotice of={choose} />
    </Card>
  )
}

/** Every provider name of the file, how many of its users have it, and what the core calls it; undecided ones first. */
function ProvidersCard({ view, children }: { readonly view: MappingView | null; readonly children?: ReactNode }) {
  const { providers } = useDocument()
  const { decide } = useDocumentState()
  const choose = useSetting((source: string, value: string | null) =>
    decide((choices) => withProvider(choices, source, value)),
  )
  const rows = (view?.providers ?? [])
    .map(({ source, users }) => ({
      source,
      users,
      mapped: providers.find((provider) => provider.source === source)?.mapped ?? null,
    }))
    .toSorted((one, other) => Number(one.mapped !== null) - Number(other.mapped !== null))
  if (rows.length === 0 && !children) return null
  return (
    <Card title="Providers in this file">
      {children && <div className={styles.whole}>{children}</div>}
      {rows.length > 0 && (
        <NamesTable
          busy={choose.busy}
          rows={rows.map(({ source, users, mapped }) => ({
            source,
            users,
            select: (
              <ProviderSelect
                label={`${source} in the core`}
                value={mapped}
                none="Choose…"
                exclude
                open={mapped === null}
                onChange={(value) => void choose.run(source, value)}
              />
            ),
          }))}
        />
      )}
      <ProblemNotice of={choose} />
    </Card>
  )
}

/** A name of the source, its number of users, and the control for its choice. */
type NameRow = { readonly source: string; readonly users: number; readonly select: ReactNode }

/** Names of the source beside what each becomes in the core. */
function NamesTable({ rows, busy }: { readonly rows: readonly NameRow[]; readonly busy: boolean }) {
  return (
    <fieldset aria-disabled={busy || undefined}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">In the file</th>
            <th scope="col">In the core</th>
            <th scope="col" className="number">
              Users
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.source}>
              <th scope="row" className="mono">
                <Clipped>{row.source}</Clipped>
              </th>
              <td>{row.select}</td>
              <td className="number">{count(row.users)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </fieldset>
  )
}

type FileMapping = ReturnType<typeof useFileMapping>

/** The decision about one tenant of the source, as `tenantValue` writes it, or null to take it back. */
function withTenant(choices: Choices, source: string, answer: string | null): ChoicesChange | null {
  return choiceFor(choices, { code: 'tenant-undecided', group: source }, answer)
}
