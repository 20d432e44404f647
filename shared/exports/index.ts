import { auth0 } from './auth0.ts'
import type { ExportFormat, Recognition, Sample } from '../mapping/export-format.ts'
import { firebase } from './firebase.ts'
import { entra } from './entra.ts'
import { scim } from './scim.ts'
import { clerk } from './clerk.ts'
import { cognito } from './cognito.ts'
import { django } from './django.ts'
import { fusionauth } from './fusionauth.ts'
import { keycloak } from './keycloak.ts'
import { kratos } from './kratos.ts'
import { ldap } from './ldap.ts'
import { meteor } from './meteor.ts'
import { okta } from './okta.ts'
import { nextcloud } from './nextcloud.ts'
import { passport } from './passport.ts'
import { presets } from './presets/index.ts'
import { supabase } from './supabase.ts'
import { supertokens } from './supertokens.ts'

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
    const recognition = format.recognise(sample)
    if (recognition !== null) return recognition
  }
  return null
}
