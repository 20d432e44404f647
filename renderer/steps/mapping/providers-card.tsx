import type { ReactNode } from 'react'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Card } from '../../components/card.tsx'
import { count } from '../../components/format.ts'
import { ProblemNotice } from '../../components/notice.tsx'
import { withProvider } from '../../../shared/planning/choice-change.ts'
import { ProviderSelect } from './provider-select.tsx'
import styles from './side-cards.module.css'

/** Every provider name in the source, how many users have it, and what the core calls it. */
export function ProvidersCard({ children }: { readonly children?: ReactNode }) {
  const bridge = useBridge()
  const { providers, choices } = useDocument()
  const { accept } = useDocumentState()
  const choose = useMutation(
    (source: string, value: string | null) =>
      bridge.invoke('decisions:update', { choices: withProvider(choices, source, value) }),
    accept,
  )
  return (
    <Card title="Providers">
      {children && <div className={styles.whole}>{children}</div>}
      {providers.length === 0 && <p className="subtle">No user of this export signs in through a provider.</p>}
      {providers.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">In the export</th>
              <th scope="col">In the core</th>
              <th scope="col" className="number">
                Users
              </th>
            </tr>
          </thead>
          <tbody>
            {providers.map(({ source, users, mapped }) => (
              <tr key={source}>
                <th scope="row" className="mono">
                  {source}
                </th>
                <td>
                  <ProviderSelect
                    label={`${source} in the core`}
                    value={mapped}
                    none="choose…"
                    exclude
                    disabled={choose.busy}
                    onChange={(value) => void choose.run(source, value)}
                  />
                </td>
                <td className="number quiet">{count(users)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ProblemNotice problem={choose.problem} onDismiss={choose.dismiss} />
    </Card>
  )
}
