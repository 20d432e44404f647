import { join } from 'node:path'
import type { Host, PickedFile } from '../../../../electron/ipc/host.ts'
import { createSecretStore } from '../../../../electron/ipc/services/secret-store.ts'
import { createRecentDocuments } from '../../../../electron/ipc/services/recent-documents.ts'
import { createSettingsStore } from '../../../../electron/ipc/services/settings-store.ts'
import type { Engine } from '../../../../electron/engine/engine-api.ts'
import type { DocumentView } from '../../../../shared/ipc/views.ts'
import { ok, problem, type Result } from '../../../../shared/result.ts'
import { emptyView, noCounts } from '../../../support/data/made-up-views.ts'

export type Answer = (input: unknown) => Promise<Result<unknown>>

/** An empty document as the engine would show it. */
export function emptyDocument(path: string): DocumentView {
  return { ...emptyView, location: path }
}

/**
 * An engine that remembers which document is open and what it was asked; `answers` overrides single channels. What it
 * does not know it refuses.
 */
export function fakeEngine(answers: Readonly<Record<string, Answer>> = {}) {
  const asked: (readonly [channel: string, input: unknown])[] = []
  let path: string | null = null

  const known: Readonly<Record<string, Answer>> = {
    'internal:path': async () => ok({ path }),
    'internal:create': async (input) => {
      path = (input as { path: string }).path
      return ok(emptyDocument(path))
    },
    'internal:open': async (input) => {
      path = (input as { path: string }).path
      return ok(emptyDocument(path))
    },
    'internal:close': async () => {
      path = null
      return ok({ closed: true })
    },
    'internal:add': async () => ok(emptyDocument(path ?? '')),
    'internal:core-connection': async () => ok({}),
    'internal:identity': async () => ok({ id: path }),
    'run:progress': async () => ok({ state: 'idle', counts: noCounts, elapsedMs: 0 }),
  }

  const invoke = async (channel: string, input: unknown): Promise<Result<unknown>> => {
    asked.push([channel, input])
    return (answers[channel] ?? known[channel] ?? (async () => problem('unknown', `no answer to ${channel}`)))(input)
  }
  const engine = { invoke, internal: invoke, on: () => () => {}, end: async () => {} } as unknown as Engine
  return { engine, asked, path: () => path }
}

async function none(): Promise<null> {
  return null
}

/** A host that answers every dialog with `choices`. */
export function fakeHost(appFolder: string, choices: Partial<Host> = {}): Host {
  const settings = createSettingsStore(appFolder)
  return {
    kind: 'desktop',
    version: '1.2.3',
    platform: 'linux',
    appFolder,
    settings,
    recent: createRecentDocuments(settings, appFolder),
    keys: createSecretStore(settings, null),
    proxyFor: async () => ({ kind: 'none' }),
    now: () => new Date(2026, 10, 21, 14, 5),
    pickFiles: none,
    pickOpen: none,
    pickSave: none,
    offered: (ids: readonly string[]): readonly PickedFile[] =>
      ids.map((id) => ({ path: join('/offered', id), name: id })),
    deliver: async () => {},
    copySecret: async () => true,
    ...choices,
  }
}
