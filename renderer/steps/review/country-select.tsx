import { countries } from './countries.ts'

/** The country whose code completes numbers without one. */
export function CountrySelect({
  value,
  busy,
  onChoose,
}: {
  readonly value: string | null
  readonly busy: boolean
  readonly onChoose: (country: string | null) => void
}) {
  return (
    <select
      aria-label="Country of phone numbers without a country code"
      value={value ?? ''}
      disabled={busy}
      onChange={(event) => onChoose(event.target.value || null)}
    >
      <option value="">Choose a country…</option>
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name} ({code})
        </option>
      ))}
    </select>
  )
}
