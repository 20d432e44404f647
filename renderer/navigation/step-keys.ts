/** The steps in their order. */
export const stepKeys = ['connect', 'export', 'mapping', 'review', 'run', 'report'] as const
export type StepKey = (typeof stepKeys)[number]

/** Their names, in the rail and as headings. */
export const stepTitles: Readonly<Record<StepKey, string>> = {
  connect: 'Connect',
  export: 'Export',
  mapping: 'Map columns',
  review: 'Review',
  run: 'Run',
  report: 'Report',
}
