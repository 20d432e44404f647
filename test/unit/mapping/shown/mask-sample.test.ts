import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countColumns } from '../../../../shared/mapping/columns/count-columns.ts'
import { profileColumns } from '../../../../shared/mapping/columns/profile-columns.ts'
import { maskSample } from '../../../../shared/mapping/shown/mask-sample.ts'

describe('maskSample', () => {
  it.each([
    'password',
    'user_pass',
    'pwd',
    'passwordHash',
    'hash',
    'salt',
    'client_secret',
    'totp_secret',
    'accessToken',
    'api_key',
    'apikey',
    'Key',
    'otp',
    'totp',
    'pin',
    'user_pin',
    'pincode',
    'digest',
    'credentials[0].secretData.value',
    'PIN code',
    'user_actkey',
    'vkey',
    'creditCardNumber',
    'activation_key',
    'resetCode',
    'verify_code',
    'email_verification_code',
    'invite_code',
    'confirm_key',
    'auth_code',
    'answer',
    'security_answer',
    'securityAnswer2',
    'answer_1',
    'antwort',
    'Sicherheitsantwort',
    'réponse',
    'respuesta_seguridad',
    'odpowiedź',
    'ответ',
  ])('shows nothing of a column called %s', (path) => {
    expect(maskSample(path, 'hunter2')).toBe('••••')
  })

  it.each([
    'email',
    'monkey',

    'status_code',
    'country_code',
    'shipping',
    'name',
    'spin',
    'company',
    'user_id',
    'zip',
    'answered_at',
    'answers_count',
    'ansvarig',
  ])('shows a column called %s', (path) => {
    expect(maskSample(path, 'hunter2')).toBe('hunter2')
  })

  it.each([
    [`$2b$10$${'a'.repeat(53)}`, '$2b$10$••••'],
    ['$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA', '$argon2id$v=19$m=64,t=1,p=1$••••'],
    ['fakeHash:salt=x:password=hunter2', '••••'],
    ['$custom$hunter2', '••••'],
    ['{SSHA}aGFzaGhhc2g', '{SSHA}••••'],
    ['5f4dcc3b5aa765d61d8327deb882cf99', '••••'],
    ['{"note":"5f4dcc3b5aa765d61d8327deb882cf99"}', '{••••}'],
    ['eyJhbGciOiJI.eyJzdWIi.abc', '••••'],
  ])('shows at most the algorithm of %s in any column', (value, shown) => {
    expect(maskSample('notes', value)).toBe(shown)
  })

  it('hides every digest and key in hex or base64, anywhere in a value', () => {
    const secret = fc
      .tuple(fc.uint8Array({ minLength: 31, maxLength: 64 }), fc.constantFrom('hex', 'base64', 'base64url'))
      .map(([bytes, form]) =>
        createHash('sha256')
          .update(bytes)
          .digest()
          .toString(form as BufferEncoding),
      )
    fc.assert(
      fc.property(secret, fc.constantFrom('', 'x: ', '{"a":"'), (text, before) => {
        expect(maskSample('notes', before + text)).not.toContain(text.slice(0, 6))
      }),
    )
  })

  it('shortens long texts', () => {
    expect(maskSample('bio', 'word '.repeat(40))).toHaveLength(80)
  })

  it('shows of a value of millions of characters no more than of any other', () => {
    const picture = `data:image/png;base64,${'iVBORw0KGgo'.repeat(1_000_000)}`
    expect(maskSample('avatar', picture)).toBe('••••')
    expect(maskSample('about', 'so long '.repeat(2_000_000))).toHaveLength(80)
  })
})

it('masks the passwords among attributes of users', () => {
  const records = ['Cleartext-Password', 'User-Password', 'Framed-IP-Address'].map((attribute, at) => ({
    username: `user${at}`,
    attribute,
    value: `kumquat${at}`,
  }))
  const header = ['username', 'attribute', 'value']
  const shown = (of: typeof records) => profileColumns(of, header).at(-1)?.samples.join() ?? ''
  expect(shown(records)).not.toContain('kumquat')
  expect(shown(records.slice(2))).toBe('kumquat2')
  const counter = countColumns({ header, records })
  for (const record of records) counter.add(record, true)
  expect(JSON.stringify(counter.counts())).not.toContain('kumquat')
})
