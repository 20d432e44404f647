import type { ComponentProps } from 'react'
import { listedProviders } from '../../../shared/users/known-provider.ts'
import { NameSelect } from './name-select.tsx'
import { providerName } from './provider-names.ts'

const listed = listedProviders.map(({ name }) => ({ value: name, label: name }))

/** The name a provider gets in the core: a listed one, one that is typed, excluded, or not decided. */
export function ProviderSelect(props: Omit<ComponentProps<typeof NameSelect>, 'names' | 'valueOf' | 'hint'>) {
  const { value } = props
  const isOther = value !== null && value !== 'exclude' && !listed.some((each) => each.value === value)
  return (
    <NameSelect
      {...props}
      names={isOther ? [{ value, label: value }, ...listed] : listed}
      valueOf={providerName}
      hint="Letters, digits, dots, dashes; 1 to 28 of them."
    />
  )
}
