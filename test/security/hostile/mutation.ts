import type { Random } from '../../fuzz/random.ts'
import type { Canary } from './canary.ts'

export type Place = {
  /** The document, in a folder of its own. */
  readonly path: string
  readonly folder: string
  readonly canary: Canary
  /** The port of a server that must not be visited. */
  readonly port: number
}

/** One way to make a document hostile. Throws where SQLite refuses the very change; then it is made in another way. */
export type Mutation = {
  readonly name: string
  /** Is every command to refuse it, before anything of it is used? */
  readonly refused: boolean
  readonly apply: (place: Place, random: Random) => void
}
