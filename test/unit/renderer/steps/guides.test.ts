import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commonProviders, guides, missingHashes, readGuide } from '../../../../renderer/steps/export/guide-panel.tsx'
import { exportFormats } from '../../../../shared/exports/index.ts'

const docs = resolve(import.meta.dirname, '../../../../docs/sources')
const auth0 = readFileSync(join(docs, 'auth0.md'), 'utf8')

describe.each(guides.map((guide) => [guide.provider, guide] as const))('the guide of %s', (provider, guide) => {
  test('has a command, every fact, and nothing on its page that the screen does not show', () => {
    expect([guide.steps.length <= 3, guide.sources.length > 0]).toEqual([true, true])
    expect(guide.steps.some(({ command }) => command !== null)).toBe(true)
    const facts = ['Password hashes', 'Social IDs', 'Verified flags', 'Disabled users', 'MFA']
    expect(guide.facts.map(({ what }) => what)).toEqual(facts)
    // A paragraph that is not of the form would be on the page and not on the screen.
    const page = readFileSync(join(docs, `${provider}.md`), 'utf8')
    const steps = guide.steps.map(({ title, text, command }) => [title, text, command === null ? '' : `sh ${command}`])
    const shown = [
      `How to get the export of ${guide.title} You will have ${guide.files}. It takes ${guide.time}`,
      ...steps.flat(),
      'Contents of the export',
      ...guide.facts.flatMap(({ what, has, note }) => [what, has, note]),
      guide.usersWithoutHashes,
      `Sources Checked on ${guide.checked}`,
      ...guide.sources,
      guide.unconfirmed === null ? '' : `Not confirmed ${guide.unconfirmed}`,
    ]
    expect(letters(page)).toBe(letters(shown.join(' ')))
  })

  test('says of verified flags and disabled users what is read of them', () => {
    const format = exportFormats.find((one) => one.provider === provider)
    const isRead = (words: RegExp) => format?.fields.some(({ becomes }) => words.test(becomes)) ?? true
    const has = (name: string) => guide.facts.find(({ what }) => what === name)?.has !== 'no'
    expect([has('Verified flags'), has('Disabled users')]).toEqual([isRead(/verified/i), isRead(/^Disabled|disabled,/)])
  })

  test('has commands that fit into the panel, and hold no secret but a variable', () => {
    for (const { command } of guide.steps) {
      if (command === null) continue
      for (const line of command.split('\n')) expect(line.length).toBeLessThanOrEqual(48)
      expect(command).not.toMatch(/Bearer [^$]/)
    }
  })
})

/** The letters of a text without blanks, marks and case: what is left of it when the form is taken away. */
function letters(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}]/gu, '')
}

test('a page reads the same however its lines are wrapped', () => {
  const wrapped = auth0.replaceAll(/```[^]*?```|^(?!#).{40,}$/gm, (text) =>
    text.startsWith('`') ? text : text.replace(/(.{30,}?) (?=[a-z])/, '$1\n'),
  )
  expect(wrapped).not.toBe(auth0)
  expect(readGuide('auth0', wrapped)).toEqual(readGuide('auth0', auth0))
})

test('every export that is recognised has a guide, and so has a custom table; every page is one of them', () => {
  const recognised = [...exportFormats.map(({ provider }) => provider), 'generic'].toSorted()
  expect(guides.map(({ provider }) => provider).toSorted()).toEqual(recognised)
  expect(readdirSync(docs).toSorted()).toEqual(recognised.map((provider) => `${provider}.md`))
  expect(recognised).toEqual(expect.arrayContaining(commonProviders.map(({ provider }) => provider)))
})

test.each([
  ['a title', /^# How to get.*$/m, '# Auth0'],
  ['its time', 'It takes', 'That takes'],
  ['its facts', '- **MFA**: No', '- **MFA**: None'],
  ['a date', /^Checked on.*$/m, 'Checked:'],
  ['a word about users without hashes', /^Users without a hash.*$/m, ''],
])('a page without %s is refused', (_, from, to) => {
  expect(readGuide('auth0', auth0).steps).toHaveLength(3)
  expect(() => readGuide('auth0', auth0.replace(from, to))).toThrow()
})

const missingHashesAuth0 = guides.find(({ provider }) => provider === 'auth0')
const note = missingHashesAuth0?.facts.find(({ what }) => what === 'Password hashes')?.note

test('the hashes that are not in an export are counted, with where its guide says that they are', () => {
  const textFor = (users: number) => missingHashes(missingHashesAuth0, [{ code: 'hash-not-in-export', users }])
  expect([textFor(1200)?.title, textFor(1)?.title]).toEqual([
    'The hashes of 1,200 users are missing.',
    'The hashes of 1 user are missing.',
  ])
  expect([textFor(1200)?.text.toLowerCase(), typeof note]).toEqual([`${note?.toLowerCase()}.`, 'string'])
})

test('the hashes that the API of FusionAuth omits are in a table that its guide names', () => {
  const fusionauth = guides.find(({ provider }) => provider === 'fusionauth')
  expect(missingHashes(fusionauth, [{ code: 'hash-not-in-export', users: 1 }])?.text).toContain('“identities”')
})

test('nothing is said where no hash is missing, or no guide belongs to the export', () => {
  const findings = [{ code: 'hash-not-in-export', users: 3 }]
  const others = [{ code: 'old-id-not-kept', users: 3 }]
  expect([
    missingHashes(missingHashesAuth0, []),
    missingHashes(missingHashesAuth0, others),
    missingHashes(undefined, findings),
  ]).toEqual([null, null, null])
})
