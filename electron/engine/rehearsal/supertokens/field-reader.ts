/** Where a field stands, as real cores say it: ` for a loginMethod.`, or `.` at the top. */
type Place = string

/**
 * Reads fields of one JSON object in the wording of real cores' bulk import, and collects every error instead of
 * stopping at the first.
 */
export type FieldReader = {
  readonly text: (name: string, place: Place, wanted?: 'required') => string | undefined
  readonly number: (name: string, place: Place) => number | undefined
  readonly flag: (name: string, place: Place) => boolean | undefined
  readonly object: (name: string, place: Place) => Readonly<Record<string, unknown>> | undefined
  readonly list: (name: string, place: Place, wanted?: 'required') => readonly unknown[] | undefined
  readonly texts: (name: string, place: Place, wanted?: 'required') => readonly string[] | undefined
}

export function fieldReader(source: unknown, errors: string[]): FieldReader {
  const fields = isObject(source) ? source : {}
  const read = <T>(
    name: string,
    place: Place,
    wanted: string | undefined,
    type: { readonly name: string; readonly is: (value: unknown) => value is T },
  ): T | undefined => {
    const value = fields[name]
    if (value === undefined) {
      if (wanted !== undefined) errors.push(`${name} is required${place}`)
      return undefined
    }
    if (type.is(value)) return value
    errors.push(`${name} should be of type ${type.name}${place}`)
    return undefined
  }
  return {
    text: (name, place, wanted) => read(name, place, wanted, { name: 'string', is: isText }),
    number: (name, place) => read(name, place, undefined, { name: 'integer', is: isNumber }),
    flag: (name, place) => read(name, place, undefined, { name: 'boolean', is: isFlag }),
    object: (name, place) => read(name, place, undefined, { name: 'object', is: isObject }),
    list: (name, place, wanted) => read(name, place, wanted, { name: 'array of object', is: isList }),
    texts: (name, place, wanted) => read(name, place, wanted, { name: 'array of string', is: isTexts }),
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}

function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean'
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

function isTexts(value: unknown): value is readonly string[] {
  return isList(value) && value.every(isText)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
