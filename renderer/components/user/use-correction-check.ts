import { useEffect, useState } from 'react'
import type { UserDetail } from '../../../shared/ipc/views.ts'
import type { CorrectionFault, CorrectionField } from '../../../shared/planning/check-correction.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import type { Correction } from './correction.ts'

type CheckedCorrection = {
  /** Why a field cannot be saved as it is; null: nothing is wrong with it. */
  readonly faultAt: (field: CorrectionField) => string | null
  /** What is typed was judged, and can be saved. */
  readonly savable: boolean
}

const typingRest = 150

/** Has the planner judge what is typed, field by field. `correction` is null while nothing differs from before. */
export function useCorrectionCheck(user: UserDetail, correction: Correction | null): CheckedCorrection {
  const bridge = useBridge()
  const { id } = user.row
  const key = correction === null ? null : JSON.stringify(correction)
  const [judged, setJudged] = useState<{ readonly key: string; readonly faults: readonly CorrectionFault[] } | null>(
    null,
  )

  useEffect(() => {
    if (key === null) return undefined
    let mounted = true
    const judge = async (): Promise<void> => {
      // Parses back the correction that was serialised as the key.
      const result = await bridge.invoke('users:check-correction', { id, correction: JSON.parse(key) as Correction })
      if (mounted && result.ok) setJudged({ key, faults: result.value.faults })
    }
    const timer = setTimeout(() => void judge(), typingRest)
    return () => {
      mounted = false
      clearTimeout(timer)
    }
  }, [bridge, id, key])

  const current = key !== null && judged?.key === key ? judged : null
  return {
    faultAt: (field) => {
      const typed = correction !== null && field in correction
      if (!typed) return faultBefore(user, field)
      return judged?.faults.find((fault) => fault.field === field)?.reason ?? null
    },
    savable: current !== null && current.faults.length === 0,
  }
}

const fieldOfFinding = new Map<string, CorrectionField>([
  ['email-invalid', 'email'],
  ['phone-invalid', 'phone'],
  ['provider-undecided', 'provider'],
])

/** What is wrong with a field as the export has it. */
function faultBefore({ findings }: UserDetail, field: CorrectionField): string | null {
  return findings.find(({ code, blocks }) => blocks && fieldOfFinding.get(code) === field)?.detail ?? null
}
