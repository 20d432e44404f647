import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { afterPaint } from '../shared/ipc/after-paint.ts'
import { type Bridge, createListeners } from '../shared/ipc/bridge.ts'
import type { Result } from '../shared/result.ts'

const { on, emit } = createListeners()

function acknowledge(): void {
  ipcRenderer.send('ipc:ack')
}

ipcRenderer.on('ipc:event', (_event, name: string, value: unknown) => {
  emit(name, value)
  // Main sends the next progress only after this one is shown.
  if (name === 'progress') afterPaint(acknowledge, globalThis)
})

const invoke = (channel: string, input: unknown): Promise<Result<unknown>> =>
  ipcRenderer.invoke('ipc:invoke', channel, input)

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
