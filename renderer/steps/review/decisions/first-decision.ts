/** The open decisions, the first of which the next step leads to. */
export const firstDecision = 'open-decisions'
