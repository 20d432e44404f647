import { contentSystems } from './content-systems.ts'
import { forumsAndShops } from './forums-and-shops.ts'
import { googleWorkspace } from './google-workspace.ts'
import { otherProducts } from './other-products.ts'
import { presetFormat } from './read-preset.ts'
import { webFrameworks } from './web-frameworks.ts'

/** Exports that are only tables of columns. */
export const presets = [...webFrameworks, ...contentSystems, ...forumsAndShops, googleWorkspace, otherProducts].map(
  presetFormat,
)
