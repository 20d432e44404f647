import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const resources = resolve(import.meta.dirname, '../../packaging/resources')

/** The width of a PNG; fails on what is none. */
function widthOf(image: Buffer): number {
  expect(image.toString('latin1', 1, 4)).toBe('PNG')
  expect(image.readUInt32BE(16)).toBe(image.readUInt32BE(20))
  return image.readUInt32BE(16)
}

test.each(['icon.icns', 'migration.icns'])('%s holds a PNG of every size that its types name', (name) => {
  const file = readFileSync(join(resources, name))
  const found: Record<string, number> = {}
  for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4)) {
    found[file.toString('latin1', at, at + 4)] = widthOf(file.subarray(at + 8))
  }
  expect([file.toString('latin1', 0, 4), file.readUInt32BE(4)]).toEqual(['icns', file.length])
  expect(found).toEqual({ icp4: 16, icp5: 32, icp6: 64, ic07: 128, ic08: 256, ic09: 512, ic10: 1024 })
})

test.each(['icon.ico', 'migration.ico'])('%s holds a PNG of every size that its directory names', (name) => {
  const file = readFileSync(join(resources, name))
  const images = Array.from({ length: file.readUInt16LE(4) }, (_, index) => {
    const at = 6 + 16 * index
    const [size, length, offset] = [file.readUInt8(at) || 256, file.readUInt32LE(at + 8), file.readUInt32LE(at + 12)]
    return [size, widthOf(file.subarray(offset, offset + length))]
  })
  expect(images).toEqual([16, 32, 48, 64, 128, 256].map((size) => [size, size]))
})

test('every size for Linux, and the one of the window, are there', () => {
  const sizes = [16, 32, 48, 64, 128, 256, 512]
  const found = sizes.map((size) => widthOf(readFileSync(join(resources, 'icons', `${size}x${size}.png`))))
  expect(found).toEqual(sizes)
  const shown = join(resources, '../../renderer/public/icon-256.png')
  expect(existsSync(shown) && widthOf(readFileSync(shown))).toBe(256)
})
