import { makesUser } from '../../../shared/planning/follow-ups.ts'
import type { Plan } from '../../../shared/planning/plan.ts'
import { writeCalls } from '../../../shared/planning/write-calls.ts'
import { providerKey } from '../../../shared/users/known-provider.ts'
import type { User } from '../../../shared/users/user.ts'

/** The columns of the table of users that follow from a plan, as the screen's tables and filters need them. */
export const planColumns = [
  'email',
  'phone',
  'plan_state',
  'calls',
  'methods',
  'bucket',
  'providers',
  'note',
  'reason',
] as const

/** Their values, in that order. */
export type PlanValues = readonly [
  email: string | null,
  phone: string | null,
  state: Plan['state'],
  calls: string,
  methods: string,
  bucket: string,
  providers: string,
  note: string,
  reason: string,
]

export function planValues(user: User, plan: Plan): PlanValues {
  const note = plan.findings.find(blocks) ?? plan.findings[0]
  return [
    plan.email,
    plan.phone,
    plan.state,
    writeCalls(plan.calls),
    methodsOf(plan),
    bucketName(plan.bucket),
    providersOf(user),
    note?.detail ?? '',
    plan.state === 'blocked' ? (note?.code ?? '') : '',
  ]
}

function blocks(finding: Plan['findings'][number]): boolean {
  return finding.blocks
}

/** `password`, `third-party`, `passwordless`, with commas between them. */
function methodsOf({ calls }: Plan): string {
  const [first] = calls
  if (calls.length === 1 && first !== undefined && makesUser(first)) return methodOf(first)
  return [...new Set(calls.filter(makesUser).map(methodOf))].join(',')
}

function methodOf({ kind }: Plan['calls'][number]): string {
  return kind === 'import' ? 'password' : kind
}

function bucketName(bucket: Plan['bucket']): string {
  switch (bucket.kind) {
    case 'family':
      return bucket.family
    case 'unsupported':
      return `unsupported:${bucket.family}`
    default:
      return bucket.kind
  }
}

/** The names that choices about providers are kept under, each between commas: `,google-oauth2,github,`; empty: none. */
function providersOf({ identities }: User): string {
  if (identities.length === 0) return ''
  return `,${[...new Set(identities.map(({ provider }) => providerKey(provider)))].join(',')},`
}
