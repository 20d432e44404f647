import type { ExportFormat } from '../mapping/export-format.ts'

/** Tells what the value at a path becomes, by its own field or that of an object that is read whole; null: nothing reads it. */
export function fieldAt(fields: ExportFormat['fields']): (path: string) => string | null {
  const known = new Map(fields.map((field) => [field.path, field]))
  return (path) => {
    const own = known.get(path)
    if (own !== undefined) return own.becomes
    for (let at = path.length - 1; at > 0; at -= 1) {
      if (path[at] !== '.' && path[at] !== '[') continue
      const outer = known.get(path.slice(0, at))
      if (outer?.whole === true) return outer.becomes
    }
    return null
  }
}
