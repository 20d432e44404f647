/** The files of a report, in the order in which people want them. */
export const reportFormats = [
  'html',
  'pdf',
  'csv',
  'json',
  'created',
  'failed',
  'held',
  'blocked',
  'excluded',
  'users-without-password',
] as const
export type ReportFormat = (typeof reportFormats)[number]

/** The name and the content of a file of the report. */
export function reportFile(format: ReportFormat): {
  readonly name: string
  readonly kind: 'html' | 'pdf' | 'csv' | 'json'
} {
  const isWhole = format === 'html' || format === 'pdf' || format === 'csv' || format === 'json'
  return isWhole ? { name: `report.${format}`, kind: format } : { name: `${format}.csv`, kind: 'csv' }
}
