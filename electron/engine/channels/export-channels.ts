import { chooseParts } from '../document/export-parts.ts'
import { fileTable } from '../document/files.ts'
import { forgetRecords, removeFileRecords } from '../document/clear-records.ts'
import { getChoices, setSetting } from '../document/settings.ts'
import { clearUserFilter } from '../document/facets.ts'
import type { Choices } from '../../../shared/planning/choices.ts'
import { isStandingAlone } from '../../../shared/mapping/mapping.ts'
import { ok } from '../../../shared/result.ts'
import { mappingView, recordView } from '../session/mapping-views.ts'
import type { Session } from '../session/session.ts'
import type { Answers, OpenMigration } from './open-migration.ts'

type ExportChannel =
  | 'export:remove'
  | 'export:set-provider'
  | 'export:choose-parts'
  | 'export:confirm'
  | 'export:clear-user-filter'
  | 'export:accept-truncation'
  | 'export:exclude-tables'
  | 'export:scrypt'
  | 'baseline:change'
  | 'mapping:get'
  | 'mapping:set'
  | 'mapping:record'
  | 'decisions:update'

/** The files of the export, how they are read, and what is decided about their users. */
export function exportChannels({ withSession, atRest, changeFile: change }: OpenMigration): Answers<ExportChannel> {
  return {
    'export:remove': ({ fileId }) => change(fileId, (open, id) => removeFileRecords(open.document.database, id)),
    'export:set-provider': ({ fileId, provider }) => {
      return change(fileId, (open, id) => {
        // A mapping for another format does not apply. Only columns that keep users out stay mapped.
        const before = fileTable.get(open.document.database, id)?.mapping ?? null
        const mapping = before !== null && isStandingAlone(before) ? before : null
        readAgain(open, id, { provider_override: provider, mapping })
      })
    },
    'export:choose-parts': ({ fileId, names }) => {
      return change(fileId, (open, id) => chooseParts(open.document.database, id, names))
    },
    'export:confirm': ({ fileId }) => {
      return atRest('reading another file', (open) => open.confirmFile(fileId))
    },
    'export:clear-user-filter': () =>
      atRest('sending everybody', (open) => {
        clearUserFilter(open.document.database)
        open.touch()
        return ok(open.view())
      }),
    'export:accept-truncation': ({ fileId, accepted }) => {
      return atRest('accepting an incomplete file', (open) => {
        fileTable.change(open.document.database, fileId, { truncationAccepted: accepted })
        open.touch()
        return ok(open.view())
      })
    },
    'export:exclude-tables': ({ fileId, excluded }) => {
      return atRest('excluding tables', (open) => {
        fileTable.change(open.document.database, fileId, { tablesExcluded: excluded })
        open.touch()
        return ok(open.view())
      })
    },
    'export:scrypt': ({ text }) => {
      return atRest('changing the hash parameters', (open) => open.scrypt(text))
    },
    'baseline:change': ({ how }) => {
      return atRest('comparing with something else', (open) => open.setBaseline(how))
    },
    'mapping:get': ({ fileId }) => {
      return withSession((open) => mappingView(open.document.database, fileId, open.trust.knowsFile))
    },
    'mapping:set': ({ fileId, mapping, decisions }) => {
      return change(fileId, (open, id) => {
        if (decisions !== undefined) addDecisions(open, decisions)
        readAgain(open, id, { mapping })
      })
    },
    'mapping:record': (order) => {
      return withSession((open) => recordView(open.document.database, order, open.trust.knowsFile))
    },
    'decisions:update': ({ choices }) => {
      return atRest('deciding something else', (open) => open.choose(choices))
    },
  }
}

function readAgain(open: Session, fileId: number, how: Parameters<typeof fileTable.change>[2]): void {
  forgetRecords(open.document.database, fileId)
  fileTable.change(open.document.database, fileId, how)
}

/** Plans the users that wait for one of these decisions again, with the file. */
function addDecisions({ document: { database } }: Session, decisions: Choices['unmapped']): void {
  const choices = getChoices(database)
  setSetting(database, 'choices', { ...choices, unmapped: { ...choices.unmapped, ...decisions } })
}
