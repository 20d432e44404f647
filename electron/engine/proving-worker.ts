import { parentPort, workerData } from 'node:worker_threads'
import { tryPassword, type Try } from './proving/try-password.ts'

/** Tries the one password that this thread was started for, answers, and ends. */
parentPort?.postMessage(await tryPassword(workerData as Try))
