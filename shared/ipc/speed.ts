/** How fast a run sends: users at once, and the most requests per second (null: no ceiling). */
export type Speed = { readonly concurrency: 'auto' | number; readonly maxRate: number | null }

export const defaultSpeed: Speed = { concurrency: 'auto', maxRate: null }

export const maxAtOnce = 256
export const maxPerSecond = 10_000
