import type { Entry } from '../export-format.ts'

/** Parts of a known product find users of a table that a mapping reads, which have their plain IDs as keys. */
export function withPlainKeys<T extends Entry>(entry: T, provider: string): T {
  if (entry.kind !== 'part' || entry.keys.some((key) => key.startsWith('id:'))) return entry
  const [first = ''] = entry.keys
  const plain = first.startsWith(`${provider}:`) ? `id:${first.slice(provider.length + 1)}` : first
  return first === plain ? entry : { ...entry, keys: [...entry.keys, plain] }
}
