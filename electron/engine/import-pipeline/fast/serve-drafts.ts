import type { MessagePort } from 'node:worker_threads'
import type { Result } from '../../../../shared/result.ts'
import type { DraftBatch } from '../draft-batch.ts'
import { readUnchecked, type FileFacts, type ReadOrder, type ReadResult } from '../read-drafts.ts'

/** The start data of the thread. Batches go through a port of their own, where they wait until they are taken out. */
export type ThreadOrder = { readonly order: ReadOrder; readonly batches: MessagePort }

/** Messages of the thread that reads to the one that writes. */
export type FromImportWorker =
  | { readonly kind: 'facts'; readonly facts: FileFacts }
  /** Number of further batches in the port. */
  | { readonly kind: 'batches'; readonly count: number }
  | { readonly kind: 'read'; readonly result: Result<ReadResult> }

/** The batches announced last are in the document. */
export type ToImportWorker = 'ack'

/**
 * Batches that are written in one transaction: each commit writes the pages that are not yet full once more, which for
 * 500 records costs as much as the records do.
 */
const batchesPerMessage = 10

/** Backpressure window in characters: large enough to keep reading during one large commit. */
const maxAhead = 14_000_000

/** Reads the ordered file and sends batches, within the backpressure window. */
export async function serveDrafts(port: MessagePort, { order, batches }: ThreadOrder): Promise<void> {
  let waiting = 0
  let waitingCharacters = 0
  /** Characters of announced batches, oldest first. */
  const told: number[] = []
  let ahead = 0
  let goOn = nothing
  const send = (message: FromImportWorker) => port.postMessage(message)
  const tell = () => {
    if (waiting === 0) return
    send({ kind: 'batches', count: waiting })
    told.push(waitingCharacters)
    ahead += waitingCharacters
    waiting = 0
    waitingCharacters = 0
  }
  port.on('message', (message: ToImportWorker) => {
    if (message === 'ack') ahead -= told.shift() ?? 0
    goOn()
  })
  const result = await readUnchecked(order, {
    // A reader that does not want the rest ends the thread.
    signal: new AbortController().signal,
    onFacts: (facts) => send({ kind: 'facts', facts }),
    onBatches: async (some: Iterable<DraftBatch>) => {
      for (const batch of some) {
        batches.postMessage(batch)
        waiting += 1
        waitingCharacters += batch.characters
      }
      if (waiting >= batchesPerMessage) tell()
      while (ahead >= maxAhead) await new Promise<void>((resolve) => (goOn = resolve))
    },
  })
  tell()
  send({ kind: 'read', result })
}

function nothing(): void {}
