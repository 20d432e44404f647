/*
 * Beginnings of words that say whether an account may be used, as `wordsOf` writes words: in lower case and without accents. A language needs a
 * line here only for words that are not made of what many have.
 */

/** Blocked, with the beginnings that words get in several languages; `unblock` and `desbloque` are none. */
const blocked = '(?:ge|di|ter|za|uz)?(?:block|blok|bloq|bloc(?:c|at|k|age))'

/** Active, behind a beginning that turns it round. */
const active = '(?:actie?[vf]|akti[vf]|aktyv|aktyw|ativ|attiv|актив)'
/** The same word as a noun is about what users do: `actividades`, `Aktivität`. */
const activity = 'i[dt]'
const inactive = `(?:ge|di)?(?:de|des|dez|dis|in|un|av|non|nie|ne|не|де)${active}`

const keepsOutIn = {
  any: `${blocked}|${inactive}|(?:z|ge)?ban(?:s|ned|nt|ni[ea]?s?|n?i(?:ss)?e?ment[oi]?s?|eos?|n?at[oiae]|nlys\\w*|lis?t|it[eo]?|id[oa]s?|ead[oa]s?|ow\\w*|y)?$|suspen|suspes|pass?[iy][vfw](?:[aeyiuo]\\w{0,3})?$|arch[iy]v(?!ist|ar$)`,
  english:
    '(?:dis|susp|blkd?|deact|inact|del|bots?)$|robot|machine|delet|remov|cancel|withdraw|shadowban|blacklist|disab(?!leable)|locked|lockout|frozen|freez|' +
    'restrict|quarant|forbid|prohib|revoked|anonymi|pseudonymi|erased|erasure|purged|trash|terminat|resign|offboard|dismiss|expel|laidoff|leaver|' +
    'deceased|former|spammer|barred|debar|dormant|lapsed|defunct|closed',
  german:
    '(?:ge|aus)?sperr|(?:ge)?loe?sch|gelosch|verbann|stillgel|verstorb|ausgetret|ausgeschied|austritt|gekund|kundig|ehemalig|geschlossen|verriegelt|' +
    'entfernt$|abgeschalt|ausgeschalt|storniert|aufgehoben',
  french:
    'supprim|exclus?$|radie|interdit|verrouill|resilie[es]?$|resiliation|clotur|fermee?$|effacee?$|desinscri|revoque',
  spanish:
    'eliminad|borrad|excluid|vetad|inhabilit|deshabilit|suprimid|anulad|revocad|expuls|cerrad|despedid|cesad[oa]$|baja$|dadodebaja',
  portuguese: 'desabilit|inabilit|apagad|desligad|encerrad|fechad[oa]$|exclusao|vedad|demitid|exonerad',
  italian:
    'eliminat|cancellat|sospes|sospen[ds]|disabilit|chius[oa]$|rimoss[oa]|espuls|cessat[oa]$|annullat|revocat[oa]$|licenziat|dimess[oa]$',
  dutch:
    '(?:ge)?schors[ti]|uitgeschr|uitgeschak|opgezegd|opgeheven|verwijder|gewist|geschrapt|gesloten|vergrendeld|ontslagen',
  polish: 'zawiesz|zakaz|usun|skasow|wylacz|wyklucz|zamkniet|zamroz|uniewazn|odebran|zwolnion',
  czech: 'pozastav|zabran|zabanov|smaz|vymaz|odstran|zrus|vypnut|vypnet|uzavr|zamc|zmraz|znepristup|propusten',
  hungarian: 'letilt|kitilt|tiltas|torol|zarol|felfuggeszt|kizar|megszun|lezar|fagyaszt|elbocsat|kilepett',
  swedish: 'sparr|avstang|raderad|borttag|uppsagd|stangd$|fryst$',
  danish: 'spærr|spaerr|udeluk|slett|lukket$|opsagt|fastfros',
  norwegian: 'sperret|stengt$|fjern|uteste|forbud',
  finnish: 'lukit|este(?:tt|tyt$)|kiellet|poist(?:ett|unut)|suljet|jaadyt|irtisan',
  turkish: 'pasif|pasiv|yasak|engel|silin|kapali|kapatil|askid|askiya|dondurul|iptal|devredisi|kilitl|ayril(?:di|mis)$',
  romanian: 'interzis|sters|inchis|anulat|suspendat|revocat',
  southSlavic: 'izbris|obris|uklon|onemoguc|onemogoc|zakljuc|zakljucan|zatvoren|suspendov|iskljuc|izklop|otpusten',
  baltic: 'dzest|istrin|izdzest|slegt|uzdaryt|uzrakint|sustabd|pasalint|kustut|suletud|peatatud|lukust',
  greek: 'αποκλεισ|μπλοκ|ανενεργ|απενεργ|διαγρα|κλειδωμ|αναστολ|κλειστ',
  cyrillic:
    'заблок|забан|баны?$|отключ|удал|архив|блокир|уволен|вимкн|видал|приостан|призупин|закрыт|закрит|заморож|исключ|виключ|изтрит|аннулир|скасован|обриса|запрещ|заборон',
  russianInLatin: 'udal(?:e|yo|io)n|otkl(?:yu|iu|u)ch|priostanovl|uvolen',
  slovak: 'zmaz',
  indonesian: 'dihapus|ditangguh|dikunci|dibekukan|digantung|terhapus|dinonakt|berhenti$|diberhent|dipecat',
  // Initials of Chinese names of flags: whether deleted, the mark of deletion, whether forbidden, whether frozen.
  pinyin: '(?:sfsc|scbz|sfjy|sfdj)$',
  arabic: 'مسدود|معطل|موقوف|مغلق|معلق|تعلیق|حذف',
  hebrew: 'מושבת|מושעה|נעול',
} as const

const letsInIn = {
  any: `${active}(?!${activity})|ενεργ|включ|увімкн|valid[aeo]?$`,
  english: 'use$|enabl',
  others:
    'aktiiv|habilit|abilitat|etkin|gultig|gueltig|gyldig|giltig|geldig|vigente?$|voimassa|wazn[yae]$|platn[yae]$|деиств',
} as const

const approvedIn = {
  english: 'approv(?!er)|accept(?:ed|ance)?$|admitted$|allowed$|authori[sz]ed$|permitted$|vetted$',
  german: 'freigegeb|freigab|freigeschalt|genehmig|bewillig|zugelass',
  romance:
    'apro[bv](?:[ao]$|a[dt][oa]?$|aci?ion$|acao$)|approuv|approbat|approva|autoris(?:ee?|ation)$|autorizad[oa]$|autorizzat|acceptee?$|acceptat|aceptad|aceit[oae]$|accettat|ammess[oa]$|' +
    'admitid|permitid[oa]$|homologad',
  germanic: 'goedgekeur|goedkeur|toegelat|godkan|godken|godkjen|beviljad|innvilg',
  slavic: 'zatwierdz|zaakceptow|dopuszcz|schval|povolen|odobr|prihvacen|одобр|утвержд|затвердж|схвал|допущ',
  others:
    'hyvaksy|jovahagy|elfogad|engedelyez|onay|disetuj|diterima$|disahkan|diizinkan|apstiprin|patvirtin|heakskii|εγκρι|εγκεκρι',
} as const

function beginnings(languages: Readonly<Record<string, string>>): RegExp {
  return new RegExp(`^(?:${Object.values(languages).join('|')})`, 'u')
}

/** A word for the end of an account that may be planned. The time to come of a lock is rather its end. */
export const plannedStem = new RegExp(
  `^(?:${inactive}|disab(?!leable)|(?:des|in|dis)h?abilit|arch[iy]v(?!ist|ar$)|terminat|offboard|clos(?:ed|ing)|geschlossen|schliess|cerrad|cierre|clotur|fermeture|kund|gekund)`,
  'u',
)

/** A word for a lock, which may end, as an account that was deleted or a contract that was terminated does not. */
export const lockStem = new RegExp(
  `^(?:${blocked}|(?:z|ge)?ban(?:s|ned|nt|ni[ea]?s?|nat[oiae]|eado|id[oa])?$|suspen|suspes|sospe|lock(?:ed|out|ing)?$|frozen|freez|quarant|restrict|(?:ge|aus)?sperr|verbann|verrouill|` +
    'inhabilit|geschorst|zawiesz|pozastav|letilt|kitilt|sparr|spærr|spaerr|kilitl|yasak|engel|askid|dondurul|заблок|забан|блокир|приостан|заморож|ditangguh|dibekukan)',
  'u',
)

/** A word for what users do to each other as well: `blocked`, `blacklist`, `gesperrte`. */
export const blockStem = new RegExp(`^(?:${blocked}|blacklist|(?:ge)?sperr)`, 'u')

/** A word that keeps its user out. */
export const keepsOutStem = beginnings(keepsOutIn)
/** A word that lets its user in. */
export const letsInStem = beginnings(letsInIn)

/** A word for active with any ending of a gender or a number: an activation has more. */
export const activeWord = new RegExp(`^${active}(?!${activity})(?:\\p{L}{0,2}|\\p{sc=Cyrl}{3})$`, 'u')

/** Endings of participles in several languages, as `wordsOf` writes them. */
const participle =
  '(?:ed|t|iert(?:e[rns]?)?|ee?s?|ad[oa]s?|id[oa]s?|at[oai]?|eerde?|er[ae]?[dt]e?|owan[yaei]|ovan[yaeoi]?|iran[aoi]?|ирова?н\\p{L}{0,2}|иран[аоиы]?|ован\\p{L}{0,2})'

/** A word for activated, as a status says it: `aktiviert`, `aktywowany`. */
export const activatedWord = new RegExp(`^(?:ge|re)?${active}${participle}$`, 'u')

/** A word for inactive, deactivated, blocked or suspended, as a status says it: `inaktiverad`, `geblockt`. An account that was never activated has another beginning. */
export const deactivatedWord = new RegExp(
  `^(?:${inactive}(?!${activity})(?:\\p{L}{0,2}|\\p{sc=Cyrl}{3})|(?:ge)?(?:de|des|dez|dis|in|av|де)${active}${participle}|` +
    `(?:ge|za|uz)?(?:blockk?|blokk?|bloqu?e?|blocc?|блок)(?!e$)${participle}|заблок${participle}|(?:suspend|sospend|суспенд)(?:${participle}|ue?s?)|(?:suspens|sospes)[oa]s?)$`,
  'u',
)

/** A word for an approval, which lets its user in where the name says nothing else: things are approved, too. */
export const approvedStem = beginnings(approvedIn)

/** Without blanks between their words, a stem may stand anywhere; marks above and below letters are no letters. */
export const keepsOutAnywhere =
  /(?:bi|da)khoa|daxoa|vohieuhoa|차단|정지|탈퇴|삭제|잠금|잠김|비활성|휴면|해지|停止|無効|削除|删除|刪除|退会|退社|退職|凍結|封禁|封号|封號|封锁|封鎖|禁用|停用|锁定|鎖定|冻结|离职|注销|拉黑|黑名单|ロック|解約|抹消|失効|休会|محظور|حظر|محذوف|غیرفعال|غيرفعال|חסו(?:ם|מים)|מחוק|נמחק|ลบแลว|ระงบ|ปดใชงาน|shanchu|tingyong|jinyong|dongjie|zhuxiao|fengjin/u
export const letsInAnywhere =
  /활성|사용여부|사용유무|有効|(?:利用|使用|ログイン)可否|启用|激活|نشط|فعال|פעיל|qiyong|shifouyouxiao/u
export const approvedAnywhere = /승인|承認|批准|核准|审核|審核|موافق|معتمد|מאושר|(?:phe|da|xet)duyet/u
