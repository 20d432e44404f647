import { isOfAddress, splitPath, wordsOf } from './column-words.ts'
import { sayVerifiedOf } from './composed/verified-names.ts'

/* Names of parts of postal addresses. */

const addressWord = /^(?:ad(?:d?res(?:se?|y|a|s)?)|direccion|indirizzo|endereco|osoite)$/

const ofPost = /street|strasse|^rue$|^calle$|^via$|zip|^plz$|post|^cp$|city|^stadt$|^ort$|^ville$|ciudad|citta/

const ofOtherAddress = /mail|^(?:ip|mac|web|wallet|url|login)$/

const ofRegion = /^(?:district|region|province|village|town|locality|landmark|taluka?|tehsil|mandal)$/

/** Whether a column is a part of a postal address by its name. */
export function namesPlace(path: string): boolean {
  const words = wordsOf(splitPath(path).name)
  const isAddress = words.some((word) => addressWord.test(word)) && !words.some((word) => ofOtherAddress.test(word))
  return isAddress || isOfAddress(path) || words.some((word) => ofPost.test(word) || ofRegion.test(word))
}

/** Whether a name says that an address is verified (`Adresse vérifiée`), where the table has no postal addresses. */
export function saysAddressVerified(path: string, others: readonly string[]): boolean {
  const words = wordsOf(splitPath(path).name)
  return (
    sayVerifiedOf(words, (word) => addressWord.test(word)) &&
    !others.some((other) => wordsOf(other).some((word) => ofPost.test(word)))
  )
}
