/** How users are sent. `auto`: single calls first, then whatever is expected to end sooner. */
export const executors = ['auto', 'single', 'bulk'] as const
export type Executor = (typeof executors)[number]
