import { signedBy, type HostChallenge } from '../../shared/ipc/loopback.ts'

/** A question that only the host with this bearer can answer; asking it gives nothing of the bearer away. */
export type Challenge = {
  readonly body: string
  /** Is this the first line of the host that knows the bearer? */
  readonly isAnsweredBy: (line: string) => boolean
}

/** Makes a fresh challenge. */
export async function createChallenge(bearer: string): Promise<Challenge> {
  const challenge = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const bytes = new TextEncoder()
  const key = await crypto.subtle.importKey('raw', bytes.encode(bearer), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  const sign = async (text: string) =>
    base64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes.encode(text))))
  const wanted = await sign(signedBy.host(challenge))
  const asked: HostChallenge = { challenge, mac: await sign(signedBy.page(challenge)) }
  return {
    body: JSON.stringify(asked),
    isAnsweredBy: (line) => {
      try {
        const said: unknown = JSON.parse(line)
        return typeof said === 'object' && said !== null && 'mac' in said && said.mac === wanted
      } catch {
        return false
      }
    },
  }
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '')
}
