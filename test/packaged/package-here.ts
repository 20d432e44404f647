import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { displayMissing } from '../e2e/hosts/display.ts'
import { root } from '../e2e/hosts/opened-app.ts'

const run = promisify(execFile)

/** The result of `npm run package`: the folder of the app, its executable, its archive, its bill of materials. */
export type Package = {
  readonly folder: string
  readonly executable: string
  readonly archive: string
  readonly sbom: string
}

/** Why the packaged app cannot be made and started here; null when it can. */
export function packagingMissing(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'only the package for Linux on x64 is looked into'
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(root, 'node_modules/electron/dist')
  if (!existsSync(join(folder, 'electron')))
    return 'no Electron: neither installed nor named by ELECTRON_OVERRIDE_DIST_PATH'
  return displayMissing()
}

/** Packages the app into a folder of its own, without installers, which need tools from the network. */
export async function packageHere(output: string): Promise<Package> {
  const electron = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(root, 'node_modules/electron/dist')
  await run(
    process.execPath,
    [join(root, 'packaging/package.mjs'), '--linux', 'dir', `--config.directories.output=${output}`],
    { cwd: root, env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: electron }, maxBuffer: 1 << 26 },
  )
  const folder = join(output, 'linux-unpacked')
  return {
    folder,
    executable: join(folder, 'user-migration-assistant'),
    archive: join(folder, 'resources/app.asar'),
    sbom: join(root, 'release/sbom.cdx.json'),
  }
}
