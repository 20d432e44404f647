import { expect, test } from 'vitest'
import { connectNext, moreThanMigrated, stepBehind } from '../../../../renderer/steps/connect/connect-step.tsx'
import type { DocumentView } from '../../../../shared/ipc/views.ts'

type Facts = Partial<Pick<DocumentView, 'rehearsed' | 'started' | 'needsMapping'>> & { readonly ready?: number }

function next(target: 'none' | 'rehearsal' | 'live', connected: boolean, address = '', facts: Facts = {}) {
  return connectNext(documentWith(target, connected, facts), address)
}

function documentWith(
  target: 'none' | 'rehearsal' | 'live',
  connected: boolean,
  facts: Facts & { readonly work?: DocumentView['work']['kind'] } = {},
): DocumentView {
  const document = {
    target: target === 'none' ? null : { kind: target, connected },
    rehearsed: facts.rehearsed ?? false,
    started: facts.started ?? false,
    work: { kind: facts.work ?? 'idle' },
    files: [
      {
        problem: null,
        isOther: false,
        truncation: null,
        unreadTables: null,
        controlTotals: null,
        unappliedChanges: null,
        lostLogins: null,
        withoutUsers: null,
      },
    ],
    needsMapping: facts.needsMapping ?? [],
    openColumns: [],
    unmappedFields: [],
    counts: { ready: facts.ready ?? 0 },
  }
  return document as unknown as DocumentView
}

test('while an export is read, Connect leads to it, and then to what is open about it', () => {
  const behind = (facts: Parameters<typeof documentWith>[2]) => stepBehind(documentWith('rehearsal', true, facts))
  expect([
    behind({ work: 'reading' }),
    behind({ work: 'planning' }),
    behind({}),
    behind({ needsMapping: [1] }),
  ]).toEqual(['export', 'review', 'review', 'mapping'])
})

test('one button of Connect is the next step, whatever is connected', () => {
  expect([next('none', false), next('rehearsal', false), next('none', false, 'https://core.example.com')]).toEqual([
    'rehearse',
    'rehearse',
    'check',
  ])
  expect([next('rehearsal', true), next('live', false), next('live', true)]).toEqual(['continue', 'check', 'continue'])
})

test('after a rehearsal the live core comes next, then the migration to it', () => {
  const rehearsed = { rehearsed: true, ready: 5 }
  expect([
    next('rehearsal', true, '', rehearsed),
    next('live', false, '', rehearsed),
    next('live', true, '', rehearsed),
    next('live', true, '', { ...rehearsed, started: true }),
    next('live', true, '', { ...rehearsed, needsMapping: [1] }),
  ]).toEqual(['check', 'check', 'start', 'continue', 'continue'])
})

test('more users in the rehearsal core than were migrated are explained', () => {
  expect([moreThanMigrated(2843, 2776), moreThanMigrated(2776, 2776), moreThanMigrated(3, 0)]).toEqual([
    '2,776 users migrated. Logins that are not linked count as separate users here.',
    '',
    '',
  ])
})
