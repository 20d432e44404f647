/*
 * The vocabulary of messages that are kept: words in which servers, databases and proxies say what went wrong. A secret is
 * no sequence of them, in whatever form it is repeated.
 */

const words = `
a about above absent accept accepted access account accounts action active actual add added additional address addresses admin after again
against agent ago algorithm algorithms alias all allow allowed allowing allows alphanumeric already also alter an and another any api app
appear application applications apps are area argon2 argon2d argon2i argon2id argument arguments array as ask asked assertion assigned at attempt attempts
auth authenticate authenticated authentication authority authorization authorized authorized auto available awaiting away back backend backoff bad
balance banned base base64 based basic batch bcrypt be because become been before began begin behind being below between beyond big binary bind bit bits
blacklisted blank block blocked blocking body bool boolean both bound bounds boundary brand break broken browser buffer bug build building bulk busy but by
byte bytes cache call called caller can cancel cancelled canceled cannot capacity card case cause caused causes center certificate chain change changed
changes char character characters charset check checked checking checks choose chosen claim class clear client clients clock close closed
closing cloud cloudflare cluster code codes collision column columns combination come comma command commit committed common communication
company compare compatible complete completed complex component concurrent condition config configuration configure configured confirm confirmed conflict
conflicting conflicts connect connected connecting connection connections connector consider constraint constraints consume consumed contact contain contained
containing contains content contents context control convert core correct corrupt could count country create created creates creating creation
credential credentials current currently custom data database databases date day days dead deadlock deadline debug decimal declared decode decoded decoding
default defined delay delete deleted delivery denied deny dependency deprecated depth describe description detail details detected device devices did didn
differ different digit digits direct directory disable disabled disallowed disconnected disk dispatch display do document does doesn doesnt domain
domains don done down download driver drop due duplicate duplicated duplicates duration during each early echo edit either element elements else email
emailpassword emails empty enable enabled encode encoded encoding encrypted encryption end ended endpoint ends engine enough ensure enter entity entries entry
enum env environment equal error errors escape even event every exactly exceed exceeded exceeds except exception exceptions exclusive execute executed
executing execution exhausted exist existed existing exists exit expect expected expired expires expiry explicit export express expression extended
extension external factor factors fail failed failing fails failure failures false fatal feature features fetch few field fields file files filter find
firebase first five fix flag float flow folder following for forbidden force future foreign form format formats formatted forward found four free from front full
function gateway general generate generated generic get gets give given global go gone good google grant granted greater group groups guard had
half handle handled handler has hash hashed hashes hashing have head header headers health held hello help here hex high higher hint history hit hold host
hostname hour hours how however html http https id identifier identifiers identities identity ids idle if ignore ignored illegal image immediately
implement implemented import imported importing in inactive include included includes including incompatible incomplete incorrect index indexes info information
initial initialize initialized inner input insert inserted inside install instance instances instead insufficient int integer integrity intended
interface internal interval into invalid invalidated io ip is isn isnt issue issuer it item items iterations its itself java job join joined json jwt keep kept key keys kind
kinds known label language large larger last late later latest layer layout lead least left legacy length lengths less letter letters level library license
licensed lifetime limit limited limits line linecode lines link linkcode linked linking links list listed listen literal little live load loaded loading local localhost
located location lock locked log logged login logins logs long longer look lookup loop lost low lower lowercase made mail main maintenance major make malformed
manage managed management manager many map mapped mapping mappings mark master match matched matches matching max maximum may maybe mcf mean means md5 media
member memory merge message messages metadata method methods mfa might migrate migrated migration min minimum minor minute minutes mismatch missing
mode model modified module moment month more most move moved multi multiple must name named names namespace native need needed needs negative nested
network never new newer next nginx no node nodes non none nor not note nothing notice now null number numbers numeric object objects occupied occurred of off
offline offset ok old older on once one only open opened opening openresty operation operations option optional options or order org origin other others our out
outage output outside over overflow overload overloaded override own owned owner packet page pages pair parallel parameter parameters parse parsed parser
parsing part partial parts party pass passed passing password passwordless passwords past patch path paths pattern pbkdf2 peer pending per period permission
permissions permit permitted persist phone phones ping pkey place plain plan platform please plugin point policy pool port position possible post postgresql
postgres pre prefix prepare prepared present preview previous primary private privilege problem problems process processed processing processor
produce product production profile prohibited property protected protocol provide provided provider providers proxy psql public purpose push put query queue
quota quote quoted random range rate reach reached read reader readonly ready real reason reasons receive received recent recipe recipes recipient record
records recover recovery redirect redis reduce refer reference referenced refresh refuse refused region register registered registration reject rejected
relation relay release reload remain remaining remote remove removed repeat repeated replace replica reply report request requested requests require required
requires reset resolve resolved resource resources respond response responses restart restarting restore restricted result results resume retried retries retry retrying
return returned returns reused revoked right role roles root round rounds route routing row rows rule rules run running runtime safe salt same save saved say says scheme
schema script scrypt search second seconds secret section secure security see seems segment select self send sending sent separate sequence server servers
service services session sessions set setting settings setup seven several sha sha1 sha256 sha512 shape shard share shared short should show shut shutting sign signature signed signer
signin signup similar since single site six size skew skip skipped sleep slot slots slow small smaller so socket software some something soon sorry source space
special specific specification specified specify split sql sqlite sqlstate ssl stack staged standard start started starting startup state statement states static
status step still stop stopped storage store stored stream strict string strings strong structure style sub subject submit submitted
subscribe subscription success successful successfully such sufficient suffix super supertokens support supported supports suspended switch symbol syntax system table tables
tag take taken target task temporarily temporary ten tenancy tenant tenants terminated terminating termination test text than that the their them then there these
they third this thirdparty those thread three threshold through throttled throttling thrown time timed timeout times timestamp title tls to today together
token tokens too took top total totp touch trace track traffic trailing transaction transactions transfer transient transport tried trigger trim true trust trusted try
trying turn two type types typo unable unauthorised unauthorized unavailable unchanged unconfirmed undefined under unexpected unhealthy unicode unique unit
unknown unless unlinked unlock unprocessable unreachable unrecognized unregistered unreadable unsafe unset unsuccessful unsupported until unused unusual unverified up update updated updates upgrade
upload upper uppercase upstream uri url urls usable usage use used user userid username users uses using utc utf8 uuid valid validate validated validation
validator value values varchar variable varying verification verified verify version versions very via view violate violated violates violation wait waited waiting want warning
was watch way we weak web week welcome well were what when where whether which while white who whole why wide will window with within without won word words work worker
working would write writer writing wrong xml yaml year yes yet you your zero zone
appid appidandtenantid apiversion cdi didn domain ms mysql mariadb mongo oracle jdbc hikari hikaripool psqlexception unavailable tomcat apache jetty catalina spring h1 hr br div center
associated association cert db er err con handshake privileged buf
util lang illegal sqlexception refusing refuses internals servlet pluginname ssl eof reached teapot sprintf nullpointer pointer stage
preauth preauthsessionid userinputcode deviceid recipeuserid didu uricdomain multitenancy saml oidc oauth oauth2 exception nosuch
`

/** The words that are kept, in lower case. */
const knownWords: ReadonlySet<string> = new Set(words.trim().split(/\s+/))

/** Stands where something stood that is not known to be harmless. */
const gap = '…'

/** Stands for a text of which nothing is known to be harmless. */
export const withheldReply = 'The text of the reply is not kept, because it may quote secrets.'

/** Numbers in a text; more could be the bytes of something. */
const maxNumbers = 4

const token = /•••|[\p{L}\p{N}\p{M}_]+(?:\.\p{N}+)*/gu

/**
 * The part of a server's text that is known to be harmless: words of the vocabulary, also where they make up an
 * identifier, the server's error codes, single numbers, and `names`, which the request itself gave to something that is
 * no secret. The rest, which may be a secret in any form, is left out. `mask`: what stands for a secret that was found
 * already; it stays.
 */
export function maskUnknown(text: string, mask: string, names: readonly string[]): string {
  const given = new Set(names.flatMap((name) => name.match(token) ?? []))
  let kept = ''
  let from = 0
  let numbers = 0
  let hasGap = false
  let isAfterNumber = false
  let isKnown = false
  for (const found of text.matchAll(token)) {
    const [one] = found
    const between = text.slice(from, found.index)
    from = found.index + one.length
    const isNumber = number.test(one)
    if (isNumber) numbers += 1
    const isKept = isNumber
      ? !isAfterNumber && numbers <= maxNumbers && !(hasGap && isGlued(between))
      : one === mask || given.has(one) || isHarmless(one, between)
    isAfterNumber = isNumber
    if (!isKept) {
      // A colon after it distinguishes a code from other words.
      if (!hasGap && between.startsWith(':') && /(?:^|\W)E\d{3}$/.test(kept)) kept += ':'
      hasGap = true
      continue
    }
    isKnown ||= one === mask || !isNumber
    kept += (hasGap ? gapAfter(kept) : punctuation(between)) + one
    hasGap = false
  }
  if (!isKnown) return from === 0 ? punctuation(text) : withheldReply
  return (kept + (hasGap ? gapAfter(kept) : punctuation(text.slice(from)))).trim()
}

/** A number of a message: a port, a length, a version; the parts of a key are longer or more. */
const number = /^\d{1,5}(?:\.\d{1,3}){0,2}$/

/** `E003`, `HTTP2`: a code of a core, and names of protocols. */
const code = /^(?:E\d{3}|HTTP2|IPv[46])$/

function isHarmless(one: string, before: string): boolean {
  // Single letters only in `A user`, `a user`, `doesn't` and `user's`.
  if (one.length === 1)
    return one === 'a' || (one === 'A' && before === ': ') || (/^[st]$/.test(one) && /^['’]$/.test(before))
  if (knownWords.has(one.toLowerCase()) || code.test(one)) return true
  const parts = one.replaceAll('_A_', '_').match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^A-Za-z_]+/g) ?? []
  return parts.length > 0 && parts.every((part) => part.length > 1 && knownWords.has(part.toLowerCase()))
}

/** Signs between two words that are kept; in a longer row they could spell something. */
function punctuation(between: string): string {
  const signs = between.replaceAll(/[^ .,:;!?'"()[\]{}<>/=&|*+…-]/g, '')
  return signs.length <= 7 ? signs : `${signs.slice(0, 3)}${signs.slice(-3)}`
}

/** Whether a number is part of a longer text, such as an id or a time. */
function isGlued(between: string): boolean {
  return /^[-:_]$/.test(between)
}

function gapAfter(kept: string): string {
  return kept === '' ? `${gap} ` : kept.endsWith(' ') ? `${gap} ` : ` ${gap} `
}
