import { requests } from '../../../shared/bridge/contract.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { closeDocument, describeFailure, openForReading, type Document } from '../document/open-document.ts'
import type { Database } from '../document/sqlite.ts'
import { currentTarget } from '../document/targets.ts'
import type { DeskChannel } from '../engine-api.ts'
import { afterwardsView } from './afterwards-view.ts'
import { countWaiting } from './counts.ts'
import { failureGroups } from './failures.ts'
import { previewView } from './preview.ts'
import { reportView } from './report-view.ts'
import { strays } from './strays.ts'
import { userDetail } from './user-detail.ts'
import { usersPage } from './users-page.ts'

/** Answers questions about one document; each answer is as the contract says. */
const answers: { readonly [C in DeskChannel]: (database: Database, input: unknown) => Result<unknown> } = {
  'preview:get': (database) => ok(previewView(database)),
  'export:strays': (database, input) => {
    const { fileId, skip } = requests['export:strays'].input.parse(input)
    return ok(strays(database, fileId, skip))
  },
  'users:page': (database, input) => {
    const { filter, after, limit } = requests['users:page'].input.parse(input)
    return ok(usersPage(database, currentTarget(database)?.id ?? null, filter, after, limit))
  },
  'users:detail': (database, input) => userDetail(database, requests['users:detail'].input.parse(input).id),
  'run:failures': (database) => {
    const target = currentTarget(database)?.id ?? null
    return ok({ groups: [...failureGroups(database, target)], waiting: countWaiting(database, target) })
  },
  'afterwards:get': (database) => ok(afterwardsView(database)),
  'report:get': (database) => ok(reportView(database)),
}

function isDeskChannel(channel: string): channel is DeskChannel {
  return Object.hasOwn(answers, channel)
}

/** Asks the desk about an open document. */
export function askDesk(database: Database, channel: string, input: unknown): Result<unknown> {
  if (!isDeskChannel(channel)) return problem('channel-unknown', 'The app asked for something that does not exist.')
  try {
    return answers[channel](database, input)
  } catch (error) {
    return describeFailure(error)
  }
}

/** The desk with a connection of its own, beside the writer. */
export type Desk = {
  readonly open: (path: string | null) => Result<null>
  readonly ask: (channel: string, input: unknown) => Result<unknown>
}

export function createDesk(): Desk {
  let document: Document | null = null
  return {
    open: (path) => {
      if (document !== null) closeDocument(document)
      document = null
      if (path === null) return ok(null)
      const opened = openForReading(path)
      if (!opened.ok) return opened
      document = opened.value
      return ok(null)
    },
    ask: (channel, input) =>
      document === null
        ? problem('no-document', 'No migration is open. Open one, or start a new one.')
        : askDesk(document.database, channel, input),
  }
}
