export type Mutant = {
  readonly operator: string
  readonly line: number
  /** The piece of the source that `text` replaces. */
  readonly start: number
  readonly end: number
  readonly text: string
} & (
  | { readonly kind: 'replace' | 'negate' | 'remove' }
  | {
      readonly kind: 'logical' | 'binary'
      readonly was: string
      readonly other: string
      /** Where the operator stands in the source. */
      readonly at: number
    }
)
export function mutantsOf(path: string, source: string): readonly Mutant[]
