import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { afterPaint } from '../shared/ipc/after-paint.ts'
import type { Bridge } from '../shared/ipc/bridge.ts'
import type { Result } from '../shared/result.ts'

type Listener = (value: unknown) => void
const listeners = new Map<string, Set<Listener>>()

function acknowledge(): void {
  ipcRenderer.send('ipc:ack')
}

ipcRenderer.on('ipc:event', (_event, name: string, value: unknown) => {
  for (const listener of listeners.get(name) ?? []) listener(value)
  // Main sends the next progress only after this one is shown.
  if (name === 'progress') afterPaint(acknowledge, globalThis)
})

const invoke = (channel: string, input: unknown): Promise<Result<unknown>> =>
  ipcRenderer.invoke('ipc:invoke', channel, input)

const on = (event: string, listener: Listener): (() => void) => {
  const set = listeners.get(event) ?? new Set()
  listeners.set(event, set.add(listener))
  return () => void set.delete(listener)
}

const registerFiles = (files: readonly File[]): Promise<Result<readonly string[]>> =>
  ipcRenderer.invoke(
    'ipc:register-files',
    files.map((file) => webUtils.getPathForFile(file)),
  )

// After a reload, acknowledge the progress event the previous page never acknowledged.
acknowledge()

// Channels and replies are typed by the contract on the page's side and checked against it in main.
const bridge = { invoke, on, registerFiles } satisfies Readonly<Record<keyof Bridge, unknown>>
contextBridge.exposeInMainWorld('migration', bridge)
