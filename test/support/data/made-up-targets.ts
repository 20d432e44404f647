import type { TargetView } from '../../../shared/ipc/views.ts'

/** A core that was confirmed and is connected. */
export const liveTarget: TargetView = {
  kind: 'live',
  name: 'core.example.com',
  baseUrl: 'https://core.example.com',
  dialect: 'documented',
  cdiVersion: null,
  checkMessage: '',
  connected: true,
  confirmed: true,
}

/** As `liveTarget`, of a rehearsal. */
export const rehearsalTarget: TargetView = {
  ...liveTarget,
  kind: 'rehearsal',
  name: 'Rehearsal core',
  baseUrl: 'http://127.0.0.1:4000',
}
