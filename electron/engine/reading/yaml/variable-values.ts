import { isObject } from '../../../../shared/json.ts'

/* Variables whose values stand once in a document, and in place of which the texts of its records have their names. */

/** How a kind of document writes a variable: all of a text's, with the name as the first group, and the sign of one that it cannot be without. */
export type VariableForm = { readonly all: RegExp; readonly sign: string }

/** The values of variables that are not themselves made of others, or by a server or program: `#{UUID()}`. */
export function valuesOfVariables(variables: unknown, { sign }: VariableForm): ReadonlyMap<string, string> {
  return new Map(
    isObject(variables)
      ? Object.entries(variables).flatMap(([name, value]: [string, unknown]) =>
          typeof value === 'string' && !value.includes(sign) ? [[name, value] as const] : [],
        )
      : [],
  )
}

/** A value in which each variable of its texts has its own value. `used`: gets these variables. */
export function withValues(
  value: unknown,
  values: ReadonlyMap<string, string>,
  form: VariableForm,
  used: Map<string, string>,
): unknown {
  if (typeof value === 'string')
    return value.replaceAll(form.all, (variable, name: string) => {
      const own = values.get(name)
      if (own !== undefined) used.set(name, own)
      return own ?? variable
    })
  if (Array.isArray(value)) return value.map((one: unknown) => withValues(one, values, form, used))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => [name, withValues(member, values, form, used)]),
  )
}
