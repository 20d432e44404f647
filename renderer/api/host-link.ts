import { loopbackPaths, signedBy } from '../../shared/ipc/loopback.ts'
import type { StreamLine, HostChallenge } from '../../shared/ipc/loopback.ts'

/** The one stream from the host. As long as it is open, the host that proved itself is the one that listens. */
export type HostLink = {
  /** For all requests; null: no host has proved its identity, so nothing is sent. Aborted when the stream breaks. */
  readonly proven: () => AbortSignal | null
  /** The first attempt came to something, or to nothing. */
  readonly tried: Promise<void>
}

export type HostLinkListener = {
  readonly take: (line: StreamLine) => void
  readonly disconnected: () => void
  /** Another page has taken over. */
  readonly over: () => void
}

/** Milliseconds for the proof, and between two attempts. */
const answerTimeoutMs = 10_000
const pause = 1000

/** A proof is shorter; who sends more is not the host. */
const maxHostReply = 300

/** Connects, and connects again when the stream breaks, until the session is over. */
export function createHostLink(bearer: string, listener: HostLinkListener, ask: typeof fetch = fetch): HostLink {
  let current: AbortController | null = null

  /** Reads one stream to its end. Returns whether the session continues. */
  const connect = async (matched: () => void): Promise<boolean> => {
    const challenge = await createChallenge(bearer)
    const stream = new AbortController()
    const timer = setTimeout(() => stream.abort(), answerTimeoutMs)
    try {
      const response = await ask(loopbackPaths.events, { method: 'POST', body: challenge.body, signal: stream.signal })
      if (response.status === 401) return false
      if (!response.ok || response.body === null) return true
      await readLines(
        response.body,
        (line) => {
          if (current === stream) return listener.take(JSON.parse(line) as StreamLine)
          if (!challenge.isAnsweredBy(line)) throw new Error('not the host')
          clearTimeout(timer)
          current = stream
          matched()
        },
        () => current === stream,
      )
      return true
    } catch {
      return true
    } finally {
      clearTimeout(timer)
      current = null
      // What is still on its way goes no further.
      stream.abort()
    }
  }

  const run = async (tried: () => void): Promise<void> => {
    for (let told = false; ;) {
      const goesOn = await connect(() => {
        told = false
        tried()
      })
      if (!goesOn) listener.over()
      else if (!told) listener.disconnected()
      told = true
      tried()
      if (!goesOn) return
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }

  const tried = new Promise<void>((resolve) => void run(resolve))
  return { proven: () => current?.signal ?? null, tried }
}

async function readLines(
  body: ReadableStream<BufferSource>,
  take: (line: string) => void,
  isProven: () => boolean,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line !== '') take(line)
    if (!isProven() && rest.length > maxHostReply) throw new Error('not the host')
  }
}

/** A question that only the host with this bearer can answer; asking it gives nothing of the bearer away. */
type Challenge = {
  readonly body: string
  /** Is this the first line of the host that knows the bearer? */
  readonly isAnsweredBy: (line: string) => boolean
}

/** Makes a fresh challenge. */
async function createChallenge(bearer: string): Promise<Challenge> {
  const challenge = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const bytes = new TextEncoder()
  const key = await crypto.subtle.importKey('raw', bytes.encode(bearer), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  const sign = async (text: string) =>
    base64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes.encode(text))))
  const wanted = await sign(signedBy.host(challenge))
  const challengeMessage: HostChallenge = { challenge, mac: await sign(signedBy.page(challenge)) }
  return {
    body: JSON.stringify(challengeMessage),
    isAnsweredBy: (line) => {
      try {
        const answer: unknown = JSON.parse(line)
        return typeof answer === 'object' && answer !== null && 'mac' in answer && answer.mac === wanted
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
