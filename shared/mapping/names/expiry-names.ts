/* Names of columns that say when an account ends, as `lastName` writes them: in lower case, without accents, marks and separators. */

const saysEnd = endName()

/** Whether a name has a word for the end of something, with words for accounts and times besides, in any language, and nothing else. */
export function namesEnd(name: string): boolean {
  return saysEnd.test(name)
}

function endName(): RegExp {
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
  const of = 'of|de|del|da|do|di|d|la|l|le|du|der|des|van'
  const any = (words: string) => `(?:${words})`
  const article = `${any(of)}{0,2}`
  return new RegExp(
    `^(?:${any(time)}${article})?(?:${any(account)}${article})?${any(end)}${any(time)}?(?:${article}${any(account)})?$`,
    'u',
  )
}
