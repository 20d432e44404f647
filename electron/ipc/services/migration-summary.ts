import type { DocumentView, MigrationSummary } from '../../../shared/ipc/views.ts'

/** What the start page says of a migration. */
export function summaryOf({ files, target, totals, counts, started }: DocumentView): MigrationSummary {
  const titles = files.filter(({ provider }) => provider !== null).map(({ providerTitle }) => providerTitle)
  return {
    sources: [...new Set(titles)].slice(0, 40),
    core: target === null ? null : { kind: target.kind, name: target.name.slice(0, 1000) },
    users: totals.users,
    migrated: counts.migrated,
    failed: counts.failed + counts['in-doubt'],
    blocked: counts.blocked,
    excluded: counts.excluded + counts.existing,
    ready: counts.ready + counts.sending,
    started,
  }
}
