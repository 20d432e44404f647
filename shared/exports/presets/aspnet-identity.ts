import type { Preset, StandingRule } from './preset.ts'

/** A lockout counts only while it is to come, and only for users that can be locked out. */
function lockedUntil(column: string): StandingRule {
  return { column, is: /./, until: [column], unless: 'LockoutEnabled', means: 'disabled' }
}

/** ASP.NET Identity: AspNetUsers and AspNetUserLogins, with columns in any case, with or without `_` between words. */
export const aspnetIdentity: Preset = {
  provider: 'aspnet-identity',
  title: 'ASP.NET Identity',
  idsInAnyCase: true,
  tables: [
    {
      kind: 'users',
      shape: 'AspNetUsers',
      reason: 'it has UserName and PasswordHash with other columns of AspNetUsers',
      plainNames: true,
      has: [
        'UserName',
        'PasswordHash',
        ['SecurityStamp', 'NormalizedUserName', 'NormalizedEmail', 'EmailConfirmed', 'LockoutEnabled', 'LockoutEnd'],
      ],
      columns: {
        'source-id': ['Id'],
        email: ['Email'],
        'email-verified': ['EmailConfirmed'],
        phone: ['PhoneNumber'],
        'phone-verified': ['PhoneNumberConfirmed'],
        'password-hash': ['PasswordHash'],
      },
      emailAsName: 'UserName',
      standing: [lockedUntil('LockoutEnd'), lockedUntil('LockoutEndDateUtc')],
    },
    {
      kind: 'logins',
      shape: 'AspNetUserLogins',
      reason: 'it has LoginProvider and ProviderKey for a UserId',
      plainNames: true,
      has: ['LoginProvider', 'ProviderKey', 'UserId'],
      user: ['UserId'],
      provider: ['LoginProvider'],
      userId: ['ProviderKey'],
    },
  ],
}
