import { useEffect, useState } from 'react'
import type { Input } from '../../../../shared/ipc/contract.ts'
import type { UserDetail } from '../../../../shared/ipc/views.ts'
import type { CorrectionFault, CorrectionField } from '../../../../shared/planning/check-correction.ts'
import type { Problem } from '../../../../shared/result.ts'
import { useBridge } from '../../../api/bridge-context.tsx'

export type Correction = Input<'users:correct'>['correction']

/** The fields as they were typed; empty text means “none”. */
export type Typed = {
  readonly email: string
  readonly phone: string
  readonly provider: string
  readonly hash: string
  readonly giveUpHash: boolean
}

/** The first content of the fields. */
export function typedFrom(user: UserDetail): Omit<Typed, 'hash' | 'giveUpHash'> {
  return {
    email: user.correction?.email ?? user.row.email ?? '',
    phone: user.correction?.phone ?? user.row.phone ?? '',
    provider: user.correction?.provider ?? user.identities[0]?.provider ?? '',
  }
}

/** The difference from before; null when there is none. */
export function correctionFrom(user: UserDetail, typed: Typed): Correction | null {
  const before = typedFrom(user)
  const change: { -readonly [K in keyof Correction]: Correction[K] } = {}
  for (const field of ['email', 'phone', 'provider'] as const) {
    const value = typed[field].trim()
    if (value !== before[field]) change[field] = value === '' ? null : value
  }
  if (typed.giveUpHash) change.hash = null
  else if (typed.hash.trim() !== '') change.hash = typed.hash.trim()
  return Object.keys(change).length > 0 ? change : null
}

const fieldOfCode = new Map<string, CorrectionField>([
  ['email-invalid', 'email'],
  ['phone-invalid', 'phone'],
  ['provider-invalid', 'provider'],
  ['hash-invalid', 'hash'],
])

/** The field of a refused correction; null: the user as a whole. */
export function correctionFieldOf(problem: Problem | null): CorrectionField | null {
  return problem === null ? null : (fieldOfCode.get(problem.code) ?? null)
}

type CheckedCorrection = {
  /** Why a field cannot be saved as it is; null: nothing is wrong with it. */
  readonly faultAt: (field: CorrectionField) => string | null
  /** The typed values were judged, and can be saved. */
  readonly savable: boolean
  /** The typed values are still to be judged. */
  readonly pending: boolean
}

const typingRest = 150

/** Asks the planner to judge the typed values field by field. `correction` is null while nothing differs from before. */
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
      // Where judging failed, saving says what is wrong.
      if (mounted) setJudged({ key, faults: result.ok ? result.value.faults : [] })
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
    pending: key !== null && current === null,
  }
}

const fieldOfFinding = new Map<string, CorrectionField>([
  ['email-invalid', 'email'],
  ['phone-invalid', 'phone'],
  ['phone-unusable', 'phone'],
  ['provider-undecided', 'provider'],
])

type Finding = UserDetail['findings'][number]

/** The fault of a field as the export has it. */
function faultBefore({ findings }: UserDetail, field: CorrectionField): string | null {
  return findings.find((finding) => fieldAt(finding) === field)?.detail ?? null
}

/** The field that shows the finding while the user can be corrected; null: none. */
function fieldAt({ code, blocks }: Finding): CorrectionField | null {
  return (blocks ? fieldOfFinding.get(code) : undefined) ?? null
}

/** Findings that stand at no field of the correction. */
export function otherFindings({ findings, correctable }: UserDetail): readonly Finding[] {
  return correctable ? findings.filter((finding) => fieldAt(finding) === null) : findings
}
