import { isUtf8 } from 'node:buffer'

/** How many values may still be copied; anchors make many of few. */
export type Budget = { left: number }

/** A value of YAML as data, with what anchors stand for copied. Null: it is too much or too deep. */
export function plainValue(value: unknown, budget: Budget): { readonly value: unknown } | null {
  let tooMuch = false
  const copy = (one: unknown, depth: number): unknown => {
    budget.left -= 1
    if (budget.left < 0 || depth > maxDepth) tooMuch = true
    if (tooMuch) return null
    if (one instanceof Uint8Array) return isUtf8(one) ? Buffer.from(one).toString('utf8') : `(${one.length} bytes)`
    if (Array.isArray(one)) return one.map((element: unknown) => copy(element, depth + 1))
    if (typeof one !== 'object' || one === null) return one
    const members = Object.entries(one).map(([name, member]) => [
      name === '__proto__' ? '(__proto__)' : name,
      copy(member, depth + 1),
    ])
    return Object.fromEntries(members)
  }
  const copied = copy(value, 1)
  return tooMuch ? null : { value: copied }
}

const maxDepth = 200
