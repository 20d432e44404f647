import { auth0 } from './formats/auth0.ts'
import type { ExportFormat } from '../mapping/export-format.ts'
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

/** Every known export format, in the order in which they are tried. */
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

/** The name of a provider for people, e.g. `Auth0`; `Custom table` where no provider was recognized. */
export function providerTitle(provider: string): string {
  return formatOf(provider)?.title ?? 'Custom table'
}
