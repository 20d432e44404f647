/** How many users can be named one by one, as chosen ones or as exceptions; more are named by a filter. */
export const maxNamed = 100_000
