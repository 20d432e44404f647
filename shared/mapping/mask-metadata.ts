import { maskSample } from './mask-sample.ts'

/** Metadata as the screen may show it: what looks secret, by its name or by its value, is masked. */
export function maskMetadata(metadata: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, masked(name, value)]))
}

function masked(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => masked(name, one))
  if (typeof value === 'object' && value !== null) return maskMetadata(Object.fromEntries(Object.entries(value)))
  if (typeof value === 'string') return maskSample(name, value)
  // A number under a secret name is a code.
  return typeof value === 'number' && maskSample(name, String(value)) !== String(value) ? '••••' : value
}
