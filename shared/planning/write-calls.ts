import { jsonText } from '../json-text.ts'
import type { Call } from './call.ts'

/** The calls of a plan as JSON: what `JSON.stringify` answers. Nearly all users have one call, of three kinds. */
export function writeCalls(calls: readonly Call[]): string {
  const only = calls.length === 1 ? calls[0] : undefined
  if (only === undefined || 'tenant' in only) return JSON.stringify(calls)
  switch (only.kind) {
    case 'import': {
      const { email, passwordHash, family } = only
      return `[{"kind":"import","email":${jsonText(email)},"passwordHash":${jsonText(passwordHash)},"family":"${family}"}]`
    }
    case 'third-party': {
      const { thirdPartyId, thirdPartyUserId, email, isVerified } = only
      const id = `"thirdPartyId":${jsonText(thirdPartyId)},"thirdPartyUserId":${jsonText(thirdPartyUserId)}`
      return `[{"kind":"third-party",${id},"email":${jsonText(email)},"isVerified":${isVerified}}]`
    }
    case 'passwordless': {
      const { contact } = only
      const valueJson =
        contact.kind === 'email'
          ? `"email":${jsonText(contact.email)}`
          : `"phoneNumber":${jsonText(contact.phoneNumber)}`
      return `[{"kind":"passwordless","contact":{"kind":"${contact.kind}",${valueJson}}}]`
    }
    default:
      return JSON.stringify(calls)
  }
}
