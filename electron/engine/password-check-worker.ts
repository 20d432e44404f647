import { parentPort, workerData } from 'node:worker_threads'
import { tryPassword, type PasswordTry } from './password-check/try-password.ts'

/** Tries the one password that this thread was started for, answers, and ends. */
parentPort?.postMessage(await tryPassword(workerData as PasswordTry))
