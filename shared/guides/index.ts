import { appwrite } from './appwrite.ts'
import { aspnetIdentity } from './aspnet-identity.ts'
import { auth0 } from './auth0.ts'
import { authjs } from './authjs.ts'
import { betterAuth } from './better-auth.ts'
import { clerk } from './clerk.ts'
import { cognito } from './cognito.ts'
import { descope } from './descope.ts'
import { directus } from './directus.ts'
import { discourse } from './discourse.ts'
import { django } from './django.ts'
import { drupal } from './drupal.ts'
import { entra } from './entra.ts'
import { firebase } from './firebase.ts'
import { frontegg } from './frontegg.ts'
import { fusionauth } from './fusionauth.ts'
import { generic } from './generic.ts'
import { ghost } from './ghost.ts'
import { gitea } from './gitea.ts'
import { googleWorkspace } from './google-workspace.ts'
import { joomla } from './joomla.ts'
import { keycloak } from './keycloak.ts'
import { kratos } from './kratos.ts'
import { laravel } from './laravel.ts'
import { ldap } from './ldap.ts'
import { logto } from './logto.ts'
import { meteor } from './meteor.ts'
import { moodle } from './moodle.ts'
import { nextcloud } from './nextcloud.ts'
import { okta } from './okta.ts'
import { otherProducts } from './other-products.ts'
import { parse } from './parse.ts'
import { passport } from './passport.ts'
import { phpbb } from './phpbb.ts'
import { pocketbase } from './pocketbase.ts'
import { prestashop } from './prestashop.ts'
import { rails } from './rails.ts'
import { scim } from './scim.ts'
import { strapi } from './strapi.ts'
import { stytch } from './stytch.ts'
import { supabase } from './supabase.ts'
import { supertokens } from './supertokens.ts'
import { wordpress } from './wordpress.ts'
import { workos } from './workos.ts'
import { zitadel } from './zitadel.ts'
import type { Guide } from './guide.ts'

/** The guides that are offered first. */
export const commonGuides: readonly Guide[] = [auth0, cognito, firebase, keycloak, supabase, okta]

/** All others by their titles; last that for a table of the operator's own. */
export const moreGuides: readonly Guide[] = [
  appwrite,
  aspnetIdentity,
  authjs,
  betterAuth,
  clerk,
  descope,
  directus,
  discourse,
  django,
  drupal,
  entra,
  frontegg,
  fusionauth,
  ghost,
  gitea,
  googleWorkspace,
  joomla,
  laravel,
  ldap,
  logto,
  meteor,
  otherProducts,
  moodle,
  nextcloud,
  kratos,
  parse,
  passport,
  phpbb,
  pocketbase,
  prestashop,
  rails,
  scim,
  strapi,
  stytch,
  supertokens,
  wordpress,
  workos,
  zitadel,
  generic,
]

/** A guide for each export that is recognized, in the order in which they are offered. */
export const guides: readonly Guide[] = [...commonGuides, ...moreGuides]
