/** Titles of the login methods, on screen and in reports. `none`: a user without one. */
export const methodTitles = {
  password: 'Password',
  'third-party': 'Third party',
  passwordless: 'Passwordless',
  none: 'None',
} as const satisfies Record<string, string>

/** The title of a method that comes as text; an unknown one as it is. */
export function methodTitle(method: string): string {
  return Object.entries(methodTitles).find(([name]) => name === method)?.[1] ?? method
}
