import { expect, test } from 'vitest'
import { signAws } from '../../../../electron/engine/fetching/sources/cognito.ts'

const credentials = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  sessionToken: null,
}
const scope = { region: 'us-east-1', service: 'service' }
const at = new Date('2015-08-30T12:36:00Z')

test('signs like the published test suite (post-vanilla, post-header-key-sort)', () => {
  const address = 'https://example.amazonaws.com/'
  const plain = signAws({ address, headers: {}, body: '' }, credentials, scope, at)
  const sorted = signAws({ address, headers: { 'my-header1': 'value1' }, body: '' }, credentials, scope, at)
  expect([plain, sorted].map(({ authorization = '' }) => authorization.split('Signature=')[1])).toEqual([
    '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
    'c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c',
  ])
})
