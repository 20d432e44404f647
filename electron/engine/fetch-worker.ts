import { parentPort } from 'node:worker_threads'
import { fetchSources } from './fetching/sources/index.ts'
import { type FetchHandle, fetchHere, type FromFetch, surveyHere, type ToFetch } from './fetching/start-fetch.ts'
import { createTrustStore, fetchSeal } from './trust/trust-store.ts'

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
