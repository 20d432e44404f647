import { authServices } from './auth-services.ts'
import { contentAndBackends } from './content-and-backends.ts'
import { customerIdentity } from './customer-identity.ts'
import { forumsAndShops } from './forums-and-shops.ts'
import { otherProducts } from './other-products.ts'
import { radius } from './radius.ts'
import { presetFormat } from './read-preset.ts'
import { webFrameworks } from './web-frameworks.ts'

/** Export formats made from presets. */
export const presets = [
  ...authServices,
  ...customerIdentity,
  ...webFrameworks,
  ...contentAndBackends,
  ...forumsAndShops,
  radius,
  otherProducts,
].map(presetFormat)
