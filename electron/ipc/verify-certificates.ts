type Environment = Record<string, string | undefined>

const variable = 'NODE_TLS_REJECT_UNAUTHORIZED'

/** What is said where the environment wanted certificates not to be verified. */
const stillVerified = `${variable} is ignored: certificates are always verified. Trust a private authority by its certificate instead.`

/**
 * Takes Node's switch against the verification of certificates out of the environment, before any worker inherits it.
 * Answers what to say about that; null: the switch was not set.
 */
export function verifyCertificates(env: Environment = process.env): string | null {
  const was = env[variable]
  delete env[variable]
  return was === undefined || was === '1' || was === '' ? null : stillVerified
}
