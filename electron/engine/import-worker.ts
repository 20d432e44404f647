import { parentPort, workerData } from 'node:worker_threads'
import { serveDrafts, type ThreadOrder } from './import-pipeline/fast/drafts-in-thread.ts'

/** Reads and plans the one file that this thread was started for. */
if (parentPort !== null) await serveDrafts(parentPort, workerData as ThreadOrder)
