import type { MenuItemConstructorOptions } from 'electron'
import type { Channel } from '../../shared/bridge/contract.ts'

export type MenuOptions = {
  readonly platform: string
  readonly appName: string
  /** Developer tools are for unpackaged apps. */
  readonly tools: boolean
  readonly ask: (channel: Channel) => void
}

/** The usual menu; what it does to migrations passes the same gate as the page. */
export function menuTemplate({ platform, appName, tools, ask }: MenuOptions): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin'
  const item = (label: string, accelerator: string, channel: Channel): MenuItemConstructorOptions => ({
    id: channel,
    label,
    accelerator,
    click: () => ask(channel),
  })
  return [
    ...(mac ? [{ label: appName, role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [
        item('New migration', 'CommandOrControl+N', 'document:new'),
        item('Open…', 'CommandOrControl+O', 'document:open'),
        { type: 'separator' },
        item('Save a copy…', 'CommandOrControl+Shift+S', 'document:save-copy'),
        { type: 'separator' },
        mac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(tools ? [{ type: 'separator' } as const, { role: 'toggleDevTools' } as const] : []),
      ],
    },
    { role: 'windowMenu' },
    ...(mac ? [] : [{ label: '&Help', submenu: [{ role: 'about' } as const] }]),
  ]
}
