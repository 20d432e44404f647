import { describe, expect, test } from 'vitest'
import { maskContact, maskContactsIn } from '../../../shared/users/mask-contact.ts'

describe('a contact that is masked', () => {
  test.each([
    ['ann@example.org', 'a***@example.org'],
    ['+4915123456789', '+49***89'],
    ['something else', '***'],
  ])('%s is shown as %s', (contact, shown) => expect(maskContact(contact)).toBe(shown))
})

describe('a text that names users', () => {
  test.each([
    'for ann@example.org.',
    'for ann%40example.org',
    'for ann%2540example.org',
    'for ann&#64;example.org',
    'for ann&#x0040;example.org',
    'for ann&#x40example.org',
    'for ann&#64example.org',
    'for ann&commat;example.org',
    'for ann&amp;#64;example.org',
    'for &#97;nn&#64;example.org',
    String.raw`for ann\u0040example.org`,
    String.raw`for ann\u{40}example.org`,
    String.raw`for ann\x40example.org`,
    'for ann＠example.org',
    'for ａｎｎ@example.org',
    'for ann=40example.org',
    'for "ann lee"@example.org',
    String.raw`{"for":"\"ann lee\"@example.org"}`,
    'https://core/x?email=ann%40example.org&x=1',
  ])('is shown without the email: %s', (text) => {
    const masked = maskContactsIn(text)
    expect([/nn\b|lee/.test(masked.normalize('NFKC')), masked.includes('***')]).toEqual([false, true])
  })

  test.each([
    'at +4915123456789',
    'at +49 151 23456789',
    'at +49-151-2345-6789',
    'at +49 (151) 234 567 89',
    'at %2B4915123456789',
    'at &#43;49 151 23456789',
    'at &plus;4915123456789',
    'at 004915123456789',
    'at 0049 151 23456789',
    'at ＋４９１５１２３４５６７８９',
    'at +49\u00a0151\u00a023456789',
  ])('is shown without the phone number: %s', (text) => {
    const masked = maskContactsIn(text)
    expect([/151|234/.test(masked.normalize('NFKC')), masked.includes('+49***89')]).toEqual([false, true])
  })

  test.each([
    'HTTP 500: 100%25 of 4 &amp; 5',
    'size=4096 and 00000000-0000-4000-8000-001234567890',
    'at 2026-11-22T00:10:00.000Z',
    '000123',
    'no-one@',
    '@example.org',
    'a + b',
  ])('stays as it is where there is no contact: %s', (text) => expect(maskContactsIn(text)).toBe(text))

  test.each(['a', 'a@', '@', '"@', '"a', '+', '+1', '00', '00 ', '%40', '&#6', '&amp;', '\\u00', '=40a', ' ', '%e4'])(
    'that repeats %j takes time in proportion to it',
    (part) => {
      const text = part.repeat(1_000_000 / part.length)
      expect(maskContactsIn(`${text} ann@example.org`).endsWith('a***@example.org')).toBe(true)
    },
    5_000,
  )
})
