import { useState } from 'react'
import type { MappingView } from '../../../shared/ipc/views.ts'
import type { Mapping } from '../../../shared/mapping/mapping.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { useStepState } from '../../navigation/step-state.ts'
import { missingFrom } from './edit-mapping.ts'

type Draft = { readonly fileId: number; readonly mapping: Mapping }

export type FileMapping = ReturnType<typeof useFileMapping>

/** The mapping of one file: what main has, what is being tried out here, and taking it. */
export function useFileMapping(fileId: number | null) {
  const bridge = useBridge()
  const { version, needsMapping } = useDocument()
  const { accept } = useDocumentState()
  const answer = useQuery('mapping:get', fileId === null ? null : { fileId }, version)
  const [draft, setDraft] = useStepState<Draft | null>('draft', null)
  // What main has taken, until it says so itself: an edit made meanwhile must not begin from the mapping of before.
  const [taken, setTaken] = useState<(Draft & { readonly before: MappingView | null }) | null>(null)
  const save = useMutation(
    (id: number, mapping: Mapping) => bridge.invoke('mapping:set', { fileId: id, mapping }),
    (document) => {
      accept(document)
      setTaken(draft && { ...draft, before: answer.value })
      setDraft(null)
    },
  )
  const view = answer.value?.fileId === fileId ? answer.value : null
  const own = draft?.fileId === fileId ? draft.mapping : null
  const coming = taken?.fileId === fileId && taken.before === answer.value ? taken.mapping : null
  const mapping = own ?? coming ?? view?.mapping ?? null
  const editable = view?.editable === true

  return {
    view: view && { ...view, mapping },
    mapping,
    /** What is tried out on screen and not in use yet. */
    tried: own,
    /** The operator has to say something, or has said something that is not taken yet. */
    open: editable && (own !== null || (fileId !== null && needsMapping.includes(fileId))),
    missing: editable ? missingFrom(mapping) : null,
    problem: answer.problem,
    reload: answer.reload,
    change: (changed: Mapping) => {
      if (fileId !== null && !save.busy) setDraft({ fileId, mapping: changed })
    },
    undo: own === null ? null : () => setDraft(null),
    save: {
      ...save,
      run: () => {
        if (fileId !== null && mapping) void save.run(fileId, mapping)
      },
    },
  }
}
