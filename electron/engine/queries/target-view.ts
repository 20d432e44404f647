import type { TargetView } from '../../../shared/ipc/views.ts'
import type { Target } from '../document/targets.ts'

export function targetView(target: Target, connected: boolean, confirmed: boolean): TargetView {
  return {
    kind: target.kind,
    baseUrl: target.base_url,
    name: target.name,
    dialect: target.dialect,
    cdiVersion: target.cdi_version,
    checkMessage: target.check_message,
    connected,
    confirmed,
  }
}
