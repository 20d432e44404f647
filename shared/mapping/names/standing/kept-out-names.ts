import { stemOfFile, wordsOf } from '../column-words.ts'
import { isBanList } from './standing-names.ts'

/** Words of the names of files that say nothing of what is in them. */
const ofFiles =
  /^(?:\d+|export(?:s|ed)?|dump|backup|copy|list|report|data|all|final|new|old|prod(?:uction)?|live|v\d+)$/
const ofBlackList = /(black|block|ban)[ _-]list/gi

/** Whether a file or a table lists accounts that are kept out, by its name: `banned_users-2024-11-01.csv`, `blacklist.txt`. */
export function listsKeptOut(name: string): boolean {
  const words = wordsOf(stemOfFile(name).replaceAll(ofBlackList, '$1list'))
  return isBanList(words.filter((word) => !ofFiles.test(word)).join('_'))
}
