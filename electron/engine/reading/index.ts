export { digestFile } from './digest-file.ts'
export { fileProblem } from './file-problem.ts'
export { openExport, type OpenedExport, type ReadingOptions } from './open-export.ts'
export type { Place, RawRecord } from './raw-record.ts'
