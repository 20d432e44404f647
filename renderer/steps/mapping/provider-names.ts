/** Providers that a core commonly knows by these names; any other lowercase name can be typed. */
export const listedProviders = [
  'active-directory',
  'apple',
  'bitbucket',
  'boxy-saml',
  'discord',
  'facebook',
  'github',
  'gitlab',
  'google',
  'google-workspaces',
  'linkedin',
  'okta',
  'twitter',
] as const

/** Lower-cases what was typed; null when the core could not take it as a provider's name (1 to 28 characters). */
export function providerName(typed: string): string | null {
  const name = typed.trim().toLowerCase()
  return /^[a-z0-9][a-z0-9._-]{0,27}$/.test(name) ? name : null
}
