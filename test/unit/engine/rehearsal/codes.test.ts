import { expect, test } from 'vitest'
import { createCodes } from '../../../../electron/engine/rehearsal/store/codes.ts'
import { countingRandom, joined } from './fixture.ts'

test('codes that nobody consumed are forgotten, so that they do not fill the memory', () => {
  const codes = createCodes()
  const random = countingRandom()
  const open = (email: string, now: number) => codes.openDevice({ random, now }, { email, phoneNumber: null })
  const twoHours = 7_200_000
  for (let count = 0; count < 50; count += 1) open(`${count % 5}@example.com`, joined)
  const fresh = open('0@example.com', joined + twoHours)
  expect([codes.byLinkCode.size, codes.byDeviceId.size, [...codes.byContact.keys()]]).toEqual([
    1,
    1,
    ['email 0@example.com'],
  ])
  codes.closeDevicesOf(fresh.device)
  expect([codes.byLinkCode.size, codes.byDeviceId.size, codes.byContact.size]).toEqual([0, 0, 0])
})
