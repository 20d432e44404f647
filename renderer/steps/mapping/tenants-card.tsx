import type { MappingView } from '../../../shared/ipc/views.ts'
import { withTenant } from '../../../shared/planning/choices.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Card } from '../../components/card.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import { NamesTable } from './names-table.tsx'
import { TenantSelect } from './tenant-select.tsx'

/** Every tenant or organization of the file, how many of its users are in it, and the tenant of the core it stands for. */
export function TenantsCard({ view }: { readonly view: MappingView | null }) {
  const bridge = useBridge()
  const { tenants, choices } = useDocument()
  const { accept } = useDocumentState()
  const choose = useMutation(
    (source: string, value: string | null) =>
      bridge.invoke('decisions:update', { choices: withTenant(choices, source, value) ?? {} }),
    accept,
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
        rows={rows.map(({ source, users, mapped, missing, isOpen }) => ({
          source,
          users,
          select: (
            <TenantSelect
              label={`${source} in the core`}
              value={mapped}
              none="Choose a tenant"
              missing={missing}
              exclude
              open={isOpen}
              disabled={choose.busy}
              onChange={(value) => void choose.run(source, value)}
            />
          ),
        }))}
      />
      <ProblemNotice problem={choose.problem} onDismiss={choose.dismiss} />
    </Card>
  )
}
