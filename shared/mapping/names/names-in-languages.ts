/**
 * Names of the columns of logins in languages other than English, as `lastName` writes names: in lower case, without accents, marks and separators. Letters of
 * several scripts stand for the same words in pinyin and in Russian that is written with Latin letters.
 */
export const loginNamesInLanguages = {
  'source-id': names(`
    kundennr codigodocliente benutzernr mitgliedsnr nutzerid nutzernummer nclient gebruikersnummer gebruikersnr iddeusuario
    iddousuario iddecliente iddocliente codigodecliente codigodousuario codiceutente codicecliente identifiant identificador
    identificativo identyfikator identifikator azonosito felhasznaloazonosito ugyfelazonosito kimlikno benutzerid benutzernummer kundennummer kundenid mitgliedsnummer idutilisateur
    identifiantutilisateur numeroclient idclient idusuario idcliente numerodecliente idutente numerocliente gebruikersid
    klantnummer iduzytkownika numerklienta idklienta kullaniciid kullanicino musterino ユーザーid ユーザid 会員番号 会員id 顧客番号 用户id 用户编号 会员编号
    会员id 客户编号 idpengguna idanggota anggotaid idpelanggan nomoranggota manguoidung makhachhang 사용자id 회원번호 회원id кодпользователя
    idпользователя
  `),
  email: names(`
    ema mejl mejladresa pochta emailadr mailadr meladresse adressedecourriel courrielprincipal direcciondecorreo enderecodeemail indirizzodiposta
    mailadres emailadres adrespocztyelektronicznej eposta epostaadresiniz メールアドレス メール eメール 電子メール 邮箱 电子邮箱 邮箱地址 电子邮件 电子邮件地址 電子郵件 郵箱
    surel alamatemail alamatsurel thudientu diachiemail почта электроннаяпочта електроннапошта имеил
    ηλεκτρονικοταχυδρομειο البريدالالكتروني البريدالإلكتروني דואראלקטרוני ایمیل پستالکترونیک อเมล メアド 이메일 이메일주소 메일주소 전자우편
    youxiang dianziyouxiang
  `),
  phone: names(`
    cel telefonnr telnr handynr numerodetelephone telephoneportable portable numerodetelefono telefonomovil numerodetelefone
    numeroditelefono telefoonnr numertelefonu telefonkomorkowy ceptelefonu ceptel telefonnumarasi telepon notelepon nomortelepon
    notelp nomortelp nohp nomorhp nomorponsel 電話番号 電話 携帯電話 携帯電話番号 携帯番号 携帯 手机 手机号 手机号码 电话 电话号码 手機號碼 電話號碼 sodienthoai
    dienthoai sdt hp nohandphone nomorhandphone telefonszam mobilszam τηλεφωνο κινητο телефон номертелефона
    мобильныи رقمالهاتف الهاتف الجوال رقمالجوال טלפון נייד شمارهموبایل موبایل شمارهتلفن تلفن เบอรโทร เบอรโทรศพท โทรศพท 전화번호 휴대폰
    휴대폰번호 휴대전화 핸드폰 연락처 shouji shoujihao shoujihaoma dianhua sjh
  `),
  'password-hash': names(`
    passwortverschlusselt motdepassechiffre motdepassecrypte contrasenacifrada contrasenaencriptada senhacriptografada
    haslozaszyfrowane passworthash passwort kennwort kennworthash motdepasse motdepassehache hashmotdepasse mdp contrasena
    contrasenahash hashcontrasena clave senha senhahash hashsenha palavrapasse passwordcifrata parolachiave matkhau katasandi
    wachtwoord wachtwoordhash haslo hashhasla haslohash sifre sifrehash parola パスワード パスワードハッシュ 密码 密码哈希 加密密码 口令 密碼 sandi
    matkhaumahoa jelszo jelszohash heslo κωδικοςπροσβασης συνθηματικο пароль хешпароля хэшпароля парола лозинка parol heshparolya
    lozinka كلمةالمرور كلمةالسر סיסמה סיסמא رمزعبور گذرواژه کلمهعبور รหสผาน 비밀번호 암호 패스워드 暗号化パスワード mima denglumima losenord
    salasana adgangskode kodeord passord
  `),
  'time-joined': names(`
    登録日 登録日時 入会日 作成日時 注册时间 注册日期 创建时间 註冊時間
  `),
  tenant: names(`
    mandant mandantid mandantenid mandantennummer mandantennr mandantnr organisationid テナントid 租户id
  `),
} as const

/** The names of a text, which blanks separate. */
function names(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}
