import type { Sample } from './export-format.ts'

/** The number of first records in a sample; those behind them show further fields. */
export const firstCount = 50

/** A sample of the first records alone, by which a format is recognised. */
export function withFirstRecords(sample: Sample): Sample {
  return sample.records.length > firstCount ? { ...sample, records: sample.records.slice(0, firstCount) } : sample
}

/** The names of the columns of a sample: its header, else the fields of its first record. */
export function namesOfColumns({ header, records }: Pick<Sample, 'header' | 'records'>): readonly string[] {
  return header ?? Object.keys(records[0] ?? {})
}
