/* Words of columns for the reason and the author of a ban, or of a change of a state. */

const ofReason =
  /reason|^(?:why|motie?[fv]\p{L}*|begrue?ndung|grun[dn]|raison|razon|causa|cause|reden|powod\p{L}*|przyczyn\p{L}*|duvod|indok\p{L}*|orsak|anledning|arsag|syy|neden|sebep|gerekce|alasan|razlog|priezastis|pohjus|iemesls|lydo|λογος|αιτια|причин\p{L}*|мотив|підстав\p{L}*|理由|原因|사유|이유|سبب|סיבה)$/u
const ofActor =
  /^(?:by|admin\p{L}*|moderator\p{L}*|mod|staff|operator\p{L}*|issuer|banner|creator|changer|actor|par|por|durch|bearbeiter|door|przez|kto|av|af|tarafindan|oleh|кем)$/u

/** Whether a word of a name means a reason: `reason`, `motivo`. */
export function isReasonWord(word: string): boolean {
  return ofReason.test(word)
}

/** Whether a word of a name means the author of a change: `by`, `moderator`. */
export function isActorWord(word: string): boolean {
  return ofActor.test(word)
}
