import type { MessagePort } from 'node:worker_threads'
import type { Recognition } from '../../../shared/exports/export-format.ts'
import type { Result } from '../../../shared/result.ts'
import type { DraftBatch } from './draft-batch.ts'
import { readDrafts, type FileFacts, type ReadOrder } from './read-drafts.ts'

/** What the thread that reads sends to the one that writes. */
export type FromDrafting =
  | { readonly kind: 'facts'; readonly facts: FileFacts }
  | { readonly kind: 'batch'; readonly batch: DraftBatch }
  | { readonly kind: 'read'; readonly result: Result<Recognition> }

/** A batch is in the document. */
export type ToDrafting = 'taken'

/** Batches on their way. More would not make the slower of both sides any faster. */
const mostAhead = 4

/** Reads what was ordered and sends it on, never far ahead of who writes it. */
export async function serveDrafts(port: MessagePort, order: ReadOrder): Promise<void> {
  let ahead = 0
  let goOn = nothing
  const send = (message: FromDrafting) => port.postMessage(message)
  port.on('message', (message: ToDrafting) => {
    if (message === 'taken') ahead -= 1
    goOn()
  })
  const result = await readDrafts(order, {
    // Who no longer wants the rest ends the thread.
    signal: new AbortController().signal,
    onFacts: (facts) => send({ kind: 'facts', facts }),
    onBatch: async (batch) => {
      send({ kind: 'batch', batch })
      ahead += 1
      while (ahead >= mostAhead) await new Promise<void>((resolve) => (goOn = resolve))
    },
  })
  send({ kind: 'read', result })
}

function nothing(): void {}
