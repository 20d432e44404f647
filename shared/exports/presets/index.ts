import { presetFormat } from './read-preset.ts'
import { betterAuth } from './better-auth.ts'
import { drupal } from './drupal.ts'
import { laravel } from './laravel.ts'
import { rails } from './rails.ts'
import { wordpress } from './wordpress.ts'

/** Exports that are only tables of columns. */
export const presets = [laravel, rails, wordpress, drupal, betterAuth].map(presetFormat)
