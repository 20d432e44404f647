/** The columns of `failed.csv`; a file with this header narrows a migration to its users. */
export const failedColumns = [
  'source_id',
  'file',
  'line',
  'email_or_phone',
  'login_method',
  'state',
  'reason',
  'advice',
] as const
