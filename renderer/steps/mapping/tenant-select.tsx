import type { ComponentProps } from 'react'
import { tenantChoice, tenantValue } from '../../../shared/planning/tenant-choice.ts'
import { useDocument } from '../../api/document-context.tsx'
import { NameSelect } from './name-select.tsx'

/** The tenant of the core that stands for one of the source: one that the core has, that of the address, or one that is typed. */
export function TenantSelect({
  missing = false,
  ...props
}: Omit<ComponentProps<typeof NameSelect>, 'names' | 'valueOf' | 'hint'> & {
  /** The core does not have the chosen one. */
  readonly missing?: boolean
}) {
  const { coreTenants } = useDocument()
  const { value } = props
  const names = [
    { value: 'default', label: 'Default tenant' },
    ...(coreTenants ?? []).map((name) => ({ value: tenantValue({ kind: 'name', name }), label: name })),
  ]
  const chosen = value === null || value === 'exclude' ? null : tenantChoice(value)
  const isOther = chosen?.kind === 'name' && !names.some((each) => each.value === value)
  const other = isOther
    ? [{ value: tenantValue(chosen), label: missing ? `${chosen.name} (not in the core)` : chosen.name }]
    : []
  return (
    <NameSelect
      {...props}
      names={[...other, ...names]}
      valueOf={tenantOf}
      hint="Lower-case letters, digits, and dashes; 1 to 64 of them."
    />
  )
}

function tenantOf(typed: string): string | null {
  const choice = tenantChoice(`tenant:${typed.trim().toLowerCase()}`)
  return choice === null ? null : tenantValue(choice)
}
