export type Mutant = {
  readonly operator: string
  readonly line: number
  /** The piece of the source that `text` replaces. */
  readonly start: number
  readonly end: number
  readonly text: string
}
export function mutantsOf(path: string, source: string): readonly Mutant[]
