import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { openExport } from '../../../../electron/engine/reading/open-export.ts'
import { fileWith, openWith, readAll, valuesOf } from './support.ts'

const table = 'id,name\n1,Zoë\n'
const rows = [{ id: '1', name: 'Zoë' }]

type File = {
  readonly name: string
  readonly content: string
  readonly method?: number
  readonly flags?: number
  /** Sizes are written behind the content, as programs do that write to a pipe. */
  readonly piped?: boolean
  readonly crc?: number
  readonly size?: number
}

/** ZIP64 as the specification describes it (4.3.14, 4.3.15, 4.5.3), with what a hostile archive may claim. */
type Zip64 = { readonly count?: bigint; readonly directory?: bigint; readonly at?: bigint; readonly unpacked?: bigint }

/** A zip archive as the specification describes it. */
function zip(files: readonly File[], count = files.length, zip64: Zip64 | null = null): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, method = 8, flags = 0, piped = false, crc, size } of files) {
    const plain = Buffer.from(content)
    const packed = method === 8 ? deflateRawSync(plain) : plain
    const sums = [crc ?? crc32(plain), packed.length, size ?? plain.length]
    const head = (sizes: readonly number[]) =>
      Buffer.concat([words(20, piped ? 8 : flags, method, 0, 0), longs(...sizes), words(name.length)])
    const local = Buffer.concat([
      longs(0x04034b50),
      head(piped ? [0, 0, 0] : sums),
      words(3),
      Buffer.from(`${name}???`),
    ])
    const behind = piped ? longs(0x08074b50, ...sums) : Buffer.alloc(0)
    parts.push(local, packed, behind)
    if (zip64 === null) {
      directory.push(longs(0x02014b50), words(20), head(sums), words(0, 0, 0, 0), longs(0, offset), Buffer.from(name))
    } else {
      const { unpacked } = zip64
      const true64 = [unpacked ?? BigInt(plain.length), BigInt(packed.length), zip64.at ?? BigInt(offset)]
      const extra = Buffer.concat([words(1, 24), ...true64.map(long64)])
      const unknown = head([crc ?? crc32(plain), 0xffffffff, 0xffffffff])
      directory.push(longs(0x02014b50), words(45), unknown, words(extra.length, 0, 0, 0), longs(0, 0xffffffff))
      directory.push(Buffer.from(name), extra)
    }
    offset += local.length + packed.length + behind.length
  }
  const central = Buffer.concat(directory)
  if (zip64 !== null) {
    const all = zip64.count ?? BigInt(count)
    const record = [long64(44n), words(45, 45), longs(0, 0), long64(all), long64(all), long64(BigInt(central.length))]
    const locator = [longs(0x07064b50, 0), long64(BigInt(offset + central.length)), longs(1)]
    const end = [longs(0x06054b50), words(0, 0, 0xffff, 0xffff), longs(0xffffffff, 0xffffffff), words(0)]
    const directoryAt = long64(zip64.directory ?? BigInt(offset))
    return Buffer.concat([...parts, central, longs(0x06064b50), ...record, directoryAt, ...locator, ...end])
  }
  const end = [longs(0x06054b50), words(0, 0, count, count), longs(central.length, offset), words(2), Buffer.from('hi')]
  return Buffer.concat([...parts, central, ...end])
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  values.forEach((value, index) => bytes.writeUInt16LE(value, index * 2))
  return bytes
}

function longs(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => bytes.writeUInt32LE(value >>> 0, index * 4))
  return bytes
}

function long64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}

async function refusal(content: Buffer): Promise<readonly string[]> {
  const opened = await openExport(fileWith(content))
  return opened.ok ? [] : [opened.error.code, opened.error.message]
}

describe('a zip archive with one file', () => {
  const one = { name: 'users.csv', content: table }

  it.each<[string, readonly File[]]>([
    ['packed', [one]],
    ['not packed', [{ ...one, method: 0 }]],
    ['written to a pipe', [{ ...one, piped: true }]],
    [
      'in a folder, with what macOS adds',
      [
        { name: 'export/', content: '', method: 0 },
        { ...one, name: 'export/users.csv' },
        { name: '__MACOSX/export/._users.csv', content: 'x' },
        { name: 'export/.DS_Store', content: 'x' },
      ],
    ],
  ])('is read: %s', async (_, files) => {
    expect((await openWith(zip(files))).compression).toBe('zip')
    expect(valuesOf(await readAll(zip(files)))).toEqual(rows)
  })

  it('is read in ZIP64', async () => {
    expect(valuesOf(await readAll(zip([one], 1, {})))).toEqual(rows)
    expect(await refusal(zip([one, one], 2, {}))).toEqual(['several-files', expect.stringContaining('holds 2 files')])
  })

  it('that is damaged says so behind what could be read', async () => {
    expect(valuesOf(await readAll(zip([{ ...one, crc: 7 }])))).toEqual([...rows, expect.stringContaining('is damaged')])
  })

  it('may hold any kind of export', async () => {
    expect((await openWith(zip([{ name: 'd.sql', content: 'INSERT INTO a (id) VALUES (1);' }]))).format).toBe('sql')
  })
})

describe('a zip archive is refused', () => {
  const one = { name: 'users.csv', content: table }
  const whole = zip([one])

  it.each<[string, Buffer, string, string]>([
    ['with several files', zip([one, { ...one, name: 'b.csv' }]), 'several-files', 'holds 2 files'],
    ['without any', zip([]), 'file-packed', 'is empty'],
    ['with a password', zip([{ ...one, flags: 1 }]), 'file-encrypted', 'with a password'],
    ['packed in another way', zip([{ ...one, method: 12 }]), 'file-packed', 'in a way that is not read'],
    ['that is a workbook', zip([{ name: '[Content_Types].xml', content: '<x/>' }, one]), 'file-packed', 'workbook'],
    ['that was cut', whole.subarray(0, whole.length - 30), 'file-packed', 'cut or is damaged'],
    ['whose list of files is damaged', zip([one], 2), 'file-packed', 'damaged'],
    ['whose list is shorter than it says', zip([one], 0xffff), 'file-packed', 'damaged'],
    ['with more files than an export has', zip(Array.from({ length: 1200 }, () => one)), 'file-packed', 'more than'],
    ['in ZIP64, whose list lies behind its end', zip([one], 1, { directory: 2n ** 40n }), 'file-packed', 'damaged'],
    ['in ZIP64, whose list lies nowhere', zip([one], 1, { directory: 2n ** 64n - 1n }), 'file-packed', 'damaged'],
    ['in ZIP64, whose file lies nowhere', zip([one], 1, { at: 2n ** 63n }), 'file-packed', 'damaged'],
    ['in ZIP64, with more files than there are', zip([one], 1, { count: 2n ** 63n }), 'file-packed', 'damaged'],
    [
      'in ZIP64, that says it unpacks to far too much',
      zip([one], 1, { unpacked: 2n ** 62n }),
      'file-packed',
      '250 times',
    ],
    [
      'with another archive in it',
      zip([{ name: 'b.zip', content: whole.toString('latin1') }]),
      'file-packed',
      'zip archive',
    ],
    ['that says it unpacks to far too much', zip([{ ...one, size: 2 ** 31 }]), 'file-packed', 'more than 250 times'],
  ])('%s', async (_, content, code, words) => {
    expect(await refusal(content)).toEqual([code, expect.stringContaining(words)])
  })
})

describe('a gzip file', () => {
  it('may have anything behind it', async () => {
    expect(valuesOf(await readAll(Buffer.concat([gzipSync(table), Buffer.alloc(100_000)])))).toEqual(rows)
  })

  it('that was packed twice is refused', async () => {
    expect(await refusal(gzipSync(gzipSync(table)))).toEqual(['file-packed', expect.stringContaining('packed twice')])
  })

  it('that unpacks to far too much is refused', async () => {
    const bomb = gzipSync(Buffer.alloc(130 * 1024 * 1024, '1,ann@example.com\n'))
    expect(await refusal(bomb)).toEqual(['file-packed', expect.stringContaining('more than 250 times')])
  })
})
