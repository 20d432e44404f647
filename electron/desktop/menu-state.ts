import type { ProgressView } from '../../shared/ipc/views.ts'
import type { Command } from '../../shared/ipc/commands.ts'

/** Entries of the menu that need a migration, and those that need a run. */
export type MenuState = Readonly<Record<string, boolean>>

const steps: readonly Command[] = ['connect', 'export', 'mapping', 'review', 'run', 'report']

/** Which entries can be chosen, by their id. */
export function menuState(isOpen: boolean, run: ProgressView['state']): MenuState {
  const isSending = run === 'running' || run === 'waiting'
  return {
    ...Object.fromEntries(['document:save-copy', 'document:close', ...steps].map((id) => [id, isOpen])),
    'run:pause': isOpen && isSending,
    'run:resume': isOpen && (run === 'paused' || run === 'stopped'),
  }
}
