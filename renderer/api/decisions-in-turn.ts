import type { DocumentView } from '../../shared/ipc/views.ts'
import type { Choices, ChoicesChange } from '../../shared/planning/choices.ts'
import { ok, type Result } from '../../shared/result.ts'

/** Takes a decision; `change` says what it changes of the choices that it finds, null: nothing. */
export type Decide = (change: (choices: Choices) => ChoicesChange | null) => Promise<Result<DocumentView | null>>

export type DecisionParts = {
  /** The document as it was answered last; null: none is open. */
  readonly newest: () => DocumentView | null
  readonly send: (choices: ChoicesChange) => Promise<Result<DocumentView>>
  readonly accept: (view: DocumentView) => void
}

/**
 * Takes decisions one after the other. Each change is worked out over the newest choices: it holds all groups of its decision, so
 * one that began with older choices would take back the answer to another group.
 */
export function decisionsInTurn(): (change: Parameters<Decide>[0], parts: DecisionParts) => ReturnType<Decide> {
  let before: Promise<unknown> = Promise.resolve()
  return (change, { newest, send, accept }) => {
    const taking = before.then(async () => {
      const document = newest()
      const choices = document && change(document.choices)
      if (choices === null) return ok(document)
      const result = await send(choices)
      if (result.ok) accept(result.value)
      return result
    })
    before = taking.catch(() => undefined)
    return taking
  }
}
