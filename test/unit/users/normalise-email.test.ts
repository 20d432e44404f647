import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normaliseEmail } from '../../../shared/users/normalise-email.ts'
import { anyCharacter } from '../../support/data/any-character.ts'

const ok = (email: string, odd: string | null = null) => ({ kind: 'ok', email, odd })
const odd = (email: string) => {
  const result = normaliseEmail(email)
  return result.kind === 'ok' ? result.odd : 'refused'
}
const invalid = (reason: string) => ({ kind: 'invalid', reason })

describe('an email', () => {
  it('is trimmed and lower-cased', () => {
    expect(normaliseEmail('  Ann.Lee+News@Example.COM\t')).toEqual(ok('ann.lee+news@example.com'))
  })

  it.each(['ann@.', 'ann@-', 'ann@..', 'ann@.-.'])('has a name in its domain, as %s has not', (email) => {
    expect(normaliseEmail(email)).toEqual(invalid('The domain of the email has no name.'))
  })

  it.each(['ann@localhost', 'ann@1.1', 'ann@example.', 'ann@.example', 'ann@[::1]', 'ann@例え'])(
    'has one in %s',
    (email) => {
      expect(normaliseEmail(email).kind).toBe('ok')
    },
  )

  it('is unusual where no mail can reach it, as with the ending of a sandbox', () => {
    expect(odd('ann@acme.example.invalid')).toContain('ends in .invalid')
    expect([odd('ann@invalid.example'), odd('ann@acme.example')]).toEqual([null, null])
  })

  it('is refused only when it cannot be an email at all', () => {
    const both = 'The email has no @ with text on both sides.'
    const space = 'The email contains white space or a control character.'
    expect(
      [
        '',
        '  ',
        'ann',
        '@example.com',
        'ann@',
        '@@b',
        'a@@',
        '@',
        'ann lee@example.com',
        'a\u00a0b@c.de',
        'a\0@b.de',
      ].map(normaliseEmail),
    ).toEqual([
      invalid('The email is empty.'),
      invalid('The email is empty.'),
      invalid(both),
      invalid(both),
      invalid(both),
      invalid(both),
      invalid(both),
      invalid(both),
      invalid(space),
      invalid(space),
      invalid(space),
    ])
  })

  it('is refused where something is glued to it, which may be a password', () => {
    const glued = [
      'ann@acme.example:5f4dcc3b5aa765d61d8327deb882cf99',
      'ann@acme.example:$2y$05$c4WoMPo3SXsafkva.HHa6uXQZWr7oboPiC2bT/r7q1BB8I2s0BRqC',
      '1:ann:ann@acme.example:secret',
      '1:ann@acme.example',
      'ann@acme.example|secret',
      'ann@acme.example;secret',
      'ann@acme.example/secret',
      'ann@acme.example#secret',
      'ann@acme.example=secret',
      'ann@acme.example,ben@acme.example',
      '$2y$05$c4WoMPo3SXsafkva.HHa6uXQZWr7oboPiC2bT/r7q1BB8I2s0BRqC-ann@acme.example',
    ]
    expect(glued.map(odd)).toEqual(glued.map(() => 'refused'))
    expect(
      ['ann@bücher.example', 'ann@例え.example', 'ann@a_b.example', 'ann@[192.168.0.1]', '"a:b"@acme.example'].map(odd),
    ).not.toContain('refused')
  })

  it('may have 256 characters and no more', () => {
    const domain = '@example.com'
    expect(normaliseEmail('a'.repeat(256 - domain.length) + domain)).toMatchObject({ kind: 'ok' })
    expect(normaliseEmail('a'.repeat(257 - domain.length) + domain)).toEqual(
      invalid('The email is longer than the 256 characters the core stores.'),
    )
  })

  it('is odd where its domain ends in no top-level domain', () => {
    const said = 'The domain of the email ends in no top-level domain.'
    const ends = ['ann@2.1', 'ann@10.0.0.7', 'ann@acme.c', 'ann@acme.cut-off', 'ann@acme.com1']
    expect(ends.map(odd)).toEqual(ends.map(() => said))
    expect(['ann@acme.xn--p1ai', 'ann@acme.museum', 'ann@7.io'].map(odd)).toEqual([null, null, null])
  })

  it('goes out with a sentence when it is odd', () => {
    expect({
      plain: odd('ann@example.com'),
      tagged: odd("o'brien&co@example.com"),
      twoAts: odd('ann@home@example.com'),
      intranet: odd('ann@intranet'),
      doubleDot: odd('ann@example..com'),
      leadingDot: odd('.ann@example.com'),
      list: odd('ann@example.com,bo'),
      umlaut: odd('jürgen@example.com'),
      domain: odd('ann@exämple.com'),
      invisible: odd('ann\u200b@example.com'),
      long: odd(`${'a'.repeat(65)}@example.com`),
    }).toEqual({
      plain: null,
      tagged: null,
      twoAts: 'The email has more than one @.',
      intranet: 'The domain of the email has no dot.',
      doubleDot: 'The domain of the email has a dot too many.',
      leadingDot: 'The part before the @ has a dot too many.',
      list: 'refused',
      umlaut: 'The part before the @ has letters outside ASCII.',
      domain: 'The domain of the email has unusual characters.',
      invisible: 'The email contains an invisible character.',
      long: 'The part before the @ is longer than the usual 64 characters.',
    })
  })

  it('stays the same when it is normalised again', () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: anyCharacter, maxLength: 300 })), (raw) => {
        const first = normaliseEmail(raw)
        if (first.kind === 'ok') expect(normaliseEmail(first.email)).toEqual(first)
      }),
    )
  })
})
