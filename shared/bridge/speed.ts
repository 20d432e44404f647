/** How fast a run sends: users at once, and the most requests per second (null: no ceiling). */
export type Speed = { readonly concurrency: 'auto' | number; readonly maxRate: number | null }

export const usualSpeed: Speed = { concurrency: 'auto', maxRate: null }

export const mostAtOnce = 256
export const mostPerSecond = 10_000
