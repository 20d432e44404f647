/* Names of columns that say when an account ends, as `lastName` writes them: in lower case, without accents and separators. */

const saysEnd = endName()

/** Whether a name has a word for the end of something, with words for accounts and times besides, in any language, and nothing else. */
export function namesEnd(name: string): boolean {
  return saysEnd.test(name)
}

function endName(): RegExp {
  const end =
    'expiry|expiration|expiracion|expiracao|caducidad|vencimiento|vencimento|validade|validez|scadenza|ablauf|verval|verloop|wygasniecia|waznosci|' +
    'gueltigbis|gultigbis|geldigtot|gyldigtil|giltigtill|validohasta|validoate|validofinoal|valablejusquau|waznydo|waznado|срокдеиствия|деиствителендо'
  const account =
    'account|access|login|user|member|membership|konto|kontos|zugang|zugangs|benutzer|mitgliedschaft|cuenta|usuario|acceso|conta|acesso|' +
    'compte|acces|utilisateur|utente|accesso|gebruiker|toegang|lidmaatschap|konta|uzytkownika'
  const time = 'date|datum|fecha|data|time|dato'
  const of = 'of|de|del|da|do|di|d|la|l|le|du|der|des|van'
  const any = (words: string) => `(?:${words})`
  const article = `${any(of)}{0,2}`
  return new RegExp(
    `^(?:${any(time)}${article})?(?:${any(account)}${article})?${any(end)}${any(time)}?(?:${article}${any(account)})?$`,
    'u',
  )
}
