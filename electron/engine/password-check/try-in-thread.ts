import { Worker } from 'node:worker_threads'
import type { PasswordTryResult, TryPassword } from './try-password.ts'

/**
 * Tries each password in a thread of its own, so that a costly bcrypt hash delays nothing that is being sent. `file`:
 * password-check-worker.js. Rejects when the thread ends without an answer.
 */
export function tryInThread(file: string | URL): TryPassword {
  return (one) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(file, { workerData: one })
      // What this thread answers is made by this very program.
      worker.once('message', (tried: PasswordTryResult) => resolve(tried))
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the thread ended without an answer')))
    })
}
