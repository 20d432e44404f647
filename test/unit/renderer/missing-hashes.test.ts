import { expect, test } from 'vitest'
import { guides, missingHashes } from '../../../renderer/steps/export/guide-panel.tsx'

const auth0 = guides.find(({ provider }) => provider === 'auth0')
const note = auth0?.facts.find(({ what }) => what === 'Password hashes')?.note

test('the hashes that are not in an export are counted, with where its guide says that they are', () => {
  const said = (users: number) => missingHashes(auth0, [{ code: 'hash-not-in-export', users }])
  expect([said(1200)?.title, said(1)?.title]).toEqual([
    'The hashes of 1,200 users are missing:',
    'The hashes of 1 user are missing:',
  ])
  expect([said(1200)?.text, typeof note]).toEqual([`${note}.`, 'string'])
})

test('nothing is said where no hash is missing, or no guide belongs to the export', () => {
  const findings = [{ code: 'hash-not-in-export', users: 3 }]
  const others = [{ code: 'old-id-not-kept', users: 3 }]
  expect([missingHashes(auth0, []), missingHashes(auth0, others), missingHashes(undefined, findings)]).toEqual([
    null,
    null,
    null,
  ])
})
