import type { Found } from './found.ts'
import { valuesOfVariables, type VariableForm, withValues } from './variable-values.ts'
import { elements, isObject } from './yaml-users.ts'

/*
 * Entries of fixtures as Alice, a library for them, writes them: `ann (extends base)` has the values of `base (template)`, which is none itself,
 * and `user_{1..10}` stands for ten. `<{password}>` has the value of a parameter.
 */

const parameter: VariableForm = { all: /<\{([\w.-]{1,200})\}>/g, sign: '<' }

/** The values of the parameters of a document of fixtures, without those that Alice makes of expressions. */
export function valuesOfParameters(document: object): ReadonlyMap<string, string> {
  const parameters = 'parameters' in document && isObject(document.parameters) ? unescaped(document.parameters) : null
  return valuesOfVariables(parameters, parameter)
}

/** The entries of one class of fixtures, with the values of their templates and of the parameters of their document. */
export function fixtureEntries(members: object, parameters: ReadonlyMap<string, string>): readonly Found[] {
  return entriesWithTemplates(members).map((row) => {
    if (parameters.size === 0 || row.standsFor !== undefined) return row
    const variables = new Map<string, string>()
    const value = withValues(row.value, parameters, parameter, variables)
    return variables.size === 0 ? row : { ...row, value, variables }
  })
}

function entriesWithTemplates(members: object): readonly Found[] {
  const rows = elements(members).map((row) =>
    isObject(row.value) ? { ...row, value: unescaped(row.value), from: row.value } : row,
  )
  const named = new Map(rows.map((row) => [withoutFlags(row.name ?? ''), row]))
  return rows.map((row) => {
    const { name } = row
    const value = row.value ?? {}
    if (name === null) return row
    const plain = { ...row, name: withoutFlags(name) }
    if (isOfSeveral(name)) return { ...plain, standsFor: 'several' }
    if (isTemplate.test(name)) return { ...plain, standsFor: 'template' }
    return isObject(value) && templatesOf(name).length > 0
      ? { ...plain, value: Object.fromEntries(valuesOf({ ...row, value }, named, 0)) }
      : plain
  })
}

/** Texts without the backslashes by which Alice tells its own signs from plain ones: `ann\@acme.example`, `\$2y\$13\$…`. */
function unescaped(value: object): Readonly<Record<string, unknown>> {
  const plain = (one: unknown) => (typeof one === 'string' ? one.replaceAll(/\\([@$<[%])/g, '$1') : one)
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]))
}

/** The values of an entry behind the values of its templates. A template may extend another one. */
function valuesOf({ name, value }: Found, named: ReadonlyMap<string, Found>, depth: number): [string, unknown][] {
  if (!isObject(value)) return []
  const templates = templatesOf(name ?? '').flatMap((one) => named.get(one) ?? [])
  const inherited = depth < deepest ? templates.flatMap((one) => valuesOf(one, named, depth + 1)) : []
  return [...inherited, ...Object.entries(value)]
}

const deepest = 4

/** Whether a name of an entry is written as only Alice writes it: with flags, or for several. */
export function isFixtureName(name: string): boolean {
  return isOfSeveral(name) || isTemplate.test(name) || templatesOf(name).length > 0
}

/** Whether a name has a range or a list in braces, `user_{1..10}`, `user_{ann, ben}`, `user_{@group*}`. */
function isOfSeveral(name: string): boolean {
  const [, inside = ''] = /\{([^{}]*)\}/.exec(name) ?? []
  return inside.startsWith('@') || inside.includes('..') || inside.includes(',')
}

const isTemplate = /\(template[,)]|, *template\)/
const flags = /\((?:template|local|extends)\b[^()]*\)/g

function withoutFlags(name: string): string {
  return name.replaceAll(flags, '').trim()
}

function templatesOf(name: string): readonly string[] {
  return [...name.matchAll(/[(,] *extends +([^\s,()]+)/g)].map(([, template = '']) => template)
}
