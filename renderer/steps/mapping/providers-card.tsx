import type { ReactNode } from 'react'
import type { MappingView } from '../../../shared/ipc/views.ts'
import { withProvider } from '../../../shared/planning/choices.ts'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Card } from '../../components/card.tsx'
import { count } from '../../components/format.ts'
import { ProblemNotice } from '../../components/notice.tsx'
import { Clipped } from '../../components/overlays/tooltip.tsx'
import { ProviderSelect } from './name-select.tsx'
import styles from './providers-card.module.css'

/** Every provider name of the file, how many of its users have it, and what the core calls it; undecided ones first. */
export function ProvidersCard({
  view,
  children,
}: {
  readonly view: MappingView | null
  readonly children?: ReactNode
}) {
  const { providers } = useDocument()
  const { decide } = useDocumentState()
  const choose = useMutation((source: string, value: string | null) =>
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
      <ProblemNotice problem={choose.problem} onDismiss={choose.dismiss} />
    </Card>
  )
}

/** A name of the source, how many users of the file have it, and where it is chosen what it becomes. */
type NameRow = { readonly source: string; readonly users: number; readonly select: ReactNode }

/** Names of the source beside what each becomes in the core. */
export function NamesTable({ rows, busy }: { readonly rows: readonly NameRow[]; readonly busy: boolean }) {
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
