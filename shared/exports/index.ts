import { auth0 } from './auth0.ts'
import type { ExportFormat, Recognition, Sample } from '../mapping/export-format.ts'
import { firebase } from './firebase.ts'
import { appwrite } from './appwrite.ts'
import { descope } from './descope.ts'
import { logto } from './logto.ts'
import { entra } from './entra.ts'
import { workos } from './workos.ts'
import { scim } from './scim.ts'
import { discourse } from './discourse.ts'
import { authjs } from './authjs.ts'
import { clerk } from './clerk.ts'
import { cognito } from './cognito.ts'
import { django } from './django.ts'
import { frontegg } from './frontegg.ts'
import { fusionauth } from './fusionauth.ts'
import { keycloak } from './keycloak.ts'
import { kratos } from './kratos.ts'
import { ldap } from './ldap.ts'
import { meteor } from './meteor.ts'
import { okta } from './okta.ts'
import { parse } from './parse.ts'
import { nextcloud } from './nextcloud.ts'
import { passport } from './passport.ts'
import { presets } from './presets/index.ts'
import { stytch } from './stytch.ts'
import { supabase } from './supabase.ts'
import { supertokens } from './supertokens.ts'
import { zitadel } from './zitadel.ts'

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
  stytch,
  frontegg,
  django,
  ...presets,
  nextcloud,
  passport,
  authjs,
  appwrite,
  descope,
  logto,
  entra,
  workos,
  scim,
  discourse,
  meteor,
  parse,
  supertokens,
  ldap,
  zitadel,
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
