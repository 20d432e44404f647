/** Lower-cases the input; null when the core would refuse it as a provider's name (1 to 28 characters). */
export function providerName(typed: string): string | null {
  const name = typed.trim().toLowerCase()
  return /^[a-z0-9][a-z0-9._-]{0,27}$/.test(name) ? name : null
}
