import type { CoreRequest, Reply } from './scripted-core.ts'

/** The secrets of a code, as a core hands them out: link code, session, device, what the user would type. */
export type CodeSecrets = readonly [linkCode: string, session: string, device: string, typed: string]

/** A script for a core that says back whatever it was told, in many ways: body, headers and the codes it made. */
export function echoing([linkCode, preAuthSessionId, deviceId, userInputCode]: CodeSecrets) {
  const code = {
    status: 'OK',
    preAuthSessionId,
    codeId: 'id',
    deviceId,
    userInputCode,
    linkCode,
    timeCreated: 1,
    codeLifetime: 900_000,
  }
  return ({ body, headers, path, method }: CoreRequest): Reply | null => {
    if (method === 'GET') return null
    if (path.endsWith('/code')) return { body: code }
    const echoed = `${JSON.stringify(body)} ${JSON.stringify(headers)} ${JSON.stringify(code)}`
    if (body['email'] === 'b@example.com') return { status: 400, body: echoed }
    if (body['email'] === 'a@example.com') return { status: 500, body: `<p>${echoed}</p>` }
    if (body['email'] === 's@example.com') return { body: { status: `ECHO ${echoed}`, echoed } }
    return { status: 422, body: echoed }
  }
}
