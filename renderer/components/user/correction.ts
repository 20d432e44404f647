import type { Input } from '../../../shared/ipc/contract.ts'
import type { UserDetail } from '../../../shared/ipc/views.ts'
import type { CorrectionField } from '../../../shared/planning/check-correction.ts'
import type { Problem } from '../../../shared/result.ts'

export type Correction = Input<'users:correct'>['correction']

/** The fields as they were typed; empty text means “none”. */
export type Typed = {
  readonly email: string
  readonly phone: string
  readonly provider: string
  readonly hash: string
  readonly giveUpHash: boolean
}

/** What is in the fields at first. */
export function typedFrom(user: UserDetail): Omit<Typed, 'hash' | 'giveUpHash'> {
  return {
    email: user.correction?.email ?? user.row.email ?? '',
    phone: user.correction?.phone ?? user.row.phone ?? '',
    provider: user.correction?.provider ?? user.identities[0]?.provider ?? '',
  }
}

/** What differs from before; null when nothing does. */
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

/** The field that a refused correction is about; null: it is about the user as a whole. */
export function correctionFieldOf(problem: Problem | null): CorrectionField | null {
  return problem === null ? null : (fieldOfCode.get(problem.code) ?? null)
}
