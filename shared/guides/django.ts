import type { Guide } from './guide.ts'

export const django: Guide = {
  provider: 'django',
  title: 'Django',
  mark: 'Dj',
  files: '1 file',
  steps: [
    {
      title: 'Write the users as JSON.',
      text: 'With the app label of your own user model instead of auth.user, if there is one. --all includes users whom a manager of the model hides.',
      command: `python manage.py dumpdata --all auth.user \\
  socialaccount.socialaccount \\
  account.emailaddress --output users.json`,
    },
    {
      title: 'Drop the file here.',
      text: 'Leave out the models that your project does not have. Entries that are not users are counted.',
    },
  ],
  facts: [
    {
      what: 'Password hashes',
      has: 'partly',
      note: 'bcrypt and Argon2 are imported; the default PBKDF2 and bcrypt_sha256 are not',
    },
    { what: 'Social IDs', has: 'yes', note: 'in “socialaccount” of django-allauth' },
    { what: 'Verified flags', has: 'yes', note: 'in “verified”' },
    { what: 'Disabled users', has: 'yes', note: 'in “is_active”; Review asks about them' },
    { what: 'MFA', has: 'partly', note: 'keys of “otp_totp_totpdevice” are imported, backup codes are not' },
  ],
  time: 'minutes',
  sources: [
    'https://docs.djangoproject.com/en/stable/ref/django-admin/#dumpdata',
    'https://github.com/django/django/blob/main/django/contrib/auth/hashers.py',
  ],
  checked: '2026-11-23',
}
