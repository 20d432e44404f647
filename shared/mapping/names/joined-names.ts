/* Names of columns that say when users signed up, as `lastName` writes them: in lower case, without accents and separators. */

/** Words for a time, and those before one, in several languages: `confirmed at`, `bestätigt am`, `confirmado el`. */
export const timeWords =
  'date|datetime|time|timestamp|ts|zeit|zeitpunkt|datum|fecha|data|dnia|tarihi?|at|on|utc|gmt|le|am|um|il|el|em|op|since|seit'

const joined = joinedName()

/**
 * Whether a name has words for signing up or making an account, with words for times, accounts and people, and nothing else:
 * `date_creation_profil`, `CreatedUtc`; not `created_by` or `inscription`.
 */
export function saysJoined(name: string): boolean {
  return joined.test(name)
}

function joinedName(): RegExp {
  const of = 'of|de|del|da|do|di|d|la'
  const account =
    'users?|members?|customers?|accounts?|profiles?|records?|compte|profil|konto|cuenta|usuario|utilisateur|benutzer|kunden?|mitglied'
  const noun =
    'creation|create|registration|signup|join|joining|inscription|registro|alta|creacion|cadastro|criacao|registrazione|iscrizione|' +
    'creazione|registrierungs?|beitritts?|erstellungs?|anmelde|registratie|rejestracji|utworzenia|kayit|uyelik|olusturma'
  const participle =
    'created|joined|registered|signedup|inscrite?|creee?|angelegt|erstellt|registriert|creado|registrado|criado|cadastrado|creato|' +
    'registrato|aangemaakt|utworzono|opprettet|oprettet|skapad'
  const any = (words: string) => `(?:${words})`
  const [before, behind] = [`${any(account)}?`, `${any(account)}?${any(timeWords)}{0,2}`]
  return new RegExp(
    `^${before}(?:${any(participle)}${behind}|${any(timeWords)}${any(of)}{0,2}${any(`${noun}|${participle}`)}${any(of)}?${any(account)}?${any(timeWords)}?|` +
      `${any(noun)}${any(account)}?${any(timeWords)}{1,2})$|^${any(account)}(?:since|seit)$`,
  )
}
