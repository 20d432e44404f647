/*
 * Change times of a source, such as a column `updated_at`. They let a pass read only what changed; whether they tell every
 * change is known only from a whole listing.
 */

/**
 * So much before the newest known change is read again, in milliseconds: times of writers in any time zone differ by at most
 * 26 hours, and transactions that commit late and clocks that differ fall into it as well.
 */
export const overlapMs = 26 * 3_600_000

/** Incremental passes between two whole ones, at most; and milliseconds. */
export const maxIncremental = 9
export const maxIncrementalMs = 24 * 3_600_000
