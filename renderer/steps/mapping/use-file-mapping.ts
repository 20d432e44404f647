import { useState } from 'react'
import { hashFamily } from '../../../shared/hashes/family-title.ts'
import type { DocumentView } from '../../../shared/ipc/views.ts'
import type { Mapping } from '../../../shared/mapping/mapping.ts'
import type { constantTargets } from '../../../shared/mapping/targets.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { useQuery } from '../../api/use-query.ts'
import { useStepState } from '../../navigation/step-context.tsx'
import { editMapping } from './edit-mapping.ts'

/** `mapping`: null: a known format without additions. */
type Draft = { readonly fileId: number; readonly mapping: Mapping | null }

/** The mapping that a file has since a version of the document. `mapping`: null until it is loaded. */
type Replaced = { readonly fileId: number; readonly mapping: Mapping | null; readonly version: number }

/** The mapping of one file: the one in use, a draft, and the actions on them. */
export function useFileMapping(fileId: number | null) {
  const bridge = useBridge()
  const { version, needsMapping } = useDocument()
  const { accept } = useDocumentState()
  const answer = useQuery('mapping:get', fileId === null ? null : { fileId }, version)
  const [draft, setDraft] = useStepState<Draft | null>('draft', null)
  // Columns requested before the mapping was last replaced may be outdated, so no edit begins from them.
  const [replaced, setReplaced] = useState<Replaced | null>(null)
  const save = useMutation(
    (id: number, mapping: Mapping | null) => bridge.invoke('mapping:set', { fileId: id, mapping }),
    (document) => {
      accept(document)
      setReplaced(draft && { ...draft, version: document.version })
      setDraft(null)
    },
  )
  const view = answer.value?.fileId === fileId ? answer.value : null
  const own = draft?.fileId === fileId ? draft : null
  // Versions start again when main reopens the document.
  const isStale = replaced?.fileId === fileId && version >= replaced.version && answer.version < replaced.version
  const isBusy = save.busy || (isStale && replaced.mapping === null)
  const mapping = own === null ? ((isStale ? replaced.mapping : null) ?? view?.mapping ?? null) : own.mapping
  const editable = view?.editable === true

  return {
    view: view && { ...view, mapping },
    mapping,
    /** A draft that is on screen and not in use yet. */
    tried: own?.mapping ?? null,
    /** The operator has to answer, or has answered without applying it. */
    open: own !== null || (editable && fileId !== null && needsMapping.includes(fileId)),
    missing: editable
      ? editMapping.missingFrom(
          mapping,
          (view?.columns ?? []).map(({ path }) => path),
        )
      : null,
    problem: answer.problem,
    reload: answer.reload,
    change: (changed: Mapping) => {
      const adds = editable || changed.columns.length > 0
      if (fileId !== null && !isBusy) setDraft({ fileId, mapping: adds ? changed : null })
    },
    /** Another mapping is being applied, so that none can be edited. */
    busy: isBusy,
    /** Another request replaced the mapping: the columns that are shown count once they are loaded again. */
    replacedIn: (document: DocumentView) => {
      if (fileId === null) return
      setReplaced({ fileId, mapping: null, version: document.version })
      setDraft(null)
    },
    undo: own === null ? null : () => setDraft(null),
    save: {
      ...save,
      run: () => {
        if (fileId !== null && (own !== null || mapping !== null)) void save.run(fileId, mapping)
      },
    },
  }
}

/** Says that something is the same in every record; null: only the columns say it. */
export function withConstant(mapping: Mapping | null, target: ConstantTarget, value: string | null): Mapping {
  const { constants = [], ...rest } = mapping ?? { version: 1, columns: [], fixedProvider: null }
  const others = constants.filter((constant) => constant.target !== target)
  const next = value === null ? others : [...others, { target, value }]
  return next.length === 0 ? rest : { ...rest, constants: next }
}

/** A value that may be the same in every record, with its choices. */
type ConstantField = {
  readonly target: ConstantTarget
  readonly title: string
  /** The label of no value. */
  readonly none: string
  readonly values: readonly (readonly [value: string, title: string])[]
  /** The chosen value; null for none. */
  readonly value: string | null
  /** A mapped column overrides the value. */
  readonly byColumn: boolean
}

const answers = [
  ['true', 'Yes'],
  ['false', 'No'],
] as const

const algorithms = [
  ['bcrypt', hashFamily.title('bcrypt')],
  ['argon2', hashFamily.title('argon2')],
  ['firebase-scrypt', hashFamily.title('firebase-scrypt')],
  ['bcrypt_peppered', 'bcrypt with a pepper'],
  ['bcrypt_sha256', 'bcrypt over another hash'],
] as const

/** Values that can be set for all records at once, as far as the mapped columns give a reason to. */
export function constantFields(mapping: Mapping | null): readonly ConstantField[] {
  const has = (target: string) => mapping?.columns.some((column) => column.target === target) ?? false
  const field = (
    target: ConstantTarget,
    title: string,
    none: string,
    known: ConstantField['values'],
  ): ConstantField => {
    const value = mapping?.constants?.find((constant) => constant.target === target)?.value ?? null
    const values =
      value === null || known.some(([each]) => each === value) ? known : [...known, [value, value] as const]
    return { target, title, none, values, value, byColumn: has(target) }
  }
  return [
    ...(has('email') ? [field('email-verified', 'Emails are verified', 'Not known', answers)] : []),
    ...(has('phone') ? [field('phone-verified', 'Phones are verified', 'Not known', answers)] : []),
    ...(has('password-hash') ? [field('hash-algorithm', 'Hash algorithm', 'Detect from each hash', algorithms)] : []),
  ]
}

type ConstantTarget = (typeof constantTargets)[number]
