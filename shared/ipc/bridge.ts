import type { Result } from '../result.ts'
import type { Channel, EventName, Events, Input, Output } from './contract.ts'

/** The one object through which the renderer reaches main: the preload provides it in the desktop app, a small script in the browser. */
export type Bridge = {
  readonly invoke: <C extends Channel>(channel: C, input: Input<C>) => Promise<Result<Output<C>>>
  /** Returns the function that stops listening. */
  readonly on: <E extends EventName>(event: E, listener: (value: Events[E]) => void) => () => void
  /** Turns files dropped on or chosen in the page into what `export:add` takes: paths, or upload ids. */
  readonly registerFiles: (files: readonly File[]) => Promise<Result<readonly string[]>>
}

type Listener = (value: never) => void

/** The listeners to each event. */
export function createListeners() {
  const listeners = new Map<string, Set<Listener>>()
  return {
    on: (event: string, listener: Listener): (() => void) => {
      const set = listeners.get(event) ?? new Set()
      listeners.set(event, set.add(listener))
      return () => void set.delete(listener)
    },
    emit: (event: string, value: unknown): void => {
      for (const listener of listeners.get(event) ?? []) listener(value as never)
    },
  }
}

declare global {
  // The name under which the bridge is exposed.
  var migration: Bridge
}
