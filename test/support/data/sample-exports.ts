import { join } from 'node:path'

/** The folder of the sample exports, one folder a provider. */
export const sampleExports = join(import.meta.dirname, '../../fixtures/exports')
