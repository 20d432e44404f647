import { createHmac, randomBytes } from 'node:crypto'
import type { TrustStore } from './trust-store.ts'

/**
 * Message authentication codes over what this machine wrote beside a file, under the secret of its trust store: text without
 * one may come from anyone who can write to the folder. `facts`: everything that is believed, in one order.
 */
export type Seal = (facts: readonly unknown[]) => string

/** Seals under a key of its own for each purpose, so that no code of one means anything for another. */
export function sealFor(purpose: string, secret: Buffer): Seal {
  const key = createHmac('sha256', secret).update(purpose).digest()
  return (facts) => createHmac('sha256', key).update(JSON.stringify(facts)).digest('base64url')
}

const fetchJournal = 'journal of a fetch'

/** Seals journals of fetches. Where nothing can be saved, it holds for this process. */
export function fetchSeal(store: Pick<TrustStore, 'ensureSecret'>): Seal {
  let seal: Seal | null = null
  return (facts) => (seal ??= sealFor(fetchJournal, store.ensureSecret()))(facts)
}

/** Holds for this process alone. */
export const sealHere: Seal = sealFor(fetchJournal, randomBytes(32))
