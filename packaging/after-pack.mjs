import { rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Electron's own demonstration app is not ours to ship. */
export default async function afterPack({ appOutDir, packager }) {
  await rm(join(packager.getResourcesDir(appOutDir), 'default_app.asar'), { force: true })
}
