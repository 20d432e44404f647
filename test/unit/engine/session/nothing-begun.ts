import type { documentView } from '../../../../electron/engine/session/document-view.ts'

/** The state of a session in which nothing was read or sent. */
export const nothing: Parameters<typeof documentView>[1] = {
  version: 0,
  work: { kind: 'idle', done: 0, total: 0, reading: null },
  totals: { records: 0, users: 0, joined: 0, unmatched: 0, unreadable: 0, other: 0 },
  counts: { ready: 0, blocked: 0, excluded: 0, existing: 0, sending: 0, migrated: 0, failed: 0, 'in-doubt': 0 },
  connected: false,
  signerKeyHeld: false,
  trust: { knowsCore: () => false, knowsFile: () => false },
}
