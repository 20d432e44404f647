import { maskHash } from '../../hashes/mask-hash.ts'
import type { JsonObject } from '../../json.ts'
import { wordsOf } from '../names/column-words.ts'
import { isLabelOf, labelsIn, saysPasswordAlone } from '../names/labels.ts'
import { hintsOf, isSentCode } from '../names/name-hints.ts'
import { namesHint } from '../names/secrets/hint-names.ts'
import { readEmbedded } from '../value-at.ts'

/** Parts of names under which secrets are kept, wherever they stand in the name. */
const secretPart = /pass|pwd|hash|salt|secret|token|digest|credential|private|signature/
/** Words that say the same only by themselves or at the end. */
const secretWord =
  /^(?:keys?|otp|totp|hotp|(?:user|login)?m?pin(?:code)?|mfa|pepper|cvv|jwt)$|(?:credit|debit|kredit)cards?(?:no|nr|num|numbers?)?$|(?:api|secret|private|access|signer|recovery|backup)(?:keys?|codes?)$/

/** Answers to questions with which users prove themselves, alone or behind or before the word for the question: `securityAnswer2`, `antwort`. */
const secretAnswer =
  /(?:answer|antwort|antwoord|respuesta|resposta|reponse|risposta|odpowiedz|odpoved|odgovor|raspuns|valasz|vastaus|svar|cevap|jawaban|ответ|отговор|відповідь|απαντηση|回答|答え|答案|답변|답)(?:e?s|en|e)?(?:secre\w{1,5}|securi\w{1,5}|segur\w{1,5}|sicurezza)?\d{0,2}$/u

/** Values that look like a secret, wherever they stand: hashes in known forms, long base64 or hex, emulator passwords. */
const secretValues: readonly RegExp[] = [
  /\$[A-Za-z0-9_-]{1,20}\$/,
  /[A-Za-z0-9+/_-]{41,}/,
  /[0-9a-fA-F]{32,}/,
  /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{20,}={1,2}(?![A-Za-z0-9])/,
  /fakeHash:/i,
  /\{(?:S?SHA|S?MD5|CRYPT|PBKDF2|PKCS5S2|ARGON2|BCRYPT)[^{}]*\}/i,
  /^[A-Za-z0-9_]{2,20}\$\S+\$\S+/,
  /\beyJ[\w-]+\.[\w-]+/,
  /-----BEGIN/,
  // Secrets of authenticator apps: Base32, alone or in the address of a QR code.
  /^(?=.*[2-7])[a-z2-7]{16,}=*$/i,
  /^(?=.*[2-7])(?:[a-z2-7]{4}[ -]){3,}[a-z2-7]{1,8}$/i,
  /^otpauth:/i,
]

const maxSample = 80

/** Characters of a value that are searched for a secret: many more than are shown, and few enough for any expression. */
const maxSearched = 1000

/**
 * A sample value as the screen may show it. Where the column's name or the value itself looks secret, at most the
 * algorithm is left, e.g. `$2b$10$••••`.
 */
export function maskSample(path: string, value: string): string {
  const text = value.trimStart().slice(0, maxSearched)
  if (text === '') return ''
  if (looksSecret(path, text)) return maskHash(text)
  return value.length > maxSample ? `${value.slice(0, maxSample - 1)}…` : value
}

/** Does the name of a field or its value say that it is a secret? */
function looksSecret(path: string, value: string): boolean {
  const text = value.slice(0, maxSearched)
  return (
    secretValues.some((secret) => secret.test(text)) ||
    (isSecretName(path) && !isRowNumber(path, text)) ||
    labelsIn(text).some(({ name }) => isLabelOf(name, saysPasswordAlone))
  )
}

/** Whether a value is the number of a row that holds a secret, and no secret itself: `credentialID` from 1 on. */
function isRowNumber(path: string, text: string): boolean {
  return /^\d{1,10}$/.test(text.trim()) && wordsOf(path).at(-1) === 'id'
}

/** Does the name of a field say that its value is a secret? */
function isSecretName(path: string): boolean {
  if (secretPart.test(path.toLowerCase()) || hintsOf(path.replace(/\d{1,9}$/, '')).namesPassword || namesHint(path))
    return true
  const words = wordsOf(path)
  const name = words.join('')
  return (
    words.some((word) => secretWord.test(word)) || secretWord.test(name) || secretAnswer.test(name) || isSentCode(name)
  )
}

/** Metadata as the screen may show it: what looks secret, by its name or by its value, is masked. */
export function maskMetadata(metadata: JsonObject): JsonObject {
  return membersMasked(metadata, null)
}

/** The texts and codes of metadata that look secret: a core may repeat them in a reply. */
export function secretsInMetadata(metadata: JsonObject): readonly string[] {
  const found = Object.entries(metadata).flatMap(([name, value]) => secretsIn(name, value))
  return found.filter(({ length }) => length >= shortest)
}

/** Shorter ones tell nothing, and stand in every text. */
const shortest = 4

/** `outer`: the secret name that the object belongs to; null: none. */
function membersMasked(object: object, outer: string | null): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, masked(outer ?? name, value)]))
}

function masked(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => masked(name, one))
  // Members of a secret are secret whatever their names.
  if (isObject(value)) return membersMasked(value, holdsSecrets(name) ? name : null)
  if (typeof value === 'string') {
    const inside = readEmbedded(value)
    return inside === null ? maskSample(name, value) : JSON.stringify(masked(name, inside))
  }
  // A number under a secret name is a code.
  return typeof value === 'number' && isSecretName(name) ? '••••' : value
}

/** `private_metadata` is private to the app, and what is in it no secret by that. */
function holdsSecrets(name: string): boolean {
  return isSecretName(name) && !/meta_?data$/i.test(name)
}

function secretsIn(name: string, value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one: unknown) => secretsIn(name, one))
  if (isObject(value)) {
    const outer = holdsSecrets(name) ? name : null
    return Object.entries(value).flatMap(([inner, one]) => secretsIn(outer ?? inner, one))
  }
  if (typeof value === 'number') return isSecretName(name) ? [String(value)] : []
  if (typeof value !== 'string') return []
  const inside = readEmbedded(value)
  return [...(looksSecret(name, value) ? [value] : []), ...(inside === null ? [] : secretsIn(name, inside))]
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
