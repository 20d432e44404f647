import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright'
import { root } from '../e2e/hosts/opened-app.ts'

/** Stops of the tour that README and the help show, and what the picture is called there. */
const shown: Readonly<Record<string, string>> = {
  'connect-live': 'connect',
  export: 'export',
  mapping: 'mapping',
  review: 'review',
  run: 'run',
  report: 'report',
}

/** Pictures of the README, and of the help: a small one in light and dark. */
const places = [
  {
    folder: 'docs/screens',
    names: ['connect', 'review', 'run', 'report'],
    width: 1200,
    quality: 0.8,
    schemes: ['light'],
  },
  {
    folder: 'renderer/components/help/pictures',
    names: Object.values(shown),
    width: 720,
    quality: 0.72,
    schemes: ['light', 'dark'],
  },
] as const

/** Writes the pictures of one stop as WebP, scaled down, where they belong; nothing for a stop that is shown nowhere. */
export async function keepPicture(page: Page, stop: string, scheme: 'light' | 'dark', png: Buffer): Promise<void> {
  const name = shown[stop]
  if (name === undefined) return
  for (const { folder, names, width, quality, schemes } of places) {
    if (!schemes.some((one) => one === scheme) || !names.some((one) => one === name)) continue
    const path = join(root, folder, schemes.length === 1 ? `${name}.webp` : `${name}-${scheme}.webp`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, await asWebp(page, png, width, quality))
  }
}

/** Chromium has an encoder of its own; the picture goes through a data: address, which the policy allows. */
async function asWebp(page: Page, png: Buffer, width: number, quality: number): Promise<Buffer> {
  const data = await page.evaluate(
    async ({ source, wide, how }) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = wide
      canvas.height = Math.round((image.naturalHeight / image.naturalWidth) * wide)
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('no canvas')
      context.imageSmoothingQuality = 'high'
      context.drawImage(image, 0, 0, canvas.width, canvas.height)
      return canvas.toDataURL('image/webp', how)
    },
    { source: `data:image/png;base64,${png.toString('base64')}`, wide: width, how: quality },
  )
  return Buffer.from(data.slice(data.indexOf(',') + 1), 'base64')
}
