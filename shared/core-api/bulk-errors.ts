import type { OperationName } from './operations.ts'

/** An error of the import of one staged user: the core's own code, where it has one, and what it means. */
type BulkError = { readonly code: string | null; readonly sentence: string }

const taken = 'The core already has this login'
const inform = 'Retry the user; if it persists, check the core’s log.'
const tenantGone = 'The core does not know the tenant of this user any more. Create the tenant, then retry.'
const otherPrimary = 'Another user of the core with linked logins has this contact. Decide which of the two keeps it.'
const otherInTenant = 'A user of that tenant has this contact or identity already. Decide which of the two keeps it.'
const coreStorage = `The core could not open its own storage. ${inform}`

/** The codes of real cores in plain words. */
const sentences: Readonly<Record<string, string>> = {
  E001: 'The core does not know this kind of login method.',
  E002: tenantGone,
  E003: `${taken}: another user signs in with this email and a password.`,
  E004: tenantGone,
  E005: `${taken}: another user has this identity at the provider.`,
  E006: `${taken}: another passwordless user has this email.`,
  E007: `${taken}: another passwordless user has this phone number.`,
  E008: tenantGone,
  E009: tenantGone,
  E010: `The core lost the user before adding it to its tenant. ${inform}`,
  E011: otherPrimary,
  E012: otherPrimary,
  E013: 'Another user of the core with linked logins has this identity at the provider. Decide which of the two keeps it.',
  E014: otherInTenant,
  E015: otherInTenant,
  E016: otherInTenant,
  E017: 'The core’s license does not cover tenants. Ask the administrator of the core, then retry.',
  E018: tenantGone,
  E019: 'The core’s license does not cover linked logins. Choose separate users or the first login only, then retry.',
  E020: `The core lost the user before linking its logins. ${inform}`,
  E021: 'A login of this user is linked to another user of the core. Decide which of the two keeps it.',
  E022: otherPrimary,
  E023: tenantGone,
  E024: 'The core’s license does not cover linked logins. Choose separate users or the first login only, then retry.',
  E025: `The core lost one of the logins before linking them. ${inform}`,
  E026: `The core did not make the first login a primary one. ${inform}`,
  E027: otherPrimary,
  E028: 'A login of this user is linked to another user of the core. Decide which of the two keeps it.',
  E029: `The core could not link the logins. ${inform}`,
  E030: 'The core could not keep the old ID of this user. Check that no user of the core has it as its own ID.',
  E031: 'Another user of the core has the old ID of this user.',
  E032: `The core lost the user before keeping its old ID. ${inform}`,
  E033: tenantGone,
  E034: 'A role of this user does not exist in the core. Create the role, then retry.',
  E035: `The core could not verify the email. ${inform}`,
  E036: 'The core could not store a TOTP device of this user.',
  E037: 'The core’s license does not cover TOTP devices. Ask the administrator of the core, then retry.',
  E038: `The core could not keep everything of this user. ${inform}`,
  E039: tenantGone,
  E040: `The core could not keep the metadata of this user. ${inform}`,
  E041: coreStorage,
  E042: coreStorage,
  E043: 'The core has this email as verified for another login of the user.',
  E044: 'A login without an email was to be verified. Correct the user, then retry.',
}

/** True when the core refused a user because another one has its login or contact. */
export function isTakenError({ code }: BulkError): boolean {
  return code !== null && ['E003', 'E005', 'E006', 'E007', 'E031'].includes(code)
}

/** Reads the error of a staged user; `message` is without secrets already. */
export function readBulkError(message: string): BulkError {
  const code = /^\s*(?:\[\s*)?(E\d{3}):/.exec(message)?.[1] ?? null
  const known = code === null ? undefined : sentences[code]
  if (known !== undefined) return { code, sentence: `${known} (${message})` }
  const role = /Role .{1,256} does not exist/.test(message)
  if (role) return { code, sentence: `${sentences['E034'] ?? ''} (${message})` }
  const unique = /externalUserId .{1,200} is not unique/.test(message)
  if (unique) return { code, sentence: `The core saw the old ID of this user twice. Retry the user. (${message})` }
  const coreMessage = message === '' ? 'The core gave no reason.' : message
  return { code, sentence: `The core could not import this user: ${coreMessage}` }
}

/*
 * A request or reply of bulk import holds the secrets of thousands of users. Masking all of them in a reply takes seconds, so only known sentences without secrets are kept.
 */

/** Requests and replies of this operation hold the secrets of many users. */
export function quotesMany(operation: OperationName): boolean {
  return operation === 'bulk-stage' || operation === 'bulk-list'
}

const knownMessages: readonly RegExp[] = [
  /'firebase_password_hashing_signer_key' cannot be null/,
  /This API is not supported in the in-memory database\./,
  /You can only add \d{1,6} users at a time\./,
  /Only public tenantId can call this app specific API/,
  /AppId or tenantId not found/,
  /Invalid API key/,
  /Method not supported/,
  /^\s*Not found\s*$/,
  /cdi-version [\d.]{1,12} not supported/,
  /Field name '(?:users|ids)' is invalid in JSON input/,
  /Max limit allowed is \d{1,6}/,
  /Invalid Json Input/,
]

/** The known sentence in a reply to bulk import; else that there was another one. */
export function bulkErrorMessage(body: string, status: number): string {
  const start = body.slice(0, 2000)
  for (const saying of knownMessages) {
    const found = saying.exec(start)?.[0]
    if (found !== undefined) return found.trim()
  }
  const what = body.trim() === '' ? 'without a text' : 'with a text that is not kept, because it may quote secrets'
  return `HTTP ${status} ${what}.`
}
