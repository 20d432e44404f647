// A worker of a few lines that speaks the protocol: `internal:open` remembers a path, `document:state` tells it,
// `run:cancel` kills the worker, `run:pause` never answers.
import { parentPort } from 'node:worker_threads'

let path = null
const view = () => ({ name: 'a', version: 4, location: path })

parentPort.on('message', (message) => {
  if (message.kind !== 'ask') return
  const reply = (value) => parentPort.postMessage({ kind: 'reply', id: message.id, result: { ok: true, value } })
  switch (message.channel) {
    case 'internal:open':
      path = message.input.path
      reply(view())
      break
    case 'internal:close':
      path = null
      reply({ closed: true })
      break
    case 'document:state':
      reply(path === null ? null : view())
      break
    case 'run:progress':
      reply({ state: 'idle' })
      break
    case 'run:cancel':
      throw new Error('made to stop')
    default:
  }
})
