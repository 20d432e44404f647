import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads'
import { problem, type Result } from '../../../../shared/result.ts'
import type { DraftBatch } from '../draft-batch.ts'
import {
  digestFor,
  type FileFacts,
  readDrafts,
  type ReadDrafts,
  readingStopped,
  type ReadOptions,
  type ReadOrder,
  type ReadResult,
  readUnchecked,
  sameDigest,
} from '../read-drafts.ts'
import { watchWrites } from '../../reading/same-file.ts'
import { isFast } from './fast-paths.ts'

/** A smaller file is read before a thread has even started; bytes. */
const worthAThread = 2 * 1024 * 1024

/** Young-generation heap size (MiB); half of it costs 10 % more GC time. */
const young = 48

/** Reads and plans large files in a thread of its own, while this one writes. `file`: import-worker.js. */
export function draftsInThread(file: string | URL): ReadDrafts {
  return async (order, options) => {
    if (order.file.size < worthAThread || !isFast('drafts-in-thread')) return readDrafts(order, options)
    if (options.signal.aborted) return readingStopped
    const { signal, onDigest } = options
    // A file that was never read may have any digest, which is that of the bytes that its records are read from.
    const known = order.file.digest === null ? null : await digestFor(order.file, signal)
    if (known?.ok === false) return known
    if (known !== null) onDigest(known.value)
    const isUnwritten = await watchWrites(order.file.path)
    const { port1: batches, port2: theirs } = new MessageChannel()
    const workerData: ThreadOrder = { order, batches: theirs }
    const resourceLimits = { maxYoungGenerationSizeMb: young }
    const worker = new Worker(file, { workerData, transferList: [theirs], resourceLimits })
    let isDone = false
    try {
      const read = await follow(worker, batches, options)
      isDone = read.ok
      if (!read.ok) return read
      if (known === null && (await isUnwritten())) return read
      const digest = known ?? (await digestFor(order.file, signal))
      return digest.ok ? sameDigest(read, digest.value) : digest
    } finally {
      const ended = worker.terminate()
      batches.close()
      // A finished thread has no file open, so the writing thread need not wait until its memory is given back.
      if (!isDone) await ended
    }
  }
}

/** The start data of the thread. Batches go through a port of their own, where they wait until they are taken out. */
export type ThreadOrder = { readonly order: ReadOrder; readonly batches: MessagePort }

/** Messages of the thread that reads to the one that writes. */
type FromImportWorker =
  | { readonly kind: 'facts'; readonly facts: FileFacts }
  /** Number of further batches in the port. */
  | { readonly kind: 'batches'; readonly count: number }
  | { readonly kind: 'read'; readonly result: Result<ReadResult> }

/** The batches announced last are in the document. */
type ToImportWorker = 'ack'

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
        batches.postMessage(packed(batch))
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

/**
 * A batch on its way: the sources of its users are lines of one text, because JSON has no line end within. A text of its own for
 * each user, put together of a dozen pieces, takes the thread that reads three times as long.
 */
type PackedBatch = Omit<DraftBatch, 'sources'> & { readonly sources: string }

function packed(batch: DraftBatch): PackedBatch {
  return { ...batch, sources: batch.sources.join('\n') }
}

function unpacked(batch: PackedBatch): DraftBatch {
  return { ...batch, sources: batch.users.of.length === 0 ? [] : batch.sources.split('\n') }
}

type Answer = Awaited<ReturnType<ReadDrafts>>

function follow(worker: Worker, batches: MessagePort, { signal, onFacts, onBatches }: ReadOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const take = async (message: FromImportWorker): Promise<void> => {
      if (message.kind === 'read') return resolve(message.result)
      if (message.kind === 'facts') return onFacts(message.facts)
      await onBatches(takeOut(batches, message.count))
      worker.postMessage('ack' satisfies ToImportWorker)
    }
    let taken = Promise.resolve()
    worker.on('message', (message: FromImportWorker) => {
      taken = taken.then(() => (signal.aborted ? undefined : take(message))).catch(reject)
    })
    signal.addEventListener('abort', () => resolve(readingStopped), { once: true })
    // The error is not passed on: it could quote the file.
    worker.on('error', () => resolve(ended))
    worker.on('exit', () => resolve(ended))
  })
}

/** A batch becomes objects only when it is wanted, so that they need not grow old. */
function* takeOut(port: MessagePort, count: number): Generator<DraftBatch> {
  for (let left = count; left > 0; left -= 1) {
    const received: { message: PackedBatch } | undefined = receiveMessageOnPort(port)
    if (received === undefined) throw new Error('A batch that was told of is not there.')
    yield unpacked(received.message)
  }
}

const ended: Result<never> = problem(
  'reading-ended',
  'The part of the app that reads files stopped before it was done. Open the migration again to read this file once more.',
)
