/** Encodings of Latin letters besides Windows-1252: of central Europe, of Turkey, and of old Macs. */
export type LatinEncoding = 'windows-1250' | 'windows-1254' | 'macintosh'

/** As many words have to look so: one is chance. */
const enough = 2

/**
 * Letters of the old Macs (é è ç ê ä á à) that Windows has in capitals or not at all. Behind a small letter neither stands within a word.
 */
const ofMac = /[a-z][\x8e\x8f\x8d\x90\x8a\x87\x88](?=[a-z\s,;"]|$)/g
/** Polish ł ą ż ź ś are signs in Windows-1252, and no sign stands between letters. */
const ofPolish = /[A-Za-z\x80-\xff][\xb3\xb9\xbf\x9f](?![\d\xb0-\xbf])|[\xa3\xaf\xa5][a-z\xf3]/g
/** Czech ř, ů, ě, č, ť beside š or ž: no language that Windows-1252 was made for has both groups. */
const ofCzech = /[\xf8\xf9\xec\xe8\xef\xf2\xd8\xc8\xcf]/g
const hacek = /[\x9a\x9e\x8a\x8e]/
/** Hungarian ő and ű. Portuguese has õ before e alone, and ã; Estonian has õ, and ä; French has û and no õ. */
const ofHungarian = /\xf5(?!e)|\xfb/g
/** Turkish ğ, ı, ş; Icelandic writes the same bytes, beside letters that Turkish lacks. */
const ofTurkish = /[a-z\xdc\xfc\xf6\xd6\xe7\xc7][\xf0\xfd\xfe]|[\xfd\xfe\xf0][a-z\xfc\xf6\xe7]|\b[\xde\xdd]/gi
const ofIcelandic = /[\xe6\xe1\xed\xfa\xf3\xe9\xc6\xc1\xcd\xda\xd3\xc9]/

/** The encoding of a text of Latin letters that is no UTF-8; null: Windows-1252, or one that does not show. */
export function detectLatin(head: Buffer): LatinEncoding | null {
  const text = head.toString('latin1')
  const letters = text.match(/[\x80-\xff]/g)?.length ?? 0
  const share = (pattern: RegExp) => {
    const found = text.match(pattern)?.length ?? 0
    return found >= enough ? found / letters : 0
  }
  if (share(ofMac) >= 0.5) return 'macintosh'
  if (!ofIcelandic.test(text) && share(ofTurkish) >= 0.2) return 'windows-1254'
  if (share(ofPolish) >= 0.2) return 'windows-1250'
  if (hacek.test(text) && share(ofCzech) >= 0.2) return 'windows-1250'
  const mayBeHungarian = /\xf5/.test(text) && /[\xe1\xe9\xed\xf3\xfa]/i.test(text) && !/[\xe3\xe4]/.test(text)
  return mayBeHungarian && share(ofHungarian) >= 0.1 ? 'windows-1250' : null
}
