import { afterPaint } from '../../shared/ipc/after-paint.ts'
import { type Bridge, createListeners } from '../../shared/ipc/bridge.ts'
import type { Channel } from '../../shared/ipc/contract.ts'
import {
  type HostChallenge,
  loopbackPaths,
  maxUpload,
  signedBy,
  type StreamLine,
  type UploadPurpose,
} from '../../shared/ipc/loopback.ts'
import { ok, problem, type Result } from '../../shared/result.ts'

/** Requests that begin with files from the operator's disk: what the browser lets them choose, and what for. */
const picks: Partial<Record<Channel, { purpose: UploadPurpose; accept: string; multiple: boolean }>> = {
  'export:pick': { purpose: 'export', accept: '', multiple: true },
  'export:replace': { purpose: 'export', accept: '', multiple: true },
  'export:scrypt-file': { purpose: 'scrypt', accept: '', multiple: false },
  'mapping:load': { purpose: 'mapping', accept: '.json', multiple: false },
  'core-connection:choose-authority': { purpose: 'authority', accept: '.pem,.crt,.cer,.der', multiple: false },
  'fetch:choose-authority': { purpose: 'authority', accept: '.pem,.crt,.cer,.der', multiple: false },
  'document:open': { purpose: 'document', accept: '.migration', multiple: false },
  'baseline:pick': { purpose: 'document', accept: '.migration', multiple: false },
}

const hostAway = problem(
  'host-away',
  'The app does not answer. If it has ended in the terminal, start it again and open the address that it prints. No progress is lost.',
)

const sessionOver = {
  code: 'session-over',
  message: 'This page was replaced by another. Use the newest address in the terminal.',
}

const tooLarge = problem(
  'upload-too-large',
  'A file here is larger than 4 GB. Compress it with gzip, or use the desktop app or the command line.',
)

/**
 * Reaches the app through the page's own server: trades the token in the address for a bearer, which stays in this
 * function's memory, and takes the token out of the address. Rejects with a sentence when there is no valid token.
 */
export async function connectBrowserBridge(): Promise<Bridge> {
  const token = location.hash.slice(1)
  history.replaceState(null, '', location.pathname)
  // A newer address pasted into this tab differs only after the #, so the browser does not reload the page.
  addEventListener('hashchange', () => {
    if (/^#[\w-]{43}$/.test(location.hash)) location.reload()
  })
  const session = await post<{ bearer: string }>(loopbackPaths.session, JSON.stringify({ token }), {}, null)
  if (!session.ok) throw new Error(session.error.message)

  const { bearer } = session.value
  const headers = { authorization: `Bearer ${bearer}` }
  const { on, emit } = createListeners()

  const queued = createSemaphore(maxRequests)

  /** Nothing leaves the page, the bearer included, unless the host has proved to be the one that it came from. */
  const send = <T>(path: string, body: string | File): Promise<Result<T>> =>
    queued(async () => {
      const proven = link.proven()
      if (proven === null) return hostAway
      const answer = await post<T>(path, body, headers, proven)
      // The server that listens there now has proved nothing. Reading a file fails without the host.
      if (answer === hostAway && typeof body === 'string') link.doubt(proven)
      return answer
    })

  const upload = async (files: readonly File[], purpose: UploadPurpose): Promise<Result<readonly string[]>> => {
    const ids: string[] = []
    for (const file of files) {
      if (file.size > maxUpload) return tooLarge
      const query = new URLSearchParams({ name: file.name, purpose }).toString()
      const id = await send<string>(`${loopbackPaths.upload}?${query}`, file)
      if (!id.ok) return id
      ids.push(id.value)
    }
    return ok(ids)
  }

  const ask = async (channel: Channel, input: unknown): Promise<Result<unknown>> => {
    const pick = picks[channel]
    if (pick) {
      const files = await chooseFiles(pick.accept, pick.multiple)
      if (files.length === 0) return ok(null)
      const uploaded = await upload(files, pick.purpose)
      if (!uploaded.ok) return uploaded
    }
    return send(loopbackPaths.bridge + channel, JSON.stringify(input))
  }

  const take = (line: StreamLine): void => {
    if (line.kind === 'download') {
      void download(line.id, line.name, headers, link.proven())
      return
    }
    emit(line.event, line.value)
    if (line.event === 'progress') afterPaint(() => void send(loopbackPaths.ack, '{}'), globalThis)
  }
  const link = createHostLink(bearer, {
    take,
    disconnected: () => emit('error', hostAway.error),
    over: () => emit('error', sessionOver),
  })
  await link.tried

  const bridge: Bridge = {
    invoke: ask as Bridge['invoke'],
    on,
    registerFiles: (files) => upload(files, 'offer'),
  }
  // The preload of the desktop app puts it in the same place.
  return (globalThis.migration = Object.freeze(bridge))
}

/**
 * Browsers open six connections to a host: one is the stream, one may be a download. Further requests wait here and not in
 * the browser, which would send them to the process that listens by then.
 */
const maxRequests = 4

/** Runs up to `free` tasks at a time, the others in their order. */
function createSemaphore(free: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  return async (task) => {
    if (free === 0) await new Promise<void>((resolve) => void waiting.push(resolve))
    else free -= 1
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

async function post<T>(
  path: string,
  body: string | File,
  headers: Record<string, string>,
  signal: AbortSignal | null,
): Promise<Result<T>> {
  try {
    const response = await fetch(path, { method: 'POST', body, headers, signal })
    return (await response.json()) as Result<T>
  } catch {
    return hostAway
  }
}

/** Opens the browser's file dialog; empty when it was closed. */
function chooseFiles(accept: string, multiple: boolean): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    Object.assign(input, { type: 'file', accept, multiple, hidden: true })
    document.body.append(input)
    const finish = (): void => {
      input.remove()
      resolve([...(input.files ?? [])])
    }
    input.addEventListener('change', finish)
    input.addEventListener('cancel', finish)
    input.click()
  })
}

async function download(
  id: string,
  name: string,
  headers: Record<string, string>,
  signal: AbortSignal | null,
): Promise<void> {
  const response = signal === null ? null : await fetch(loopbackPaths.download + id, { headers, signal })
  if (response?.ok !== true) return
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  Object.assign(link, { href: address, download: name, hidden: true })
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** The one stream from the host. As long as it is open, the host that proved itself is the one that listens. */
type HostLink = {
  /** For all requests; null: no host has proved its identity, so nothing is sent. Aborted when the stream breaks. */
  readonly proven: () => AbortSignal | null
  /** A request that relied on this proof failed: the host has to prove itself once more before the next one. */
  readonly doubt: (proven: AbortSignal) => void
  /** Resolves when the first attempt has ended, connected or not. */
  readonly tried: Promise<void>
}

type HostLinkListener = {
  readonly take: (line: StreamLine) => void
  readonly disconnected: () => void
  /** Another page has taken over. */
  readonly over: () => void
}

/** Milliseconds for the proof, and between two attempts. */
const answerTimeoutMs = 10_000
const pause = 1000

/** A proof is shorter; a sender of more is not the host. */
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
      // Requests in flight end here.
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
  return {
    proven: () => (current === null || current.signal.aborted ? null : current.signal),
    doubt: (proven) => {
      if (current?.signal === proven) current.abort()
    },
    tried,
  }
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
  /** Whether the first line proves that the host knows the bearer. */
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
