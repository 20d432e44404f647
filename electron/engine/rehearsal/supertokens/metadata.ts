import * as z from 'zod'
import { jsonObject } from '../../../../shared/json-object.ts'
import { json, type CoreReply } from '../exchange.ts'
import { putMetadata } from '../store/people.ts'
import { readBody, readQuery, type Call } from './call.ts'

/** GET /recipe/user/metadata, of any id. */
export function readMetadata(call: Call): CoreReply {
  const given = readQuery(call, 'userId')
  if (!given.ok) return given.reply
  return json({ metadata: call.context.people.metadata.get(given.value.userId) ?? {}, status: 'OK' })
}

const metadataBody = z.object({ userId: z.string(), metadataUpdate: jsonObject })

/** PUT /recipe/user/metadata: a shallow merge; null removes a key. */
export function mergeMetadata(call: Call): CoreReply {
  const body = readBody(call, metadataBody)
  if (!body.ok) return body.reply
  const { userId, metadataUpdate } = body.value
  const { people } = call.context
  const merged = Object.entries({ ...people.metadata.get(userId), ...metadataUpdate })
  const metadata = Object.fromEntries(merged.filter(([, value]) => value !== null))
  putMetadata(people, userId, metadata)
  return json({ metadata, status: 'OK' })
}
