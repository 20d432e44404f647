import { presetFormat } from './read-preset.ts'
import { directus, drupal, ghost, joomla, pocketbase, strapi, wordpress } from './content-systems.ts'
import { gitea, moodle, phpbb, prestashop } from './forums-and-shops.ts'
import { googleWorkspace } from './google-workspace.ts'
import { aspnetIdentity, betterAuth, laravel, rails } from './web-frameworks.ts'
import { otherProducts } from './other-products.ts'

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
