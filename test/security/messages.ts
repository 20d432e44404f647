import * as fc from 'fast-check'
import * as z from 'zod'
import { requests } from '../../shared/ipc/contract.ts'

/** A message as it is thrown at the bridge. */
export type Message = { readonly channel: string; readonly input: unknown }

/** Stands in every text that is thrown; a reply that holds it has said the content back. */
export const canary = 'CANARY'

type Schema = {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema | boolean
  readonly additionalProperties?: Schema | boolean
}

const text = fc.string({ maxLength: 20 }).map((rest) => `${canary}-${rest}`)

const hostile = fc.oneof(
  text,
  fc.constantFrom(
    null,
    true,
    -1,
    0,
    1.5,
    1e308,
    2 ** 53,
    '',
    [],
    {},
    `${canary}\u0000`,
    `${canary}/../../etc/passwd`,
    `'; DROP TABLE user; -- ${canary}`,
    `${canary}${'x'.repeat(20_000)}`,
    { __proto__: null, constructor: canary },
    JSON.parse(`{"__proto__": {"polluted": "${canary}"}}`) as unknown,
    Array.from({ length: 2000 }, (_, index) => `${canary}${index}`),
  ),
  fc.jsonValue({ maxDepth: 4 }),
)

/** Values of a schema, each part of which may be something else instead. */
function nearly(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 6, arbitrary: fitting(schema) }, { weight: 1, arbitrary: hostile })
}

function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const either = schema.anyOf ?? schema.oneOf
  if (either) return fc.oneof(...either.map(nearly))
  switch (schema.type) {
    case 'object': {
      const own = Object.entries(schema.properties ?? {})
      return fc.record(Object.fromEntries(own.map(([name, internal]) => [name, nearly(internal)])), {
        requiredKeys: [],
      })
    }
    case 'array':
      return fc.array(typeof schema.items === 'object' ? nearly(schema.items) : hostile, { maxLength: 5 })
    case 'string':
      return text
    case 'integer':
      return fc.integer({ min: -2, max: 50 })
    case 'number':
      return fc.double()
    case 'boolean':
      return fc.boolean()
    default:
      return hostile
  }
}

/** Channels that would end the scene or begin it anew are only called with wrong input. */
const costly = new Set(['export:sample', 'document:new', 'document:close', 'rehearsal:start', 'core:connect'])

const toKnown = Object.entries(requests).map(([channel, { input }]) => {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema
  const bad = fc.oneof(text, fc.integer(), fc.constant(null), fc.array(text, { maxLength: 3 }))
  return fc.record({ channel: fc.constant(channel), input: costly.has(channel) ? bad : nearly(schema) })
})

const toUnknown = fc.record({
  channel: fc.oneof(
    text,
    fc.constantFrom('internal:path', 'internal:open', 'queries:open', '__proto__', 'constructor', ''),
  ),
  input: hostile,
})

/** The same messages for the same seed: most for channels that there are, nearly as they should be. */
export function messages(count: number, seed: number): readonly Message[] {
  const any = fc.oneof({ weight: 9, arbitrary: fc.oneof(...toKnown) }, { weight: 1, arbitrary: toUnknown })
  return fc.sample(any, { numRuns: count, seed })
}

/** The law of a reply to any message: an envelope; when refused, a code and a sentence without the content. */
export function faultOf(message: Message, answer: unknown): string | null {
  const parsed = envelope.safeParse(answer)
  if (!parsed.success) return `${message.channel}: not an envelope`
  if (!parsed.data.ok && JSON.stringify(answer).includes(canary)) return `${message.channel}: said the content back`
  return null
}

const envelope = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.strictObject({
    ok: z.literal(false),
    error: z.strictObject({ code: z.string().max(60), message: z.string().max(600) }),
  }),
])

/** `ok`, or the code of the refusal. */
export function codeOf(answer: unknown): string {
  const parsed = envelope.safeParse(answer)
  if (!parsed.success) return 'no envelope'
  return parsed.data.ok ? 'ok' : parsed.data.error.code
}
