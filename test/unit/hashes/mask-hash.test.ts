import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskHash } from '../../../shared/hashes/mask-hash.ts'
import { argon2Hash, bcryptHash, keycloakCredential } from './made-hashes.ts'

describe('a masked hash', () => {
  it('shows algorithm and cost only', () => {
    expect({
      bcrypt: maskHash(bcryptHash),
      django: maskHash(`argon2${argon2Hash()}`),
      sha256: maskHash(`bcrypt_sha256$${bcryptHash}`),
      versionless: maskHash(argon2Hash().replace('$v=19', '')),
      variant: maskHash('$f_scrypt$aGFzaA==$c2FsdA==$m=14$r=8$s=Bw=='),
      carrier: maskHash('$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=c2VjcmV0$c2FsdA==$aGFzaA=='),
      pbkdf2: maskHash('pbkdf2_sha256$390000$seasalt$8xBlGd3jVgvJ'),
      ldap: maskHash('{SSHA}8xBlGd3jVgvJ'),
      keycloak: maskHash(keycloakCredential()),
      plain: maskHash('hunter2'),
      inBraces: maskHash('{hunter2}secret'),
      none: maskHash(' '),
    }).toEqual({
      bcrypt: '$2b$04$••••',
      django: 'argon2$argon2id$v=19$m=64,t=2,p=1$••••',
      sha256: 'bcrypt_sha256$$2b$04$••••',
      versionless: '$argon2id$m=64,t=2,p=1$••••',
      variant: '$f_scrypt$••••$••••$m=14$r=8$s=••••',
      carrier: '$fbscrypt$v=1,n=14,r=8,p=1,••••',
      pbkdf2: 'pbkdf2_sha256$390000$••••',
      ldap: '{SSHA}••••',
      keycloak: '{••••}',
      plain: '••••',
      inBraces: '••••',
      none: '',
    })
  })

  it('shows nothing of a text that is no hash', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9]{1,40}$/), (text) => {
        expect(maskHash(text)).toBe('••••')
      }),
    )
  })
})
