import { assert, date, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOfEitherOrder, readTimeJoined } from '../../../shared/users/time-joined.ts'

const now = Date.UTC(2026, 0, 1)
const signedUp = Date.UTC(2023, 1, 9, 16, 34, 22)

describe('the time at which a user joined', () => {
  test.each([
    '2023-02-09T16:34:22.000Z',
    '2023-02-09T16:34:22',
    '2023-02-09 16:34:22.000000+00',
    '2023-02-09T17:34:22+01:00',
    '2023-02-09 11:34:22 -0500',
    '2023-02-09 16:34:22 UTC',
    '2023/2/9 16:34:22',
    '1675960462',
    '1675960462.000',
    '1675960462000',
    '1675960462000000',
    '1675960462000000000',
    'Thu, 09 Feb 2023 16:34:22 GMT',
    '9 Feb 2023 17:34:22 +0100',
    'Thu Feb 09 2023 17:34:22 GMT+0100 (Central European Standard Time)',
    '20230209163422Z',
    '20230209163422.0Z',
    ' 2023-02-09T16:34:22Z ',
    '09.02.2023 16:34:22',
    '9.2.2023, 16:34:22',
  ])('is read from %s', (text) => {
    expect(readTimeJoined(text, now)).toBe(signedUp)
  })

  test.each(['2023-02-09', '20230209', '2023/02/09', '09.02.2023', '9.2.2023'])(
    'is the beginning of the day in UTC where %s is all there is',
    (text) => {
      expect(readTimeJoined(text, now)).toBe(Date.UTC(2023, 1, 9))
    },
  )

  test.each(['25/12/2023', '12/25/2023', '25-12-2023', '12/25/2023 12:00 AM'])(
    'is the day that %s can be alone',
    (text) => {
      expect(readTimeJoined(text, now)).toBe(Date.UTC(2023, 11, 25))
    },
  )

  test('is not read where day and month may be either way round', () => {
    const dates = ['03/04/2023', '3/4/2023 10:15 PM']
    expect(dates.map((text) => [readTimeJoined(text, now), isOfEitherOrder(text)])).toEqual([
      [null, true],
      [null, true],
    ])
    expect(readTimeJoined('04/04/2023, 4:05 pm', now)).toBe(Date.UTC(2023, 3, 4, 16, 5))
    expect(['25/12/2023', '40/40/2023', 'never'].map(isOfEitherOrder)).toEqual([false, false, false])
  })

  test.each([
    '9. Februar 2023',
    '9. Feb. 2023',
    'Donnerstag, 9. Februar 2023',
    '9 février 2023',
    '9 de febrero de 2023',
    '9 febbraio 2023',
    'February 9, 2023',
    'Feb 9th, 2023',
  ])('is the day that people write as %s', (text) => {
    expect(readTimeJoined(text, now)).toBe(Date.UTC(2023, 1, 9))
  })

  test.each(['9. Februar 2023, 16:34', '9. Februar 2023 um 16:34 Uhr', 'February 9, 2023 4:34 PM'])(
    'has the time of day in %s',
    (text) => {
      expect(readTimeJoined(text, now)).toBe(Date.UTC(2023, 1, 9, 16, 34))
    },
  )

  test.each([
    '3. Maerchen 2024',
    '30. Februar 2023',
    'Level 9 Feb',
    '9 Feb',
    'Raum 3 März 20245',
    '1 de 2 2023',
    '31.02.2023',
    '2.13.2023',
    '9.2.23',
  ])('is not read from %s', (text) => {
    expect(readTimeJoined(text, now)).toBeNull()
  })

  test('keeps milliseconds and drops what is finer', () => {
    expect(readTimeJoined('2023-02-09T16:34:22.6119Z', now)).toBe(signedUp + 611)
    expect(readTimeJoined('1675960462.611', now)).toBe(signedUp + 611)
  })

  test.each([
    '02/03/2023',
    '2023-02-30',
    '2023-13-01',
    '2023-02-09 25:00:00',
    'yesterday',
    '0',
    '12',
    '1970-01-01T00:00:00Z',
    '1994-12-31T23:59:59Z',
    '2026-01-01T00:00:01Z',
    // Ticks since the year 1, hundreds of nanoseconds since 1601, and a number that a spreadsheet rounded.
    '638115248620000000',
    '133204448620000000',
    '1.67596E+12',
    '',
  ])('is not read from %j', (text) => {
    expect(readTimeJoined(text, now)).toBeNull()
  })

  test('is what JavaScript wrote', () => {
    const times = date({ min: new Date('1995-01-02'), max: new Date(now), noInvalidDate: true })
    assert(
      property(times, (time) => {
        const seconds = Math.floor(time.getTime() / 1000) * 1000
        expect(readTimeJoined(time.toISOString(), now)).toBe(time.getTime())
        expect(readTimeJoined(time.toUTCString(), now)).toBe(seconds)
        expect(readTimeJoined(String(time), now)).toBe(seconds)
        expect(readTimeJoined(String(time.getTime()), now)).toBe(time.getTime())
      }),
    )
  })
})
