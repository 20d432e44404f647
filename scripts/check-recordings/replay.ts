import { differences } from './compare.ts'
import { replyText, type Recording } from './recording.ts'
import { translate, translateText, type Translation } from './translation.ts'

/** The place of the key in recorded headers. */
const keyPlaceholder = '<API_KEY>'

/** Sends one recorded request to a core and tells where its reply differs from the recorded one. */
export async function replay(
  recording: Recording,
  core: { readonly baseUrl: string; readonly apiKey: string },
  translation: Translation,
): Promise<string[]> {
  const { method, path, headers, body } = recording.request
  const reply = await fetch(`${core.baseUrl}${translateText(path, translation)}`, {
    method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [
      name,
      value === keyPlaceholder ? core.apiKey : value,
    ]),
    ...(body === undefined
      ? {}
      : { body: typeof body === 'string' ? body : JSON.stringify(translate(body, translation)) }),
  })
  const text = await reply.text()
  const { status, contentType, json } = recording.response
  const replayedType = reply.headers.get('content-type') ?? ''
  return [
    ...(status === reply.status ? [] : [`status: recorded ${status}, replayed ${reply.status}`]),
    ...(contentType === replayedType ? [] : [`type: recorded ${contentType}, replayed ${replayedType}`]),
    ...(json === undefined ? wording(replyText(recording), text) : differences(json, parseJson(text), translation)),
  ]
}

function wording(recorded: string, replayed: string): string[] {
  return recorded === replayed
    ? []
    : [`text: recorded ${JSON.stringify(recorded)}, replayed ${JSON.stringify(replayed)}`]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
