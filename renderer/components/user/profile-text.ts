import { count, counted } from '../../../shared/format.ts'
import type { UserDetail } from '../../../shared/ipc/views.ts'

type Profile = NonNullable<UserDetail['profile']>

/** `Metadata: 1,204 of 65,536 characters` */
export function metadataText({ size, limit, sent }: NonNullable<Profile['metadata']>): string {
  return `Metadata: ${count(size)} of ${count(limit)} characters${sent ? '' : ', not sent'}`
}

/** Never more of a TOTP secret than that there is one. */
export function appsText({ authenticatorApps: all, authenticatorAppsSent: sent }: Profile): string {
  const apps = counted(all, 'authenticator app')
  if (sent >= all) return apps
  return `${apps}, ${sent === 0 ? 'not sent' : `${count(sent)} sent`}`
}

/** `2023-02-09 16:34:22 UTC` */
export function joinedText({ at }: NonNullable<Profile['joined']>): string {
  return at === null ? 'Not a date that can be read' : `${at.slice(0, 19).replace('T', ' ')} UTC`
}
