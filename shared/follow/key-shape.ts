/** The kind of an ID of a source. */
type KeyShape = 'none' | 'number' | 'uuid' | 'hex' | 'email' | 'text'

function keyShape(id: string | null): KeyShape {
  if (id === null) return 'none'
  if (/^\d{1,20}$/.test(id)) return 'number'
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return 'uuid'
  if (/^[0-9a-f]{16,64}$/i.test(id)) return 'hex'
  return /^[^@\s]+@[^@\s]+$/.test(id) ? 'email' : 'text'
}

/** Counts shapes of IDs, and tells which one more than half of them have; null: none. */
type ShapeCount = { readonly add: (id: string | null) => void; readonly usual: () => KeyShape | null }

export function countShapes(): ShapeCount {
  const counts = new Map<KeyShape, number>()
  let all = 0
  return {
    add: (id) => {
      const shape = keyShape(id)
      counts.set(shape, (counts.get(shape) ?? 0) + 1)
      all += 1
    },
    usual: () => [...counts].find(([, n]) => n * 2 > all)?.[0] ?? null,
  }
}
