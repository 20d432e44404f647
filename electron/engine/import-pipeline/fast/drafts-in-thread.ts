import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads'
import { problem, type Result } from '../../../../shared/result.ts'
import type { DraftBatch } from '../draft-batch.ts'
import {
  digestFor,
  readDrafts,
  readingStopped,
  sameDigest,
  type ReadDrafts,
  type ReadOptions,
  type ReadOrder,
} from '../read-drafts.ts'
import { isFast } from './fast-paths.ts'
import type { FromImportWorker, ThreadOrder, ToImportWorker } from './serve-drafts.ts'

/** A smaller file is read before a thread has even started; bytes. */
const worthAThread = 2 * 1024 * 1024

/** Young-generation heap size (MiB); half of it costs 10 % more GC time. */
const young = 48

/** Reads and plans large files in a thread of its own, while this one writes. `file`: import-worker.js. */
export function draftsInThread(file: string | URL): ReadDrafts {
  return async (order, options) => {
    if (order.file.size < worthAThread || !isFast('drafts-in-thread')) return readDrafts(order, options)
    if (options.signal.aborted) return readingStopped
    const ended = new AbortController()
    const digesting = tellDigest(order, options, ended.signal)
    // A file that was never read may have any digest, which is found out while it is read.
    if (order.file.digest !== null) {
      const same = await digesting
      if (!same.ok) return same
    }
    // How it went is asked only where reading went well.
    digesting.catch(() => undefined)
    const { port1: batches, port2: theirs } = new MessageChannel()
    const workerData: ThreadOrder = { order, batches: theirs }
    const resourceLimits = { maxYoungGenerationSizeMb: young }
    const worker = new Worker(file, { workerData, transferList: [theirs], resourceLimits })
    try {
      const read = await follow(worker, batches, options)
      if (!read.ok) return read
      const digest = await digesting
      return digest.ok ? sameDigest(read, digest.value) : digest
    } finally {
      ended.abort()
      await worker.terminate()
      batches.close()
    }
  }
}

async function tellDigest({ file }: ReadOrder, { signal, onDigest }: ReadOptions, ended: AbortSignal) {
  const either = AbortSignal.any([signal, ended])
  const digest = await digestFor(file, either)
  if (digest.ok && !either.aborted) onDigest(digest.value)
  return digest
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
    const received: { message: DraftBatch } | undefined = receiveMessageOnPort(port)
    if (received === undefined) throw new Error('A batch that was told of is not there.')
    yield received.message
  }
}

const ended: Result<never> = problem(
  'reading-ended',
  'The part of the app that reads files stopped before it was done. Open the migration again to read this file once more.',
)
