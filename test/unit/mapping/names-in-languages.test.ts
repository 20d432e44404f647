import { expect, it } from 'vitest'
import { readByMapping } from '../../../shared/mapping/apply-mapping.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'

const hash = '$2b$10$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01232'

it.each<[string, readonly [id: string, email: string, phone: string, hash: string]]>([
  ['German', ['Kundennummer', 'E-Mail-Adresse', 'Handynummer', 'Passwort-Hash']],
  ['French', ['ID utilisateur', 'Adresse électronique', 'Numéro de téléphone', 'Mot de passe']],
  ['Spanish', ['ID usuario', 'Correo electrónico', 'Teléfono móvil', 'Contraseña']],
  ['Portuguese', ['ID usuário', 'Correio eletrônico', 'Telefone celular', 'Senha']],
  ['Italian', ['ID utente', 'Indirizzo e-mail', 'Numero di telefono', 'Parola chiave']],
  ['Dutch', ['Klantnummer', 'E-mailadres', 'Telefoonnummer', 'Wachtwoord']],
  ['Polish', ['ID użytkownika', 'Adres e-mail', 'Numer telefonu', 'Hasło']],
  ['Turkish', ['Kullanıcı ID', 'E-posta adresi', 'Cep telefonu', 'Şifre']],
  ['Indonesian', ['id_pengguna', 'email', 'Nomor Telepon', 'Kata Sandi']],
  ['Japanese', ['会員番号', 'メールアドレス', '電話番号', 'パスワード']],
  ['Chinese', ['用户编号', '电子邮箱', '手机号码', '密码']],
])('columns with names in %s are mapped', (_, names) => {
  const [id, email, phone, password] = names
  const records = [1, 2, 3].map((n) => ({
    [id]: `U-${n}`,
    [email]: `user${n}@example.com`,
    [phone]: `+1415555010${n}`,
    [password]: hash,
  }))
  const { columns } = suggestMapping({ header: names, records })
  expect(
    columns.map(({ path, suggestion }) => [path, suggestion?.target, suggestion?.confidence !== 'unsure']),
  ).toEqual([
    [id, 'source-id', true],
    [email, 'email', true],
    [phone, 'phone', true],
    [password, 'password-hash', true],
  ])
})

it.each<[string, string, on: string, off: string]>([
  ['German', 'Aktiv', 'ja', 'nein'],
  ['French', 'Actif', 'oui', 'non'],
  ['Spanish', 'Activo', 'S', 'N'],
  ['Portuguese', 'Ativo', 'sim', 'não'],
  ['Italian', 'Attivo', 'sì', 'no'],
  ['Dutch', 'Actief', 'J', 'N'],
  ['Polish', 'Aktywny', 'tak', 'nie'],
  ['Turkish', 'Aktif', 'evet', 'hayır'],
  ['Japanese', '有効', 'はい', 'いいえ'],
  ['Chinese', '是否启用', '是', '否'],
  ['German, as a status', 'Status', 'aktiv', 'gesperrt'],
  ['Chinese, as a status', 'status', '正常', '冻结'],
  ['Polish, of an account', 'Stan konta', 'aktywne', 'zablokowane'],
  ['Polish, of a woman', 'Status', 'Aktywna', 'Zablokowana'],
  ['Russian', 'Статус', 'активен', 'заблокирован'],
  ['Russian, of a woman', 'статус', 'Активна', 'заблокирована'],
  ['Ukrainian', 'Статус', 'активний', 'заблоковано'],
  ['Czech', 'Stav', 'aktivní', 'zablokovaný'],
  ['Spanish, of an account', 'Estado', 'Activa', 'Suspendida'],
  ['Italian, of a woman', 'Stato', 'Attiva', 'Bloccata'],
  ['French, of an account', 'Statut', 'actif', 'désactivée'],
])('a user who is not active is disabled in %s', (_, name, on, off) => {
  const header = ['email', name]
  const records = [on, off, on].map((value, at) => ({ email: `user${at}@example.com`, [name]: value }))
  const { mapping } = suggestMapping({ header, records })
  const standings = records.map((record) => {
    const entry = readByMapping(mapping)(record)
    return entry.kind === 'user' ? entry.user.standing : entry.kind
  })
  expect(standings).toEqual(['active', 'disabled', 'active'])
})
