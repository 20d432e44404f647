import { expect, test } from 'vitest'
import { startEngine } from '../../support/engine.ts'
import { must } from '../../support/documents.ts'
import { startCore } from '../../support/rehearsal.ts'

test('a live core is only looked at until its address is confirmed, once', async () => {
  const core = await startCore()
  const engine = await startEngine()
  const connect = async (confirmed: boolean) => {
    const input = { baseUrl: core.baseUrl, apiKey: '', dialect: 'auto', allowHttp: true, confirmed } as const
    const { kind, facts } = must(await engine.ask('core:connect', input))
    const state = must(await engine.ask('document:state', {}))
    return [kind, facts.map(({ label }) => label).includes('API key'), state?.target?.baseUrl ?? null]
  }
  expect([await connect(false), await connect(true), await connect(false)]).toEqual([
    ['confirm-live', true, null],
    ['ready', true, core.baseUrl],
    ['ready', true, core.baseUrl],
  ])
})
