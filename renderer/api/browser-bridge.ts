import { afterPaint } from '../../shared/ipc/after-paint.ts'
import type { Bridge } from '../../shared/ipc/bridge.ts'
import type { Channel } from '../../shared/ipc/contract.ts'
import { maxUpload, loopbackPaths } from '../../shared/ipc/loopback.ts'
import type { StreamLine, UploadPurpose } from '../../shared/ipc/loopback.ts'
import { ok, problem } from '../../shared/result.ts'
import type { Result } from '../../shared/result.ts'
import { createHostLink } from './host-link.ts'

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

const hostAway = problem('host-away', 'The app does not answer. Is it still running in the terminal?')

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
  const listeners = new Map<string, Set<(value: never) => void>>()
  const emit = (event: string, value: unknown): void => {
    for (const listener of listeners.get(event) ?? []) listener(value as never)
  }

  /** Nothing leaves the page, the bearer included, unless the host has proved to be the one that it came from. */
  const send = async <T>(path: string, body: string | File): Promise<Result<T>> => {
    const proven = link.proven()
    return proven === null ? hostAway : post<T>(path, body, headers, proven)
  }

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
    on: (event, listener) => {
      const set = listeners.get(event) ?? new Set()
      listeners.set(event, set.add(listener))
      return () => void set.delete(listener)
    },
    registerFiles: (files) => upload(files, 'offer'),
  }
  // Where the preload would have put it.
  return (globalThis.migration = Object.freeze(bridge))
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
