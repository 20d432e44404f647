import { expect, test } from 'vitest'
import { copyProblem } from '../../../electron/engine/channels/internal-channels.ts'
import { describeFailure } from '../../../electron/engine/document/check-document.ts'

test('a copy that does not fit on the disk says so, and is not sent to another folder of it', () => {
  const full = copyProblem(describeFailure(new Error('database or disk is full')))
  expect([full.error.code, full.error.message]).toEqual(['disk-full', expect.stringMatching(/another disk/)])
  expect(copyProblem(describeFailure(new Error('unable to open database file'))).error.code).toBe('copy-not-saved')
})
