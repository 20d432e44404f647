import { auth0 } from './formats/auth0.ts'
import type { ExportFormat, Recognition, Sample } from '../mapping/export-format.ts'
import { firebase } from './formats/firebase.ts'
import { entra } from './formats/entra.ts'
import { scim } from './formats/scim.ts'
import { clerk } from './formats/clerk.ts'
import { cognito } from './formats/cognito.ts'
import { django } from './formats/django.ts'
import { fusionauth } from './formats/fusionauth.ts'
import { keycloak } from './formats/keycloak.ts'
import { kratos } from './formats/kratos.ts'
import { ldap } from './formats/ldap.ts'
import { meteor } from './formats/meteor.ts'
import { okta } from './formats/okta.ts'
import { nextcloud } from './formats/nextcloud.ts'
import { passport } from './formats/passport.ts'
import { presets } from './presets/index.ts'
import { supabase } from './formats/supabase.ts'
import { supertokens } from './formats/supertokens.ts'
import { suggestMapping } from '../mapping/suggest-mapping.ts'

/** Every known export format. A new provider is one more entry. */
export const exportFormats: readonly ExportFormat[] = [
  auth0,
  firebase,
  cognito,
  supabase,
  okta,
  keycloak,
  clerk,
  kratos,
  fusionauth,
  django,
  ...presets,
  nextcloud,
  passport,
  entra,
  scim,
  meteor,
  supertokens,
  ldap,
]

export function formatOf(provider: string): ExportFormat | undefined {
  return exportFormats.find((format) => format.provider === provider)
}

/** What a file is, by its first records; null when no provider's export looks like it. */
export function recognise(sample: Sample): Recognition | null {
  for (const format of exportFormats) {
    const recognition = recogniseBy(format, sample)
    if (recognition !== null) return recognition
  }
  return null
}

/** The same for one format. Rows of users joined with their logins look like logins, and hold whole users. */
export function recogniseBy({ recognise: by }: ExportFormat, sample: Sample): Recognition | null {
  const recognition = by(sample)
  return recognition?.role === 'parts' && holdsWholeUsers(sample) ? null : recognition
}

const ofWholeUser = ['email', 'password-hash', 'provider-user-id'] as const

function holdsWholeUsers(sample: Sample): boolean {
  const { columns } = suggestMapping(sample).mapping
  return ofWholeUser.every((wanted) => columns.some(({ target }) => target === wanted))
}
