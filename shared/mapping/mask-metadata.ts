import { looksSecret, isSecretName, maskSample } from './mask-sample.ts'
import { readEmbedded } from './value-at.ts'

type Json = Readonly<Record<string, unknown>>

/** Metadata as the screen may show it: what looks secret, by its name or by its value, is masked. */
export function maskMetadata(metadata: Json): Json {
  return membersMasked(metadata, null)
}

/** The texts and codes of metadata that look secret: a core may repeat them in a reply. */
export function secretsInMetadata(metadata: Json): readonly string[] {
  const found = Object.entries(metadata).flatMap(([name, value]) => secretsIn(name, value))
  return found.filter(({ length }) => length >= shortest)
}

/** Shorter ones tell nothing, and stand in every text. */
const shortest = 4

/** `outer`: the secret name that the object belongs to; null: none. */
function membersMasked(object: object, outer: string | null): Json {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, masked(outer ?? name, value)]))
}

function masked(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => masked(name, one))
  // What is inside of a secret is secret whatever it is called there.
  if (isObject(value)) return membersMasked(value, holdsSecrets(name) ? name : null)
  if (typeof value === 'string') {
    const inside = readEmbedded(value)
    return inside === null ? maskSample(name, value) : JSON.stringify(masked(name, inside))
  }
  // A number under a secret name is a code.
  return typeof value === 'number' && isSecretName(name) ? '••••' : value
}

/** `private_metadata` is private to the app, and what is in it no secret by that. */
function holdsSecrets(name: string): boolean {
  return isSecretName(name) && !/meta_?data$/i.test(name)
}

function secretsIn(name: string, value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one: unknown) => secretsIn(name, one))
  if (isObject(value)) {
    const outer = holdsSecrets(name) ? name : null
    return Object.entries(value).flatMap(([inner, one]) => secretsIn(outer ?? inner, one))
  }
  if (typeof value === 'number') return isSecretName(name) ? [String(value)] : []
  if (typeof value !== 'string') return []
  const inside = readEmbedded(value)
  return [...(looksSecret(name, value) ? [value] : []), ...(inside === null ? [] : secretsIn(name, inside))]
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
