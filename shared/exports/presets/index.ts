import { presetFormat } from './read-preset.ts'
import { aspnetIdentity } from './aspnet-identity.ts'
import { betterAuth } from './better-auth.ts'
import { drupal } from './drupal.ts'
import { strapi } from './strapi.ts'
import { directus } from './directus.ts'
import { moodle } from './moodle.ts'
import { phpbb } from './phpbb.ts'
import { ghost } from './ghost.ts'
import { gitea } from './gitea.ts'
import { pocketbase } from './pocketbase.ts'
import { joomla } from './joomla.ts'
import { prestashop } from './prestashop.ts'
import { googleWorkspace } from './google-workspace.ts'
import { laravel } from './laravel.ts'
import { rails } from './rails.ts'
import { otherProducts } from './other-products.ts'
import { wordpress } from './wordpress.ts'

/** Exports that are only tables of columns. */
export const presets = [
  laravel,
  rails,
  wordpress,
  drupal,
  betterAuth,
  strapi,
  directus,
  moodle,
  phpbb,
  ghost,
  gitea,
  pocketbase,
  joomla,
  prestashop,
  googleWorkspace,
  aspnetIdentity,
  otherProducts,
].map(presetFormat)
