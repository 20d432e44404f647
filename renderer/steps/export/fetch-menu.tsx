import type { FetchForm } from '../../../shared/ipc/views.ts'
import { Icon } from '../../components/icon.tsx'
import { Menu } from '../../components/menu.tsx'

/** The systems that users can be fetched from. */
export function FetchMenu({
  sources,
  onChoose,
}: {
  readonly sources: readonly FetchForm[]
  readonly onChoose: (source: string) => void
}) {
  if (sources.length === 0) return null
  return (
    <Menu label="Fetch from" items={sources.map(({ name, title }) => ({ label: title, run: () => onChoose(name) }))}>
      <Icon name="drop" /> Fetch…
    </Menu>
  )
}
