/* Names of columns that say when users signed up, as `lastName` writes them: in lower case, without accents and separators. */

import { isSequence, oneOf, oneOrNone } from './word-sequence.ts'

/** Words for a time, and those before one, in several languages: `confirmed at`, `bestätigt am`, `confirmado el`. */
export const timeWords =
  'date|datetime|time|timestamp|ts|zeit|zeitpunkt|datum|fecha|data|dnia|tarihi?|at|on|utc|gmt|le|am|um|il|el|em|op|since|seit'

const sequences = joinedNames()

/**
 * Whether a name has words for signing up or making an account, with words for times, accounts and people, and nothing else:
 * `date_creation_profil`, `CreatedUtc`; not `created_by` or `inscription`.
 */
export function saysJoined(name: string): boolean {
  return sequences.some((places) => isSequence(name, places))
}

function joinedNames(): readonly (readonly RegExp[])[] {
  const accountWords =
    'users?|members?|customers?|accounts?|profiles?|records?|compte|profil|konto|cuenta|usuario|utilisateur|benutzer|kunden?|mitglied'
  const noun =
    'creation|create|registration|signup|join|joining|inscription|registro|alta|creacion|cadastro|criacao|registrazione|iscrizione|' +
    'creazione|registrierungs?|beitritts?|erstellungs?|anmelde|registratie|rejestracji|utworzenia|kayit|uyelik|olusturma'
  const participle =
    'created|joined|registered|signedup|inscrite?|creee?|angelegt|erstellt|registriert|creado|registrado|criado|cadastrado|creato|' +
    'registrato|aangemaakt|utworzono|opprettet|oprettet|skapad'
  const [of, account, time] = [oneOrNone('of|de|del|da|do|di|d|la'), oneOrNone(accountWords), oneOrNone(timeWords)]
  return [
    [account, oneOf(participle), account, time, time],
    [account, oneOf(timeWords), of, of, oneOf(`${noun}|${participle}`), of, account, time],
    [account, oneOf(noun), account, oneOf(timeWords), time],
    [oneOf(accountWords), oneOf('since|seit')],
  ]
}
