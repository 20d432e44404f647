import { describe, expect, test } from 'vitest'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'

/** The target of a column beside the addresses of users. */
function targetOf(name: string, values: readonly string[], email = 'email') {
  const records = values.map((value, at) => ({ id: `${at + 1}`, [email]: `u${at}@acme.example`, [name]: value }))
  const { columns } = suggestMapping({ header: ['id', email, name], records })
  return columns.find(({ path }) => path === name)?.suggestion?.target
}

const chosen = ['sunce12', 'macka99', 'moj!pas1']

describe('a word for a password and one for the user are the password of the user', () => {
  test.each([
    'lozinkaKorisnika',
    'lozinka_korisnika',
    'korisnicka_lozinka',
    'korisnickalozinka',
    'lozinkakorisnika',
    'kullanici_sifre',
    'kullaniciSifresi',
    'kullanicisifresi',
    'kullanici_parola',
    'hasło użytkownika',
    'haslo_uzytkownika',
    'heslo_uzivatele',
    'hesloUzivatele',
    'claveusuario',
    'clave_de_usuario',
    'senhaUsuario',
    'motDePasseUtilisateur',
    'mdp_utilisateur',
    'wachtwoordGebruiker',
    'parolaUtente',
    'parola_utilizator',
    'slaptazodis_vartotojo',
    'kata_sandi_pengguna',
    'пароль пользователя',
    'пароль_користувача',
    'κωδικός χρήστη',
  ])('%s', (name) => expect(targetOf(name, chosen)).toBe('password-hash'))

  test.each([
    'ime_korisnika',
    'naziv_korisnika',
    'datum_lozinke',
    'clave_producto',
    'claveCliente',
    'usuario_producto',
    'kullanici_not',
    'nota_korisnika',
  ])('and no password is %s', (name) =>
    expect(targetOf(name, ['2024-01-05', '2024-02-07', '2024-03-11'])).not.toBe('password-hash'),
  )
})

describe('words for a password of further languages', () => {
  test.each([
    'συνθηματικό',
    'συνθηματικο_χρηστη',
    'synthimatiko',
    'kodikos_prosvasis',
    'salasõna',
    'slaptažodis',
    'parool',
    'mật_khẩu',
    'kata_sandi',
    'zaporka',
    'پسورد',
    'გაღმა_პაროლი',
    'գաղտնաբառ',
    'cyfrinair',
  ])('%s', (name) => expect(targetOf(name, chosen)).toBe('password-hash'))
})

describe('a word for a code or a password, alone or of the user', () => {
  const names = ['sifra', 'šifra', 'Šifra', 'шифра', 'sifra_korisnika', 'sifraKorisnika', 'κωδικός', 'kodikos']
  const passwords: Readonly<Record<string, readonly string[]>> = {
    'a simple number that all were given': ['1234', '1234'],
    'simple numbers': ['1234', '123456', '1111'],
    'words of one length': ['tajna12', 'macka99'],
    'words of small letters and of others': ['tajna', 'macka99', 'ljubav!'],
  }
  test.each(names.flatMap((name) => Object.entries(passwords).map(([what, values]) => [name, what, values] as const)))(
    'is asked about: %s above %s',
    (name, _, values) => expect(targetOf(name, values)).toBe('password-hash'),
  )

  const codes: readonly (readonly string[])[] = [
    ['1001', '1002', '1003'],
    ['A-17', 'B-20', 'C-33'],
    ['10', '20', '30'],
    ['K001', 'K002', 'K003'],
    ['ART1001', 'BRT2002', 'CRT3003'],
    ['34817', '20915', '77120'],
  ]
  test.each(names.flatMap((name) => codes.map((values) => [name, values] as const)))(
    'is none above codes: %s, %j',
    (name, values) => expect(targetOf(name, values)).not.toBe('password-hash'),
  )
  test.each(['sifra_artikla', 'šifra proizvoda', 'sifraGrada', 'κωδικός προϊόντος'])(
    'is none of another thing: %s',
    (name) => expect(targetOf(name, ['1234', '1234'])).not.toBe('password-hash'),
  )
})

describe('a word for confirmed', () => {
  test.each(['potvrdjeno', 'potvrđen', 'Potvrđeno', 'potvrdjen', 'email_potvrdjen', 'emailPotvrđen', 'Đã xác minh'])(
    'says it of the address: %s',
    (name) => expect(targetOf(name, ['true', 'false', 'true'])).toBe('email-verified'),
  )
  test.each(['potvrda', 'potvrdi_lozinku'])('and not %s', (name) =>
    expect(targetOf(name, ['true', 'false', 'true'])).not.toBe('email-verified'),
  )
})

describe('a digest in an object is the password where the object is called so', () => {
  const digests = [1, 2, 3, 4].map((at) => `${at}`.repeat(40))
  const inObject = (name: string) => {
    const records = digests.map((hash, at) => ({ id: `${at + 20}`, mail: `u${at}@acme.example`, [name]: { hash } }))
    const { columns } = suggestMapping({ header: null, records })
    return columns.find(({ path }) => path === `${name}.hash`)?.suggestion?.target
  }
  test.each(['password', 'pw', 'pass', 'pwd', 'mdp', 'kennwort', 'auth', 'data', 'doc'])('%s', (name) =>
    expect(inObject(name)).toBe('password-hash'),
  )
  test.each(['avatar', 'file', 'upload'])('and not %s', (name) => expect(inObject(name)).not.toBe('password-hash'))
})
