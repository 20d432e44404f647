import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commentsOf, vagueWords } from '../../scripts/comments.mjs'

/** Idioms and archaic words that have no place in a product text, a comment or a document. */
const banned = [
  'bears',
  'mended',
  'how sure',
  'Worth knowing',
  'Take with you',
  'Nobody like that',
  'dwells',
  'vanishes',
  'Where the users go',
  'What each column becomes',
  'Practise with faults',
  'Show everybody',
  'as many as the core takes well',
  'Not decided: they wait',
  'Light or dark',
  'Keep this core by name',
  'made-up export',
  'whoever',
  'Whoever',
  'gently',
  'licence',
  'licences',
  'Licence',
  'Id in the old system',
  'Table of your own',
  'Own table',
  'cannot be checked without creating something',
  'Somebody reads',
]

/** Names that were replaced by the terms of the field. */
const former = [
  'createGate',
  'createCeiling',
  'createPacing',
  'firstPace',
  'nextPace',
  'apartMs',
  'kneeOf',
  'wholeUsers',
  'awayMs',
  'isInVain',
  'presentCore',
  'closedBreaker',
  'isLonely',
  'wantsCompany',
  'isSilence',
  'cannotBeAboutUser',
  'createCarefulCalls',
  'performAlone',
  'createFirstAlone',
  'createDurable',
  'sleptThrough',
  'withLostReply',
  'giveBack',
  'takeBack',
  'callOff',
  'storePlain',
  'PlainRow',
  'plainCell',
  'createRest',
  'slowWords',
  'describeStop',
  'loadAlone',
  'settleLoad',
  'leaveJournal',
  'putBack',
  'readMoment',
  'layClaims',
  'laidClaims',
  'laidOut',
  'heldClaims',
  'heirOf',
  'followJudging',
  'FlatRows',
  'insertFlat',
  'textsOfPasswordUser',
  'insertOf',
  'insertEach',
  'retryTroubled',
  'noteRun',
  'noteSpeed',
  'noteWait',
  'noteUsersChanged',
  'noteAfterward',
  'refuseSwollen',
  'mayGoBack',
  'skipMark',
  'startsWithMark',
  'tellAgain',
  'wayTo',
  'wayOptions',
  'isBearable',
  'KeptKeys',
  'breakOffSilent',
  'closeWithCare',
  'stayOffline',
  'createLatest',
  'newestOnly',
  'useAnswer',
  'useTask',
  'useKept',
  'KeptContext',
  'TakeCard',
  'SayProvider',
  'StraysDialog',
  'straySchema',
  'narrowedTo',
  'createFollowing',
  'followOtherwise',
  'settleEarlier',
  'takeOver',
  'takenOver',
  'TakenMapping',
  'useLook',
  'InnerRequests',
  'ClaimsHeld',
  'leave-out',
  'left-out',
  'met-there',
  'look-first',
  'not-done',
  'left-alone',
  'same-answer',
  'earlier-taken',
  'asked-to-wait',
  'run-notes',
  '--everybody',
  '--same-core',
  'users:prove',
  'export:say',
  'export:strays',
  'export:widen',
  'earlier:pick',
  'afterwards:get',
  'look:get',
  'preview:choose',
  'inner:create',
  'overtaken',
  'still-working',
  'hashes-stay',
  'desk-worker',
  'proving-worker',
  'drafting-worker',
  'partner-scrypt',
  'partnerScrypt',
  'no-licence',
  'follows-elsewhere',
  'lookElsewhere',
  'readElsewhere',
  'inUseElsewhere',
  'AwayBanner',
  'awayBecause',
  'lookAt',
  'goOnTogether',
  'takeAlone',
  'takeUpRows',
  'bulkSaying',
  'whyHashesStay',
  'sortOutLists',
  'nobodyElse',
  'keptPlan',
  'keepPasswordCheck',
  'hashesGone',
  'decisionsHere',
  'noteReading',
  'readNoted',
  'KeyKeeping',
  'KeepProfile',
  'useKeptScroll',
  'eachOf',
  'usualPace',
  'usualBulk',
  'hashFate',
  'does-not-fit',
  'AfterPart',
  'TakenOver',
  'earlier_call',
  'nextPatience',
  'CarefulCalls',
  'steps/after/',
  'engine/desk',
  'engine/running',
  'engine/drafting',
  'electron/bridge',
  'renderer/bridge',
  'shared/bridge',
  'rehearsal/acts',
  'rehearsal/shell',
  'bridge:taken',
  'Lens',
  'mostMicroseconds',
  'actionWords',
  'stateWords',
  'replyWords',
  'RoundWay',
  'setSaid',
  'nobodyListed',
]

// Names as they were are history in these.
const history = /^(CHANGELOG\.md|package-lock\.json|test\/unit\/words\.test\.ts|test\/fixtures\/.*)$/

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs|md|css|html|ya?ml)$/.test(file) && !history.test(file))

/** Every line in which one of the words stands, as FILE:LINE. */
function linesWith(words: readonly string[]): readonly string[] {
  const escaped = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  const any = new RegExp(`(?<![\\w-])(${escaped})(?![\\w-])`)
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => (any.test(line) ? [`${file}:${at + 1}: ${any.exec(line)?.[1] ?? ''}`] : [])),
  )
}

test('the tree is searched', () => {
  expect(files.length).toBeGreaterThan(500)
})

test('no text contains a banned word', () => {
  expect(linesWith(banned)).toEqual([])
})

test('no former name has come back', () => {
  expect(linesWith(former)).toEqual([])
})

test('no comment leaves its subject open', () => {
  const vague = files.flatMap((file) =>
    file.endsWith('.md') || file.endsWith('.html')
      ? []
      : commentsOf(readFileSync(file, 'utf8')).flatMap(({ text, line }) =>
          vagueWords.test(text) ? [`${file}:${line}: ${text}`] : [],
        ),
  )
  expect(vague).toEqual([])
})
