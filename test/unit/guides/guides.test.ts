import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { exportFormats } from '../../../shared/exports/index.ts'
import { guideMarkdown } from '../../support/guide-markdown.ts'
import { guides } from '../../../shared/guides/index.ts'

const docs = resolve(import.meta.dirname, '../../../docs/sources')

describe.each(guides.map((guide) => [guide.provider, guide] as const))('the guide of %s', (provider, guide) => {
  test('belongs to an export that is recognized', () => {
    expect([...exportFormats.map((format) => format.provider), 'generic']).toContain(provider)
  })

  test('has at most three steps, a command, every fact, and its sources with a date', () => {
    expect(guide.steps.length).toBeLessThanOrEqual(3)
    expect(guide.steps.some(({ command }) => command !== undefined)).toBe(true)
    const facts = ['Password hashes', 'Social IDs', 'Verified flags', 'Disabled users', 'MFA']
    expect(guide.facts.map(({ what }) => what)).toEqual(facts)
    expect([guide.mark.length, guide.sources.every((source) => source.startsWith('https://'))]).toEqual([2, true])
    expect(guide.checked).toMatch(/^20\d\d-\d\d-\d\d$/)
  })

  test('says of verified flags and disabled users what is read of them', () => {
    const format = exportFormats.find((one) => one.provider === provider)
    const isRead = (words: RegExp) => format?.fields.some(({ becomes }) => words.test(becomes)) ?? true
    const has = (name: string) => guide.facts.find(({ what }) => what === name)?.has !== 'no'
    expect([has('Verified flags'), has('Disabled users')]).toEqual([isRead(/verified/i), isRead(/^Disabled|disabled,/)])
  })

  test('has commands that fit into the panel, and hold no secret but a variable', () => {
    for (const { command = '' } of guide.steps) {
      for (const line of command.split('\n')) expect(line.length).toBeLessThanOrEqual(48)
      expect(command).not.toMatch(/Bearer [^$]/)
    }
  })

  test('stands in the documentation', async () => {
    await expect(guideMarkdown(guide)).toMatchFileSnapshot(join(docs, `${provider}.md`))
  })
})

test('every export that is recognized has a guide, and so has a table of one’s own', () => {
  const recognized = [...exportFormats.map(({ provider }) => provider), 'generic']
  expect(guides.map(({ provider }) => provider).toSorted()).toEqual(recognized.toSorted())
})

test('every page of the sources has a guide', () => {
  expect(readdirSync(docs).toSorted()).toEqual(guides.map(({ provider }) => `${provider}.md`).toSorted())
})
