import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { coalesce } from '../../shared/coalesce.ts'
import { inTurn } from '../../shared/in-turn.ts'
import type { DocumentView } from '../../shared/ipc/views.ts'
import type { Choices, ChoicesChange } from '../../shared/planning/choices.ts'
import { ok, type Problem, type Result } from '../../shared/result.ts'
import { useBridge } from './bridge-context.tsx'
import { pageClock } from './page-clock.ts'

type DocumentState = {
  /** `undefined` until main has answered once; null: none is open. */
  readonly document: DocumentView | null | undefined
  readonly problem: Problem | null
  /** Takes a view that a request brought along; null (a dialog that was closed) changes nothing. */
  readonly accept: (view: DocumentView | null) => void
  readonly decide: Decide
  /** A decision is being stored. */
  readonly deciding: boolean
  /** The order in which decisions are stored, for requests that depend on them: none overtakes a decision. */
  readonly decisions: ReturnType<typeof inTurn>
  readonly close: () => void
  readonly reload: () => void
  /** The source that was chosen before the document was open, whose users are fetched first; null: none. */
  readonly fetchFrom: string | null
  readonly setFetchFrom: (source: string | null) => void
  /** During `work` document events are not shown: several requests become one change. */
  readonly during: <T>(work: () => Promise<T>) => Promise<T>
}

const DocumentContext = createContext<DocumentState | null>(null)

/** Keeps the view of the open document fresh: asks again after `document-changed`, one request at a time. */
export function DocumentProvider({ children }: { readonly children: ReactNode }) {
  const bridge = useBridge()
  const [document, setDocument] = useState<DocumentView | null | undefined>(undefined)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [fetchFrom, setFetchFrom] = useState<string | null>(null)
  const shown = useRef<DocumentView | null>(null)
  const accept = useCallback((view: DocumentView | null) => {
    if (!view || isOlder(shown.current, view)) return
    shown.current = view
    setDocument(view)
  }, [])
  const [decisions] = useState(inTurn)
  const [pending, setPending] = useState(0)
  const decide = useCallback<Decide>(
    async (change) => {
      setPending((before) => before + 1)
      const decided = await serializeDecisions(decisions)(change, {
        newest: () => shown.current,
        send: (choices) => bridge.invoke('decisions:update', { choices }),
        accept,
      })
      setPending((before) => before - 1)
      return decided
    },
    [decisions, bridge, accept],
  )
  const close = useCallback(() => {
    shown.current = null
    setDocument(null)
  }, [])
  const reloadRef = useRef<() => void>(() => {})
  const held = useRef(0)
  const during = useCallback(async <T,>(work: () => Promise<T>): Promise<T> => {
    held.current++
    const value = await work()
    held.current--
    reloadRef.current()
    return value
  }, [])

  useEffect(() => {
    const gentle = coalesce(
      async () => {
        if (held.current > 0) return
        let result = await bridge.invoke('document:state', {})
        // A newer view came meanwhile, so ask once more. That answer counts whatever its version: versions start
        // again when main reopens the document.
        if (result.ok && isOlder(shown.current, result.value)) result = await bridge.invoke('document:state', {})
        setProblem(result.ok ? null : result.error)
        if (!result.ok || held.current > 0) return
        shown.current = result.value
        setDocument(result.value)
      },
      200,
      pageClock,
    )
    reloadRef.current = gentle.request
    gentle.request()
    const stopListening = bridge.on('document-changed', gentle.request)
    return () => {
      stopListening()
      gentle.stop()
    }
  }, [bridge])

  const state = useMemo(
    () => ({
      document,
      problem,
      accept,
      decide,
      deciding: pending > 0,
      decisions,
      close,
      reload: () => reloadRef.current(),
      during,
      fetchFrom,
      setFetchFrom,
    }),
    [document, problem, accept, decide, pending, decisions, close, during, fetchFrom],
  )
  return <DocumentContext value={state}>{children}</DocumentContext>
}

export function useDocumentState(): DocumentState {
  const state = use(DocumentContext)
  if (!state) throw new Error('useDocumentState is called outside DocumentProvider')
  return state
}

/** The open document, for screens that exist only while one is open. */
export function useDocument(): DocumentView {
  const { document } = useDocumentState()
  if (!document) throw new Error('useDocument is called without a document')
  return document
}

/** Tells documents apart: the folder and the name. */
export function documentPlace({ location, name }: DocumentView): string {
  return `${location}/${name}`
}

/** Replies may overtake each other: of two views of one document the higher version is the newer. */
export function isOlder(shown: DocumentView | null, view: DocumentView | null): boolean {
  return shown !== null && view !== null && documentPlace(shown) === documentPlace(view) && view.version < shown.version
}

/** Takes a decision. `change` returns the change to the choices it is given; null: none. */
type Decide = (change: (choices: Choices) => ChoicesChange | null) => Promise<Result<DocumentView | null>>

type DecisionParts = {
  /** The document as it was answered last; null: none is open. */
  readonly newest: () => DocumentView | null
  readonly send: (choices: ChoicesChange) => Promise<Result<DocumentView>>
  readonly accept: (view: DocumentView) => void
}

/**
 * Takes decisions one after the other. A change holds all groups of its decision, so it is computed from
 * the newest choices; from older ones it would undo the answer to another group.
 */
export function serializeDecisions(
  oneByOne: ReturnType<typeof inTurn>,
): (change: Parameters<Decide>[0], parts: DecisionParts) => ReturnType<Decide> {
  return (change, { newest, send, accept }) =>
    oneByOne(async () => {
      const document = newest()
      const choices = document && change(document.choices)
      if (choices === null) return ok(document)
      const result = await send(choices)
      if (result.ok) accept(result.value)
      return result
    })
}
