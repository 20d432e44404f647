import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { comes } from './opened-app.ts'

export type Display = { readonly name: string; readonly end: () => void }

/** Whether a desktop app can show a window: on a display that is there, or on one made with Xvfb. */
export function displayMissing(): string | null {
  if (process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY) return null
  return xvfb() === null ? 'there is no display and no Xvfb' : null
}

function xvfb(): string | null {
  return ['/usr/bin/Xvfb', '/usr/local/bin/Xvfb'].find((path) => existsSync(path)) ?? null
}

/** The display that is there, else one of its own for as long as it is needed. */
export async function openDisplay(): Promise<Display> {
  const binary = xvfb()
  const given = process.env.DISPLAY ?? ''
  if (given !== '' || binary === null) return { name: given, end: () => {} }
  const child = spawn(binary, ['-displayfd', '3', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await comes(
    'the display',
    new Promise<string>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', () => reject(new Error('Xvfb ended at once')))
      child.stdio[3]?.once('data', (data: Buffer) => resolve(data.toString().trim()))
    }),
  )
  return { name: `:${number}`, end: () => void child.kill() }
}
