import { expect, test } from 'vitest'
import type { MenuItemConstructorOptions } from 'electron'
import { acceleratorOf, menuState, menuTemplate } from '../../../electron/desktop/menu.ts'
import { shortcuts, shortcutText } from '../../../shared/ipc/commands.ts'

function menu(platform: string) {
  const done: unknown[] = []
  const template = menuTemplate({
    platform,
    appName: 'App',
    tools: false,
    recent: [{ id: 'r1', name: 'R&D', at: 0, summary: null, location: '~/work' }],
    ask: (channel, input) => done.push([channel, input]),
    tell: (command) => done.push(command),
    showLog: () => done.push('log'),
  })
  return { template, all: flat(template), done }
}

function flat(items: readonly MenuItemConstructorOptions[]): readonly MenuItemConstructorOptions[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])])
}

function press(item: MenuItemConstructorOptions | undefined): void {
  // Electron hands over itself, a window and an event, none of which is used.
  const click = item?.click as (() => void) | undefined
  click?.()
}

test.each(['darwin', 'win32', 'linux'])('on %s every entry has its usual place', (platform) => {
  const { template } = menu(platform)
  const roles = flat(template).map(({ role }) => role)
  expect([
    template[0]?.role === 'appMenu',
    roles.includes('close'),
    roles.includes('quit'),
    roles.includes('about'),
    ['editMenu', 'windowMenu', 'help'].every((role) => roles.includes(role as 'help')),
  ]).toEqual(platform === 'darwin' ? [true, true, false, false, true] : [false, false, true, true, true])
})

test('entries ask through the router or tell the page, and recent migrations are opened by their id', () => {
  const { all, done } = menu('linux')
  for (const id of ['document:new', 'document:close', 'run:pause', 'report', 'help', 'diagnostics', 'log']) {
    press(all.find((item) => item.id === id))
  }
  press(all.find(({ label }) => label === 'R&&D  (~/work)'))
  expect(done).toEqual([
    ['document:new', {}],
    ['document:close', {}],
    ['run:pause', {}],
    'report',
    'help',
    'diagnostics',
    'log',
    ['document:open-recent', { id: 'r1' }],
  ])
})

test('every key of a menu is on the list of keys, and the other way round', () => {
  const { all } = menu('linux')
  const inMenu = all.flatMap(({ accelerator, registerAccelerator }) =>
    accelerator === undefined || registerAccelerator === false ? [] : [accelerator],
  )
  const listed = Object.entries(shortcuts).filter(([, { by }]) => by === 'menu')
  // The names come from the table itself.
  expect(inMenu.toSorted()).toEqual(listed.map(([name]) => acceleratorOf(name as 'help')).toSorted())
  expect(new Set(inMenu).size).toBe(inMenu.length)
})

test('keys are written as people of that platform know them', () => {
  const written = (['saveCopy', 'next', 'selectTo', 'search'] as const).map((name) => [
    shortcutText(shortcuts[name], 'linux'),
    shortcutText(shortcuts[name], 'darwin'),
  ])
  expect(written).toEqual([
    ['Ctrl + Shift + S', '⇧⌘S'],
    ['Ctrl + Enter', '⌘↩'],
    ['Shift + Space', '⇧ Space'],
    ['/', '/'],
  ])
})

test.each([
  [false, 'idle', { copy: false, report: false, pause: false, resume: false }],
  [true, 'idle', { copy: true, report: true, pause: false, resume: false }],
  [true, 'running', { copy: true, report: true, pause: true, resume: false }],
  [true, 'paused', { copy: true, report: true, pause: false, resume: true }],
  [true, 'finished', { copy: true, report: true, pause: false, resume: false }],
] as const)(
  'with a migration open (%s) and a run that is %s, only what can be done is enabled',
  (open, run, wanted) => {
    const state = menuState(open, run)
    expect({
      copy: state['document:save-copy'],
      report: state['report'],
      pause: state['run:pause'],
      resume: state['run:resume'],
    }).toEqual(wanted)
  },
)
