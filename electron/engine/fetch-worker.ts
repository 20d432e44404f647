import { parentPort } from 'node:worker_threads'
import type { FromFetch, ToFetch } from './fetching/fetch-in-thread.ts'
import { fetchSources } from './fetching/sources/index.ts'
import { fetchHere, type FetchHandle, surveyHere } from './fetching/start-fetch.ts'
import { fetchSeal } from './trust/seal.ts'
import { createTrustStore } from './trust/trust-store.ts'

/** One fetch, or one survey of what can be fetched, in a thread of its own, so that neither a window nor a run waits for it. */
const port = parentPort
if (port === null) throw new Error('fetch-worker is for worker threads')
const send = (message: FromFetch) => port.postMessage(message)
let handle: FetchHandle | null = null

port.on('message', (message: ToFetch) => {
  if (message.kind === 'survey')
    return void surveyHere(fetchSources)(message.request).then((reply) => send({ kind: 'surveyed', reply }))
  if (message.kind !== 'start') return handle?.[message.kind]()
  const start = fetchHere(fetchSources, { seal: fetchSeal(createTrustStore(message.appFolder)) })
  handle = start(message.request, (progress) => send({ kind: 'progress', progress }))
  void handle.done.then((outcome) => send({ kind: 'done', outcome }))
})
