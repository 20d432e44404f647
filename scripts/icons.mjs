// npm run icons: draws the icons of the app and of its documents from their SVG sources. Run it after changing one; what
// it makes is kept in the repository, because packaging has no browser.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import './installed.mjs'

// A dynamic import, so that installed.mjs has run before.
const { chromium } = await import('playwright')
const root = join(import.meta.dirname, '..')
const resources = join(root, 'packaging', 'resources')
const sizes = [16, 32, 48, 64, 128, 256, 512, 1024]

/** Sizes in an .icns by their type (Apple: all of them hold PNG). */
const icnsTypes = { 16: 'icp4', 32: 'icp5', 64: 'icp6', 128: 'ic07', 256: 'ic08', 512: 'ic09', 1024: 'ic10' }

const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome', chromium.executablePath()].find((path) =>
  existsSync(path),
)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  const app = await draw(readFileSync(join(root, 'renderer', 'icon.svg'), 'utf8'))
  const document = await draw(readFileSync(join(root, 'packaging', 'document.svg'), 'utf8'))
  mkdirSync(join(resources, 'icons'), { recursive: true })
  mkdirSync(join(root, 'renderer', 'public'), { recursive: true })
  for (const size of sizes.slice(0, -1)) {
    writeFileSync(join(resources, 'icons', `${size}x${size}.png`), app.get(size))
  }
  // Windows and the tab of a browser show it.
  writeFileSync(join(root, 'renderer', 'public', 'icon-256.png'), app.get(256))
  writeFileSync(join(resources, 'icon.icns'), icns(app))
  writeFileSync(join(resources, 'icon.ico'), ico(app))
  writeFileSync(join(resources, 'migration.icns'), icns(document))
  writeFileSync(join(resources, 'migration.ico'), ico(document))
  writeFileSync(join(resources, 'migration.png'), document.get(256))
} finally {
  await browser.close()
}

/** PNGs of one drawing by their size. */
async function draw(svg) {
  const images = new Map()
  const page = await browser.newPage()
  for (const size of sizes) {
    await page.setViewportSize({ width: size, height: size })
    const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
    await page.setContent(
      `<body style="margin:0"><img src="${source}" width="${size}" height="${size}" style="display:block">`,
    )
    await page.waitForFunction(() => document.images[0]?.complete)
    images.set(size, await page.screenshot({ omitBackground: true }))
  }
  await page.close()
  return images
}

/** Apple's container: a type of four letters, a length with its own eight bytes, the image. */
function icns(images) {
  const parts = Object.entries(icnsTypes).map(([size, type]) => chunk(type, images.get(Number(size))))
  return chunk('icns', Buffer.concat(parts))
}

function chunk(type, data) {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32BE(data.length + 8, 4)
  return Buffer.concat([head, data])
}

/** Windows' container: a directory of images up to 256, each a PNG. */
function ico(images) {
  const wanted = [16, 32, 48, 64, 128, 256].map((size) => [size, images.get(size)])
  const head = Buffer.alloc(6 + 16 * wanted.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(wanted.length, 4)
  let offset = head.length
  for (const [index, [size, data]] of wanted.entries()) {
    const at = 6 + 16 * index
    // 256 is written as 0.
    head.writeUInt8(size % 256, at)
    head.writeUInt8(size % 256, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(data.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += data.length
  }
  return Buffer.concat([head, ...wanted.map(([, data]) => data)])
}
