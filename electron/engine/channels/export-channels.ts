import { requests } from '../../../shared/bridge/contract.ts'
import { changeFile, forgetRecords, removeFile } from '../document/files.ts'
import { widen } from '../document/narrow.ts'
import { ok } from '../../../shared/result.ts'
import { mappingView, recordView } from '../session/mapping-views.ts'
import type { Session } from '../session/session.ts'
import type { Answers, OpenMigration } from './open-migration.ts'

type ExportChannel =
  | 'export:remove'
  | 'export:say'
  | 'export:confirm'
  | 'export:widen'
  | 'export:accept-truncation'
  | 'export:scrypt'
  | 'earlier:change'
  | 'mapping:get'
  | 'mapping:set'
  | 'mapping:record'
  | 'preview:choose'

/** The files of the export, how they are read, and what is decided about their users. */
export function exportChannels({ here, atRest, changeFile: change }: OpenMigration): Answers<ExportChannel> {
  return {
    'export:remove': (input) =>
      change(requests['export:remove'].input.parse(input).fileId, (open, id) => removeFile(open.document.database, id)),
    'export:say': (input) => {
      const { fileId, provider } = requests['export:say'].input.parse(input)
      return change(fileId, (open, id) => readAgain(open, id, { said: provider }))
    },
    'export:confirm': (input) => {
      const { fileId } = requests['export:confirm'].input.parse(input)
      return atRest('reading another file', (open) => open.confirmFile(fileId))
    },
    'export:widen': () =>
      atRest('sending everybody', (open) => {
        widen(open.document.database)
        open.touch()
        return ok(open.view())
      }),
    'export:accept-truncation': (input) => {
      const { fileId } = requests['export:accept-truncation'].input.parse(input)
      return atRest('accepting an incomplete file', (open) => {
        changeFile(open.document.database, fileId, { truncationAccepted: true })
        open.touch()
        return ok(open.view())
      })
    },
    'export:scrypt': (input) => {
      const { text } = requests['export:scrypt'].input.parse(input)
      return atRest('changing the hash parameters', (open) => open.scrypt(text))
    },
    'earlier:change': (input) => {
      const { how } = requests['earlier:change'].input.parse(input)
      return atRest('comparing with something else', (open) => open.followOtherwise(how))
    },
    'mapping:get': (input) => {
      const { fileId } = requests['mapping:get'].input.parse(input)
      return here((open) => mappingView(open.document.database, fileId, open.trust.knowsFile))
    },
    'mapping:set': (input) => {
      const { fileId, mapping } = requests['mapping:set'].input.parse(input)
      return change(fileId, (open, id) => readAgain(open, id, { mapping }))
    },
    'mapping:record': (input) => {
      const { fileId, index } = requests['mapping:record'].input.parse(input)
      return here((open) => recordView(open.document.database, fileId, index))
    },
    'preview:choose': (input) => {
      const { choices } = requests['preview:choose'].input.parse(input)
      return atRest('deciding something else', (open) => open.choose(choices))
    },
  }
}

function readAgain(open: Session, fileId: number, how: Parameters<typeof changeFile>[2]): void {
  forgetRecords(open.document.database, fileId)
  changeFile(open.document.database, fileId, how)
}
