import * as z from 'zod'
import { isObject } from '../../../shared/json.ts'

type Check = (value: unknown) => boolean

/**
 * A check of values of JSON by a schema that transforms nothing: what it lets through is exactly what parsing would return. It takes a
 * tenth of the time, because it copies nothing, and is made once. False: parse the value, which says what is wrong, or leaves out what the
 * schema does not name.
 */
export function jsonCheck<T>(schema: z.ZodType<T>): (value: unknown) => value is T {
  const check = checkOf(schema)
  return (value): value is T => check(value)
}

function checkOf(schema: z.core.$ZodType): Check {
  if (schema instanceof z.ZodNullable) {
    const check = checkOf(schema.unwrap())
    return (value) => value === null || check(value)
  }
  // JSON has no undefined: what may be left out is left out.
  if (schema instanceof z.ZodExactOptional) return checkOf(schema.unwrap())
  if (schema instanceof z.ZodArray && !hasChecks(schema)) {
    const check = checkOf(schema.element)
    return (value) => Array.isArray(value) && value.every((one) => check(one))
  }
  if (schema instanceof z.ZodObject && !hasChecks(schema)) return objectCheck(schema)
  if (schema instanceof z.ZodString && !hasChecks(schema)) return (value) => typeof value === 'string'
  if (schema instanceof z.ZodBoolean && !hasChecks(schema)) return (value) => typeof value === 'boolean'
  // JSON holds numbers that are too large for any.
  if (schema instanceof z.ZodNumber && !hasChecks(schema)) return (value) => Number.isFinite(value)
  return (value) => z.safeParse(schema, value).success
}

function hasChecks(schema: z.ZodType): boolean {
  return schema.def.checks !== undefined && schema.def.checks.length > 0
}

function objectCheck({ shape }: z.ZodObject): Check {
  const checks = new Map(Object.entries(shape).map(([key, schema]) => [key, checkOf(schema)]))
  const required = Object.entries(shape).flatMap(([key, schema]) => (schema instanceof z.ZodExactOptional ? [] : [key]))
  return (value) => {
    if (!isObject(value)) return false
    // An object of JSON inherits no key.
    for (const key in value) if (checks.get(key)?.(value[key]) !== true) return false
    for (const key of required) if (!Object.hasOwn(value, key)) return false
    return true
  }
}
