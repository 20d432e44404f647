import { wordsOf } from '../column-words.ts'

/*
 * Words that a column called status has in place of the state of an account: what its users do, how far they can be reached, whether they are married,
 * what they pay for. None of them keeps a user out.
 */

/** Values of one kind. `all`: all words that may stand in such a column; `surely`: those that mean nothing else. */
type KindOfValues = { readonly all: RegExp; readonly surely: RegExp }

const positions = words(`
  admin administrator superadmin moderator editor author contributor manager supervisor director owner teacher professor lecturer instructor tutor student pupil
  undergraduate postgraduate trainee intern apprentice employee worker parent customer client vendor seller buyer merchant driver rider doctor physician nurse patient agent
  operator accountant cashier engineer developer secretary assistant coordinator headmaster dean researcher volunteer coach trainer player freelancer
  contractor consultant technician clerk officer librarian faculty staff user member
  etudiante? enseignante? enseignant chercheur professeure? eleve employee? salariee? directeur directrice gerante? responsable stagiaire formateur formatrice
  benevole administrateur administratrice secretaire comptable medecin infirmiere? cliente? fournisseur vacataire doctorante? chercheur chercheuse titulaire
  contractuel(?:le)? adherente? membre apprentie? lyceene? collegien(?:ne)?
  estudiante alumn[oa] profesora? docente maestr[oa] emplead[oa] gerente directora? administradora? cliente proveedora? medic[oa] secretari[oa] trabajadora?
  becari[oa] usuari[oa]
  schuler(?:in)? student(?:in)? studierende[rn]? lehrer(?:in)? lehrkraft dozent(?:in)? professor(?:in)? mitarbeiter(?:in)? mitarbeitende[rn]? angestellte[rn]? leiter(?:in)?
  geschaftsfuhrer(?:in)? praktikant(?:in)? azubi auszubildende[rn]? kunde kundin arzt arztin patient(?:in)? benutzer(?:in)? mitglied
  studente studentessa professore professoressa insegnante dipendente impiegat[oa] direttore direttrice genitore
  alun[oa] professora? funcionari[oa] diretora? fornecedora?
  siswa guru mahasiswa dosen karyawan pegawai ogrenci ogretmen leerling docent medewerker uczen nauczyciel pracownik
  студент(?:ка)? преподаватель учитель ученик сотрудник
`)
const presences =
  'online|offline|available|free|busy|away|idle|dnd|do not disturb|invisible|on break|in a meeting|in a call|disponible|libre|occupee?|en ligne|hors ligne|ocupad[oa]|en linea|conectad[oa]|desconectad[oa]|verfugbar|frei|beschaftigt|nicht storen|disponivel|disponibile|occupat[oa]|livre'
const marital =
  'single|married|divorced|widow|widower|widowed|engaged|in a relationship|unmarried|never married|celibataire|mariee?|divorcee?|veuf|veuve|pacsee?|concubinage|union libre|solter[oa]|casad[oa]|divorciad[oa]|viud[oa]|union libre|ledig|verheiratet|geschieden|verwitwet|celibe|nubile|sposat[oa]|coniugat[oa]|divorziat[oa]|vedov[oa]|solteir[oa]|viuv[oa]|menikah|belum menikah|kawin|belum kawin|lajang|janda|duda|evli|bekar'
const tiers = 'vip|premium|platinum|gold|silver|bronze|basic|regular|standard|free'

const kinds: readonly KindOfValues[] = [
  kind(positions, 'guest|regular|normal|standard|other'),
  kind(presences, 'unavailable|absent'),
  kind(marital, 'separated|separee?|separad[oa]|separat[oa]|getrennt|complicated|other'),
  kind(tiers, 'normal|trial|plus|pro|starter|enterprise'),
]

/** Whether a value says something else of its user than whether the account may be used: `teacher`, `Célibataire`, `busy`. */
export function saysOtherState(value: string): boolean {
  const text = plainText(value)
  return kinds.some(({ surely }) => surely.test(text))
}

/** Whether values are of one such kind, of which some words mean other things alone: `separated` beside `married`. */
export function areOtherStates(values: readonly string[]): boolean {
  const texts = values.map(plainText)
  return kinds.some(
    ({ all, surely }) => texts.every((text) => all.test(text)) && texts.some((text) => surely.test(text)),
  )
}

function plainText(value: string): string {
  return wordsOf(value).join(' ')
}

function kind(surely: string, besides: string): KindOfValues {
  return { surely: new RegExp(`^(?:${surely})$`, 'u'), all: new RegExp(`^(?:${surely}|${besides})$`, 'u') }
}

/** The words of a text as one pattern, each also with the S of its plural. */
function words(text: string): string {
  return `(?:(?:super|regular|standard|end) )?(?:${text.trim().split(/\s+/).join('|')})s?`
}
