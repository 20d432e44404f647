import type { CoreRequest } from '../exchange.ts'
import type { Codes } from '../store/codes.ts'

/** The text that a rule's `for` is looked for in: the body, and the contact of a code that the body consumes. */
export function subjectOf(request: CoreRequest, codes: Codes): string {
  const linkCode = /"linkCode"\s*:\s*"([^"]*)"/.exec(request.body)?.[1]
  const device = linkCode === undefined ? undefined : codes.byLinkCode.get(linkCode)?.device
  return `${request.body} ${device?.email ?? ''} ${device?.phoneNumber ?? ''}`
}
