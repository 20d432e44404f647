/** Kinds of people that systems number separately. Each lists its words in the singular. */
const kinds: readonly RegExp[] = [
  /^(?:staff|employee|worker|admin|administrator|operator|agent|mitarbeiter|angestellt\w*|empleado|employe|dipendent\w*|medewerker|pracowni\w*|personal)$/,
  /^(?:customer|client|buyer|shopper|guest|kund\w*|client\w*|klant\w*|klient\w*|cliente|asiakas|musteri)$/,
  /^(?:student|pupil|schuler|etudiant|estudiante|studente|aluno|uczen)$/,
  /^(?:teacher|lehrer|professor|profesor|enseignant|docente)$/,
  /^(?:patient|paciente|pazient\w*)$/,
  /^(?:doctor|physician|arzt|arzte|medico|medecin)$/,
  /^(?:vendor|supplier|seller|merchant|lieferant\w*|fournisseur|proveedor|fornitor\w*)$/,
  /^(?:driver|courier|fahrer|conductor|chauffeur)$/,
]

/** Whether two words, without plural endings, mean people of two kinds, such as staff and customers. Words for anybody mean neither. */
export function areOtherKinds(one: string, other: string): boolean {
  const [own, theirs] = [one, other].map((word) => kinds.findIndex((kind) => kind.test(word)))
  return own !== undefined && theirs !== undefined && own >= 0 && theirs >= 0 && own !== theirs
}
