import type { Speed } from '../../../shared/ipc/run-limits.ts'

/** What the operator tells a run that is under way. */
export type Command =
  /** Finishes what is in flight, then ends as `paused`. */
  | { readonly kind: 'pause' }
  /** The same, ends as stopped by `cancelled`. `withinMs`: what has no answer by then is not waited for. */
  | { readonly kind: 'cancel'; readonly withinMs?: number }
  /** Another speed from now on. */
  | { readonly kind: 'speed'; readonly speed: Speed }
  /** Another time without any answer after which the run stops, in milliseconds; null: never. */
  | { readonly kind: 'give-up'; readonly afterMs: number | null }
  /** A core that is away is tried at once. */
  | { readonly kind: 'try-now' }
  /** Users became ready meanwhile. */
  | { readonly kind: 'more' }

export type Tell = (command: Command) => void
