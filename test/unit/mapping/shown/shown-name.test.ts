import { expect, test } from 'vitest'
import { shownName } from '../../../../shared/mapping/shown/shown-name.ts'

test.each([
  ['postgres://app:s3cretPW@db.acme.example:5432/app', 'postgres://app:••••@db.acme.example:5432/app'],
  ['machine ftp.acme login ben password otherPW22', 'machine ftp.acme login ben password ••••'],
  [
    'machine api.acme.example login ann@acme.example password pw',
    'machine api.acme.example login ann@acme.example password ••••',
  ],
  ['SMTP_PASSWORD=s3cret99', 'SMTP_PASSWORD=••••'],
  ['Server=db;User Id=sa;Password=Hunter22;', 'Server=db;User Id=sa;Password=••••;'],
])('a password in a line that was taken for a name is not shown: %s', (name, shown) =>
  expect(shownName(name)).toBe(shown),
)

test.each([
  'Password hash',
  'login password',
  'https://acme.example/profile',
  'token_expires=1',
  'Passwort (verschlüsselt)',
])('and a name that holds none stays as it is: %s', (name) => expect(shownName(name)).toBe(name))
