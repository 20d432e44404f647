import type { Sample } from './export-format.ts'

/** The number of first records in a sample; those behind them show further fields. */
export const firstCount = 50

/** A sample of the first records alone, by which a format is recognised. */
export function withFirstRecords(sample: Sample): Sample {
  return sample.records.length > firstCount ? { ...sample, records: sample.records.slice(0, firstCount) } : sample
}
