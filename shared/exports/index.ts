import { auth0 } from './auth0.ts'
import type { ExportFormat, Recognition, Sample } from './export-format.ts'
import { firebase } from './firebase.ts'

/** Every known export format. A new provider is one more entry. */
export const exportFormats: readonly ExportFormat[] = [auth0, firebase]

export function formatOf(provider: string): ExportFormat | undefined {
  return exportFormats.find((format) => format.provider === provider)
}

/** What a file is, by its first records; null when no provider's export looks like it. */
export function recognise(sample: Sample): Recognition | null {
  for (const format of exportFormats) {
    const recognition = format.recognise(sample)
    if (recognition !== null) return recognition
  }
  return null
}
