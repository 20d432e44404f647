import type { Guide } from './guide.ts'

export const aspnetIdentity: Guide = {
  provider: 'aspnet-identity',
  title: 'ASP.NET Identity',
  mark: 'As',
  files: '2 files',
  steps: [
    {
      title: 'Export the tables as CSV.',
      text: 'With the export wizard of SQL Server Management Studio, or with sqlcmd, which does not quote values that have a comma. The same holds for IdentityServer, which keeps its users there.',
      command: `sqlcmd -S "$SERVER" -d "$DATABASE" -W -s"," \\
  -Q "SET NOCOUNT ON;
  SELECT * FROM AspNetUsers" -o users.csv`,
    },
    {
      title: 'The same for AspNetUserLogins.',
      text: 'It has the IDs at third parties. Delete the line of dashes below the header.',
    },
    {
      title: 'Drop both files here.',
      text: 'Lockouts that are over do not count.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'no', note: 'PBKDF2, which the core cannot check' },
    { what: 'Social IDs', has: 'yes', note: 'in “AspNetUserLogins”' },
    { what: 'Verified flags', has: 'yes', note: 'in “EmailConfirmed” and “PhoneNumberConfirmed”' },
    { what: 'Disabled users', has: 'yes', note: 'in “LockoutEnd” and “LockoutEndDateUtc”; Review asks about them' },
    { what: 'MFA', has: 'no', note: 'cannot be imported, users enroll again' },
  ],
  time: 'minutes',
  sources: [
    'https://learn.microsoft.com/en-us/sql/tools/sqlcmd/sqlcmd-utility',
    'https://docs.duendesoftware.com/identityserver/identity/',
    'https://learn.microsoft.com/en-us/aspnet/core/security/authentication/customize-identity-model',
    'https://github.com/dotnet/aspnetcore/blob/main/src/Identity/Extensions.Core/src/PasswordHasher.cs',
  ],
  checked: '2026-11-23',
}
