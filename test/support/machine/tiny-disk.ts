import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'

/** Mounts a file system of some kilobytes; null where this machine does not let us. */
export function tinyDisk(kilobytes: number): string | null {
  if (process.platform !== 'linux') return null
  const folder = join(temporaryFolder(), 'tiny')
  mkdirSync(folder)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k,mode=0700`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return null
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder], { stdio: 'ignore' }))
  return folder
}
