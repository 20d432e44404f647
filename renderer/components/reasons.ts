/** Why a control cannot be used now, as a sentence with the way out; null or false: it can be used. */
export type Reason = string | null | false | undefined

/** Reasons that several screens have. */
export const reasons = {
  busy: 'Wait until the current action has ended.',
  underWay: 'A run is under way. Pause it or wait for its end first.',
  notConnected: 'Connect to the core first.',
} as const

/** Says a reason to the pointer and the keyboard, by the tooltip, and to a screen reader. */
export function explained(reason: string): { readonly 'data-tip': string; readonly 'aria-description': string } {
  return { 'data-tip': reason, 'aria-description': reason }
}
