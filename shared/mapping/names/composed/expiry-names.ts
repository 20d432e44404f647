/* Names of columns that say when an account ends, as `lastName` writes them: in lower case, without accents, marks and separators. */

import { isSequence, oneOf, oneOrNone } from './word-sequence.ts'

const endSequences = [endName(), ...endNamesOfContract()]

/** Whether a name has a word for the end of something or of a contract, with words for accounts and times besides, in any language, and nothing else. */
export function namesEnd(name: string): boolean {
  return endSequences.some((places) => isSequence(name, places))
}

const leavingSequences = leavingNames()

/** Whether a name has a word for having left an organization, and one for a time or a reason: `left_at`, `exit_reason`, `graduated_on`, `austrittsdatum`. */
export function namesLeaving(name: string): boolean {
  // The time that is left is an amount.
  return name !== 'timeleft' && leavingSequences.some((places) => isSequence(name, places))
}

function leavingNames(): readonly (readonly RegExp[])[] {
  const left =
    'left|leaving|leave|departed|departure|departing|resigned|resignation|quit|fired|retired|retirement|retiring|graduated|graduation|dropout|droppedout|withdrawn|exit|exited|' +
    'separated|separation|termination|offboarding|laidoff|dismissed|dismissal|ausgeschieden|ausscheiden|austritts?|ausgetreten|abgangs?|abgegangen|verlassen|pensioniert|pensionierungs?|' +
    'verrentet|entlassen|entlassungs?|kuendigungs?|kundigungs?|abmelde|exmatrikuliert|exmatrikulations?|parti|depart|sortie|demission|retraite|diplome|licenciement|baja|salida|' +
    'egreso|egresado|jubilado|jubilacion|renuncia|retiro|despido|saida|desligamento|desligado|aposentado|aposentadoria|demissao|rescisao|formado|formatura|uscita|cessazione|' +
    'dimissioni|pensionamento|congedo|laurea|uitdienst|uitdiensttreding|vertrek|vertrokken|ontslag|pensioen|afgestudeerd|odejscia|zwolnienia|emerytury|ukonczenia|odchodu|ukonceni|' +
    'vystupu|ayrilis|ayrilma|cikis|istencikis|emeklilik|mezuniyet|slutade?|avgangs?|avslutade?|pensionerad|fratradt|fratradte|fratraedelses?|opsigelses?|sluttet|sluttede|' +
    'paattymis|eroamis|kilepes|kilepesi|plecarii?|plecat|demisiei|odlaska|увольнения|ухода|выхода|выпуска|звільнення|退社|退職|卒業|퇴사|퇴직|졸업|毕业|离职|退休'
  const time =
    'at|on|time|dates?|datum|datuma|fecha|data|dato|datoen|tarihi|tanggal|paiva|pvm|le|el|am|em|il|op|den|дата|일|일자|날짜|日|日付|日期|时间|reason|grund|motivo|motif|raison|reden|powod|причина|理由|原因|사유'
  const mark = oneOrNone('is|has')
  const [of, article] = [oneOrNone('of|de|del|da|do|di|d|la|l|le|du|der|des|van|z|ze'), oneOrNone('la|l')]
  return [
    [mark, oneOf(left), oneOf(time)],
    [mark, oneOf(time), of, article, oneOf(left)],
  ]
}

function endName(): readonly RegExp[] {
  const end =
    'expiry|expiration|expiracion|expiracao|expira|expirarii|expirace|expiracia|caducidad|vencimiento|vencimento|validade|validez|scadenza|ablauf|verval|verloop|' +
    'wygasniecia|waznosci|gueltigbis|gultigbis|geldigtot|gyldigtil|giltigtill|giltigtom|validohasta|validoate|validofinoal|valablejusquau|finvalidite|finvigencia|' +
    'waznydo|waznado|waznedo|platnostdo|platnydo|platnedo|konecplatnosti|koniecplatnosti|vrijedido|vazido|isteka|istekvazenja|veljado|valabilpana|valabilpanala|' +
    'utlops?|udlobs?|utgangs|voimassaasti|vanhenemis|lejarati?|ervenyessegvege|gecerlilik|songecerlilik|sonkullanma|kadaluarsa|kedaluwarsa|berlakusampai|' +
    'berlakuhingga|hethan|ληξης?|срокдеиствия|деиствителендо|деиствуетдо|истечения|термінді[іи]|діиснии?до|만료|유효기간|有効期限|到期|过期|過期|失效|有效期至?|' +
    'หมดอาย|انتهاءالصلاحية|الانتهاء'
  const account =
    'account|access|login|user|member|membership|konto|kontos|kontoets|zugang|zugangs|benutzer|mitgliedschaft|cuenta|usuario|acceso|conta|acesso|contului|' +
    'compte|acces|utilisateur|utente|accesso|gebruiker|toegang|lidmaatschap|konta|uzytkownika|uctu|hesap|uyelik|akun|racuna|clanstva|аккаунта|계정|회원|アカウント|账号|账户|帐号|会员'
  const time =
    'date|datum|datuma|fecha|data|time|dato|datoen|tarihi|tanggal|paiva|pvm|ngay|ημερομηνια|дата|일|일자|일시|날짜|日|日期|时间|時間|วน|تاريخ'
  const articles = '(?:of|de|del|da|do|di|d|la|l|le|du|der|des|van){0,2}'
  return [
    oneOrNone(`(?:${time})${articles}`),
    oneOrNone(`(?:${account})${articles}`),
    oneOf(end),
    oneOrNone(time),
    oneOrNone(`${articles}(?:${account})`),
  ]
}

/** The end of a contract or an employment: `date_fin_contrat`, `einde dienstverband`. */
function endNamesOfContract(): readonly (readonly RegExp[])[] {
  const end =
    'end|ende|fin|final|fine|fim|einde|eind|koniec|konec|konca|zakonczenia|ukonceni|slut|slutt|ophor|opphor|bitis|paattymis|kraj|sfarsit|sfarsitul|cessation|окончания'
  const contract =
    'contract|contrat|contrato|contratto|contractului|kontrakt|kontrakts|vertrags?|umowy|smlouvy|zmluvy|sozlesme|ugovora|employment|emploi|empleo|impiego|rapporto|' +
    'dienstverband|arbeitsverhaltnis|arbeitsverhaltnisses|anstallnings?|ansettelses?|ansaettelses?|zatrudnienia|tyosuhteen|договора|контракта'
  const time = 'date|datum|dates|fecha|data|dato|tarihi|paiva|pvm|дата'
  const [before, after] = [oneOrNone(`(?:${time})(?:of|de|del|da|do|di|d|la|van)?`), oneOrNone(time)]
  const article = oneOrNone('of|de|del|do|di|du|des|van|vanhet')
  return [
    [before, oneOf(end), article, oneOf(contract), after],
    [before, oneOf(contract), article, oneOf(end), after],
  ]
}
