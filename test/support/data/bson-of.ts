/** An id, a time, bytes, or a long integer, as BSON tells them from other values. */
export type BsonValue =
  | null
  | boolean
  | string
  | number
  | bigint
  | Date
  | Buffer
  | { readonly oid: string }
  | readonly BsonValue[]
  | { readonly [name: string]: BsonValue }

/** One document of BSON. */
export function bsonOf(document: { readonly [name: string]: BsonValue }): Buffer {
  const members = Object.entries(document).map(([name, value]) => {
    const [type, bytes] = encode(value)
    return Buffer.concat([Buffer.from([type]), Buffer.from(`${name}\0`), bytes])
  })
  const inside = Buffer.concat([...members, Buffer.from([0])])
  return Buffer.concat([int32(inside.length + 4), inside])
}

function encode(value: BsonValue): readonly [number, Buffer] {
  if (value === null) return [0x0a, Buffer.alloc(0)]
  if (typeof value === 'boolean') return [0x08, Buffer.from([value ? 1 : 0])]
  if (typeof value === 'string')
    return [0x02, Buffer.concat([int32(Buffer.byteLength(value) + 1), Buffer.from(`${value}\0`)])]
  if (typeof value === 'number') return Number.isInteger(value) ? [0x10, int32(value)] : [0x01, double(value)]
  if (typeof value === 'bigint') return [0x12, int64(value)]
  if (value instanceof Date) return [0x09, int64(BigInt(value.getTime()))]
  if (Buffer.isBuffer(value))
    return [0x05, Buffer.concat([int32(value.length), Buffer.from([value.length === 16 ? 4 : 0]), value])]
  if ('oid' in value && typeof value.oid === 'string') return [0x07, Buffer.from(value.oid, 'hex')]
  return [Array.isArray(value) ? 0x04 : 0x03, bsonOf(Object.fromEntries(Object.entries(value)))]
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}

function int64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64LE(value)
  return bytes
}

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}
