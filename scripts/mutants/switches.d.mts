import type { Mutant } from './operators.mjs'

export type Switches = {
  readonly isOn: (id: number) => boolean
  readonly turnOn: (id: number | undefined, limit?: number) => void
  readonly recordHits: (into: Set<number>) => void
  readonly calls: () => number
}
export function switched(path: string, source: string, mutants: readonly (Mutant & { readonly id: number })[]): string
export function createSwitches(): Switches
