/** What one message may hold at most. The largest honest one names a hundred thousand chosen users. */
const most = { values: 250_000, characters: 4 * 1024 ** 2, depth: 32 } as const

/**
 * Whether a message is plain data of a bearable size: null, booleans, numbers, texts, arrays and plain objects, at most
 * 250,000 of them, 32 deep, with 4 Mi characters in all. What crosses between processes could be more: maps, dates,
 * buffers, rings.
 */
export function isWithinMessageLimits(message: unknown): boolean {
  const left = { values: most.values, characters: most.characters }
  const waiting: (readonly [value: unknown, depth: number])[] = [[message, 0]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, depth] = next
    left.values -= 1
    if (typeof value === 'string') left.characters -= value.length
    else if (typeof value === 'object' && value !== null) {
      if (!isPlainObject(value)) return false
      for (const [key, internal] of Object.entries(value)) {
        left.characters -= key.length
        waiting.push([internal, depth + 1])
        if (waiting.length > left.values) return false
      }
    } else if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') return false
    if (left.values < 0 || left.characters < 0 || depth > most.depth) return false
  }
  return true
}

function isPlainObject(value: object): boolean {
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
