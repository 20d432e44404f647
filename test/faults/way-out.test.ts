import { describe, expect, test } from 'vitest'
import { must } from '../support/documents.ts'
import { engineWith } from '../support/engine.ts'
import { startCore, usersIn } from '../support/rehearsal.ts'
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts'
import { everyKind, undisturbed } from './migration.ts'

const each = 8

/** A run from the window that was stopped by what its core answers from the twentieth request on. */
async function stopped(proxy: FaultProxy, status: 401 | 403 | 404) {
  const engine = await engineWith(everyKind(each), proxy.url)
  proxy.plan(({ count }) => (count < 20 ? null : { kind: 'refused', status, text: 'Not any more' }))
  const view = await engine.run()
  const connect = async (baseUrl: string, apiKey: string, coreMoved?: boolean) => {
    const input = { baseUrl, apiKey, dialect: 'auto', allowHttp: true } as const
    const found = must(await engine.ask('core:connect', coreMoved === undefined ? input : { ...input, coreMoved }))
    await engine.settled()
    return found.kind
  }
  const resume = async () => {
    must(await engine.ask('run:resume', {}))
    return engine.runEnded()
  }
  return { view, connect, resume }
}

describe.each(['documented', 'supertokens'] as const)(
  'a run in the window to a %s core that stopped by itself',
  (dialect) => {
    test('because of its key goes on with a new one', async () => {
      const core = await startCore({ dialect, apiKey: 'made-up-key-of-today' })
      const proxy = await startFaultProxy(core.baseUrl, {
        keyOf: (key) => key.replace('blank', 'made-up-key-of-today'),
      })
      const engine = await engineWith(everyKind(each))
      const connect = async (apiKey: string) => {
        const input = { baseUrl: proxy.url, apiKey, dialect: 'auto', allowHttp: true } as const
        const found = must(await engine.ask('core:connect', input))
        await engine.settled()
        return found.kind
      }
      const before = await connect('blank')
      proxy.plan(({ count }) => (count < 20 ? null : { kind: 'refused', status: 401, text: 'Rotated' }))
      const view = await engine.run()
      proxy.plan(() => null)
      const wrong = dialect === 'supertokens' ? await connect('made-up-key-of-nobody') : 'key-refused'
      const right = await connect('made-up-key-of-today')
      must(await engine.ask('run:resume', {}))
      const { state, counts } = await engine.runEnded()
      expect([
        before,
        view.stopped,
        view.note,
        wrong,
        right,
        state,
        counts.migrated,
        usersIn(core),
        proxy.sentAgain,
      ]).toEqual([
        'ready',
        'api-key-rejected',
        expect.stringContaining('Enter the correct key, then continue'),
        'key-refused',
        'ready',
        'finished',
        5 * each,
        (await undisturbed(dialect, each)).core,
        [],
      ])
    })

    test('because of its address goes on at the new one of the same core', async () => {
      const core = await startCore({ dialect })
      const proxy = await startFaultProxy(core.baseUrl)
      const { view, connect, resume } = await stopped(proxy, 404)
      const after = await startFaultProxy(core.baseUrl)
      const found = await connect(after.url, '', true)
      const { state, counts } = await resume()
      expect([view.stopped, view.note, found, state, counts.migrated, usersIn(core)]).toEqual([
        'wrong-address',
        expect.stringContaining('Check the path of the base URL, then continue'),
        'ready',
        'finished',
        5 * each,
        (await undisturbed(dialect, each)).core,
      ])
    })

    test('because it may not do this goes on once it may', async () => {
      const core = await startCore({ dialect })
      const proxy = await startFaultProxy(core.baseUrl)
      const { view, resume } = await stopped(proxy, 403)
      const still = await resume()
      proxy.plan(() => null)
      const { state, counts } = await resume()
      expect([view.stopped, still.stopped, state, counts.migrated, usersIn(core), proxy.sentAgain]).toEqual([
        'forbidden',
        'forbidden',
        'finished',
        5 * each,
        (await undisturbed(dialect, each)).core,
        [],
      ])
    })
  },
)
