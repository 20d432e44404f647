import type { DocumentView, ProgressView, ReportView, StateCounts } from '../../../shared/ipc/views.ts'
import { noChoices } from '../../../shared/planning/choices.ts'

export const noCounts: StateCounts = {
  ready: 0,
  blocked: 0,
  excluded: 0,
  existing: 0,
  sending: 0,
  migrated: 0,
  failed: 0,
  'in-doubt': 0,
}

const noTotals = { records: 0, users: 0, joined: 0, unmatched: 0, unreadable: 0, other: 0 }

/** An empty migration as the engine would show it. */
export const emptyView: DocumentView = {
  name: 'made up',
  location: '/home/ops',
  version: 1,
  files: [],
  work: { kind: 'idle', done: 0, total: 0, reading: null },
  totals: noTotals,
  target: null,
  counts: noCounts,
  choices: noChoices,
  scrypt: null,
  providers: [],
  tenants: [],
  coreTenants: null,
  baseline: null,
  baselinePending: null,
  interruptedExclusion: null,
  started: false,
  rehearsed: false,
  needsMapping: [],
  unmappedFields: [],
  openColumns: [],
  filtered: false,
  scryptHashes: false,
}

/** A run that has just begun with 200 users. */
export const begunRun: ProgressView = {
  state: 'running',
  at: 0,
  version: 1,
  counts: noCounts,
  methods: [],
  target: 200,
  finished: 0,
  perSecond: 0,
  remaining: '',
  leftMs: null,
  elapsedMs: 0,
  waitedMs: 0,
  pausedMs: 0,
  p50: 0,
  p99: 0,
  concurrency: 8,
  retries: 0,
  calls: 0,
  setAside: 0,
  note: '',
  stopped: null,
  executorChoice: '',
  bulk: null,
  stopRule: { inARow: 50, percent: null },
  outage: null,
  lastOrder: { kind: 'all', interrupted: false },
  startedAt: 0,
  history: [],
}

/** The report of a migration without users. */
export const emptyReport: ReportView = {
  totals: noTotals,
  counts: noCounts,
  target: null,
  startedAt: null,
  finishedAt: null,
  sentence: '',
  addsUp: true,
  causes: [],
  notes: [],
  startedBy: null,
  withoutPassword: 0,
  held: 0,
  undone: null,
  undoneAt: null,
  history: [],
  passwordChecks: [],
  runs: 0,
  sendingMs: 0,
  signOff: { project: '', operator: '', note: '', signedAt: null, changedSince: false },
  digest: '',
  rehearsal: null,
}
