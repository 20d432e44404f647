import { remembered } from '../../../remembered.ts'
import { lastName, splitPath, wordsOf } from '../column-words.ts'
import { isPassword, passwordPart } from './password-names.ts'

/* Names of hints at passwords, and of questions to which a user has to know the answer. Users write the password itself into them. */

const hint =
  'hints?|hinweise?|merkhilfe|merksatz|gedachtnisstutze|eselsbrucke|reminder|erinnerung(?:shilfe)?|indices?|rappel|pistas?|recordatorio|suggeriment[oi]|promemoria|dicas?|lembrete|' +
  'geheugensteun|geheugensteuntje|podpowiedz|wskazowka|napoveda|pripominka|namig|emlekezteto|ipucu|hatirlatma|petunjuk|подсказк\\p{L}|напоминание|підказка|ヒント|提示|힌트'
const question =
  'questions?|frage|pregunta|pergunta|domanda|vraag|pytanie|otazka|kerdes|soru|sporsmal|sporgsmal|fraga|pertanyaan|вопрос|запитання|質問|问题|問題|질문'
const secret =
  'secret|secrete|security|geheim\\p{L}{0,3}|sicherheits?|secreto|secreta|seguridad|segreta|sicurezza|secreta|seguranca|securite|beveiligings?|bezpieczenstwa|tajn\\p{L}|kontrolni|guvenlik|gizli|контрольн\\p{L}{2}|секретн\\p{L}{2}|秘密|密保|비밀'

const ofHint = new RegExp(`^(?:${hint})$`, 'u')
const ofQuestion = new RegExp(`^(?:${secret})?(?:${question})\\d?$`, 'u')
const ofSecret = new RegExp(`^(?:${secret})`, 'u')
const endsWithHint = new RegExp(`(?:${hint})\\d?$`, 'u')

/** Whether a column is called the hint at a password, `password_hint`, `Passworthinweis`, or the question of a user who forgot it, `secret_question`. */
export const namesHint = remembered((path): boolean => {
  const words = wordsOf(splitPath(path).name)
  const glued = lastName(path)
  if (/^(?:hint|merkhilfe|подсказка|ヒント|힌트)$/u.test(glued)) return true
  const saysPassword = passwordPart.test(glued) || words.some((word) => isPassword(word))
  if (saysPassword)
    return (
      words.some((word) => ofHint.test(word)) || endsWithHint.test(glued) || words.some((word) => ofQuestion.test(word))
    )
  return words.some((word) => ofSecret.test(word)) && words.some((word) => ofQuestion.test(word) || ofHint.test(word))
})
