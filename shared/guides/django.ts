import type { Guide } from './guide.ts'

export const django: Guide = {
  provider: 'django',
  title: 'Django',
  mark: 'Dj',
  files: '1 file',
  steps: [
    {
      title: 'Write the users as JSON.',
      text: 'With the app label of your own user model instead of auth.user, if there is one.',
      command: `python manage.py dumpdata auth.user \\
  socialaccount.socialaccount \\
  account.emailaddress --output users.json`,
    },
    {
      title: 'Drop the file here.',
      text: 'Leave out the models that your project does not have. Entries that are not users are counted.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'partly', note: 'bcrypt and Argon2 are imported, PBKDF2 is not' },
    { what: 'Social IDs', has: 'yes', note: 'in “socialaccount” of django-allauth' },
    { what: 'MFA', has: 'no', note: 'cannot be imported, users enroll again' },
  ],
  time: 'minutes',
  sources: ['https://docs.djangoproject.com/en/stable/ref/django-admin/#dumpdata'],
  checked: '2026-11-23',
  unconfirmed:
    'The vendor’s page was not at hand when this was written: the command follows the layout of the product’s own source. Try it on a small part first.',
}
