/**
 * What a line of a mail is, as far as it separates the new text from the quoted text. `mark`: one of our mails, or what a program marks as
 * the mail that is answered, begins here. `cited`: a quoted line that a program has marked.
 */
export type LineKind = 'text' | 'blank' | 'rule' | 'device' | 'attribution' | 'header' | 'quote' | 'cited' | 'mark'

/** The most lines that an attribution such as "On … wrote:" is wrapped over. */
const ATTRIBUTION_LINES = 6
const ATTRIBUTION_LENGTH = 500

/** A line of nothing but the same few punctuation marks. */
const RULE = /^\s*(?:[-–—_*=~#+]\s?){2,}\s*$|^\s*[—ᐧ]\s*$/

/** The line that Portico's own mails begin with, alone in its line, as they have it. */
const REPLY_ABOVE =
  /^[\s>|*_—–-]*(?:Rispondi sopra questa riga|Reply above this line|Responde? (?:por )?encima de esta línea)[\s*_—–-]*$/i

/** How the line begins that programs of telephones and some others add below the text; what follows names the program or the device. */
const DEVICE = [
  /^[\s<(*_]*(?:sent (?:from|via|with|by)|inviato (?:da|con|tramite)(?:l|llo|lla|ll['’])?|enviado (?:desde|con|do|da|de)|envoyé (?:depuis|de|à partir)|gesendet (?:von|mit)|verzonden (?:met|vanaf|via)|verstuurd vanaf|sendt fra|skickat från|wysłane z|отправлено (?:с|из))(?=[\s[(])([^.,;:]*)/iu,
  /^[\s<(*_]*(?:from my (?=iphone|ipad|phone|mobile|android|blackberry|cell)|someone from (?=mobile))([^.,;:]*)/iu,
]
const DEVICE_NAMES =
  /(?<!\p{L})(?:iphone|ipad|ipod|android|galaxy|samsung|huawei|xiaomi|redmi|oppo|nokia|motorola|pixel|oneplus|htc|xperia|wiko|alcatel|blackberry|lumia|windows|outlook|mailbox|airmail|gmail|yahoo|libero ?mail|virgilio ?mail|typeapp|bluemail|aqua ?mail|k-9|thunderbird|proton ?mail|smartphone|\p{L}*mobil\p{L}*|telefon\p{L}*|tel[eé]fono|téléphone|phone|cell\p{L}*|móvil|tablet|handy|ti-\d+|(?:mail|posta|correo) (?:for|per|para|pour|für))(?![\p{L}])/iu
/** Lines of the same kind that are the same each time. */
const DEVICE_LINE =
  /^[\s<(*_]*(?:(?:get|scarica|ottieni|obtener|télécharger) \[?outlook\b|von mein(?:em|er) .{2,60} gesendet|diese nachricht wurde von mein\S+ .{2,60} gesendet|outlook für \S+ beziehen|從我的 .{1,20} 傳送|发自我的)/i
const DEVICE_LENGTH = 160
const LINK = /<?https?:\/\/[^\s<>]+>?/gi

/** "wrote" as mail programs write it, with the second half of a German or Dutch verb. */
const WROTE =
  /(?<!\p{L})(?:wrote|writes|said|ha scritto|scrive(?:va)?|a écrit|escribió|escreveu|schrieb|schreef|geschreven|skrev|kirjoitti|napisał(?:\(a\)|a)?|написала?|пишет|пише)(?!\p{L})|写道|寫道/iu

/** Days of the week and months in our languages and some others. */
const DAYS = [
  '(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tue|wed|thu|fri|sat|sun',
  '(?:lune|marte|mercole|giove|vener)d[iì]|sabato|domenica|lun|mar|mer|gio|ven|sab|dom',
  'lunes|martes|miércoles|jueves|viernes|sábado|domingo|mié|jue|vie|sáb',
  '(?:lun|mar|mercre|jeu|vendre|same)di|dimanche|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch',
].join('|')
const MONTHS =
  'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|gen|mag|giu|lug|ago|set|ott|dic|ene|abr|janv|févr|mär|mai|juin|juil|août|okt|dez|déc'

/** How an attribution starts: a word of its language, a day of the week or a date. */
const OPENING = new RegExp(
  `^[\\s>|*_-]*(?:(?:on|at|il(?: giorno)?|in data|alle|le|el|em|am|op|den|dnia|w dniu|в|у)\\s|在|\\d{1,4}[-/. ]|(?:${DAYS})[.,]{0,2}\\s)`,
  'iu',
)

/** A word of a line that says when something was written and nothing else. */
const DATE_WORD = new RegExp(
  `^(?:[\\d:.,/+-]{1,40}(?:am|pm|h|st|nd|rd|th)?|${DAYS}|(?:${MONTHS})\\p{L}{0,7}|il|giorno|alle|ore|on|at|el|a|las|la|de|del|le|à|am|um|pm|[ap]\\.|m\\.|gmt|utc|cet|cest)[.,:]{0,5}$`,
  'iu',
)

const isDateLine = (line: string): boolean => {
  const words = line
    .replace(/^[\s>]+/, '')
    .split(/\s+/, 16)
    .filter(Boolean)
  return OPENING.test(line) && words.length < 16 && words.every(word => DATE_WORD.test(word))
}

/** A line that a sentence ends, which no program wraps an attribution over. */
const SENTENCE_END = /[^\s.\d]{2}[.!?…]["”»)]?\s*$/u

/** A date or a time, without which "wrote:" is part of the text. */
const DATED = /\d{4}|\d{1,2}[:.]\d{2}|\d{1,2}[/.]\d{1,2}/

/** A name and an address, as some programs put them before "wrote". */
const NAME_AND_ADDRESS = /^[\s>|*_-]{0,40}[^<>]{1,100}(?:<|&lt;)\s{0,9}[^\s<>@]{1,64}@[^\s<>@]{1,255}\s{0,9}(?:>|&gt;)/

/** The end of an attribution; the date may follow the verb. */
const ENDING = /(?:[:：>]|--|Uhr:?|escribió|écrit|scritto|wrote)[\s*_]*$/iu

/** A date with a name and nothing more, as older Gmail has it. */
const DATE_AND_NAME =
  /^[\s>]*\d{4}[-/]\d{1,2}[-/]\d{1,2}\s(?:.{0,100}<[^<>\s@]+@[^<>\s@]+>:?|\d{1,2}:\d{2} GMT[+-]\d{1,2}:\d{2} .{1,100})\s*$/

/** A date and an address before a colon, as programs put them that leave "wrote" out. */
const DATE_AND_ADDRESS = /^.{0,200}<[^<>\s@]+@[^<>\s@]+>:\s*$/

/** Programs that name the writer alone, without a date. */
const NAMED =
  /^[\s>*_]*(?:scrive|citando|quoting|cita de|citando a|zitat von)\s[^<>]{1,100}<[^<>\s@]+@[^<>\s@]+>\s*:\s*$/iu

/** As GroupWise has it. */
const GROUPWISE = /^\s*>>>.{1,120}\d{1,2}[:.]\d{2}.{0,12}>>>\s*$/

/** An address as programs write it beside the name. */
const ADDRESS = /(?:<|&lt;|\()\s{0,9}(?:mailto:)?[^\s<>()@]{1,64}@[^\s<>()]/i
const YEAR = /(?<!\d)(?:19|20)\d{2}(?!\d)/
const TIME = /(?<!\d)\d{1,2}[:.h]\d{2}(?!\d)/

/** How people, and no program, say that somebody wrote: "ci ha scritto", "il vostro tecnico ha scritto", "your colleague wrote". */
const SAID_TO_US =
  /(?<!\p{L})(?:ci|mi|vi|gli|nos|me|le|les)\s{1,9}(?:ha|hanno|avete|escribi|scriv)|(?:wrote|said)\s{1,9}(?:to\s{1,9})?(?:us|me)\s{0,9}[:：]?\s{0,9}$/iu
const SAID_OF_SOMEBODY =
  /(?<!\p{L})(?:vostr[oaie]|nostr[oaie]|mi[oa]|su[oa]|our|your|my|vuestr[oa]s?|nuestr[oa]s?|tecnico|cliente|customer|técnico)\s/iu

/** Russian programs put the date first and name the writer "user". */
const RUSSIAN = /\d{4} г\..{0,120}(?:написала?|пишет):?\s{0,9}$/u

/** The words over a forwarded or quoted mail. */
const ORIGINAL =
  /^(?=([\s>*_–—-]*))\1(?:(?<=[-–—_]{2}\s*)(?:original (?:message|email)|messaggio (?:originale|inoltrato)|mensaje (?:original|reenviado)|ursprüngliche nachricht|weitergeleitete nachricht|message (?:d['’]origine|original|transféré)|forwarded message|doorgestuurd bericht|oorspronkelijk bericht|mensagem original|oprindelig besked|opprinnelig melding|ursprungligt meddelande|alkuperäinen viesti)[\s*_–—-]*|(?:begin forwarded message|inizio messaggio inoltrato|inicio del mensaje reenviado|début du message (?:réexpédié|transféré)|anfang der weitergeleiteten nachricht)\s*:[\s*_]*)$/iu

const HEADER_NAMES = [
  ...['from', 'sent', 'to', 'subject', 'date', 'cc', 'reply-to', 'importance', 'attachments'],
  ...[
    'da',
    'inviato',
    'inviata',
    'a',
    'oggetto',
    'data',
    'risposta',
    'per',
    'rispondi a',
    'priorità',
    'ccn',
    'mittente',
    'destinatario',
  ],
  ...['de', 'enviado', 'enviado el', 'para', 'asunto', 'fecha', 'responder a', 'assunto'],
  ...['envoyé', 'envoyé le', 'à', 'objet', 'répondre à', 'pour', 'message du', 'copie à', 'sujet'],
  ...['von', 'gesendet', 'an', 'betreff', 'datum', 'antwort an'],
  ...[
    'från',
    'skickat',
    'till',
    'ämne',
    'van',
    'verzonden',
    'aan',
    'onderwerp',
    'от',
    'отправлено',
    'кому',
    'тема',
    'дата',
  ],
]
// French programs put the blank before the colon.
const HEADER = new RegExp(`^[\\s>*_]*(${HEADER_NAMES.join('|')})(?:\\s?[:：][*_]*(?:\\s|$)|\\s[:：])`, 'iu')

/** The headers that a quoted mail begins with, and those that say when it was sent, without which a few "word:" lines are no quoted mail. */
const SENDERS = new Set(['message du', 'from', 'da', 'de', 'von', 'från', 'van', 'mittente', 'от'])
const SENT = new Set([
  ...[
    'sent',
    'date',
    'inviato',
    'inviata',
    'data',
    'enviado',
    'enviado el',
    'fecha',
    'envoyé',
    'envoyé le',
    'message du',
  ],
  ...['gesendet', 'datum', 'skickat', 'verzonden', 'отправлено', 'дата'],
])

const SUBJECTS = new Set([
  'subject',
  'oggetto',
  'asunto',
  'assunto',
  'objet',
  'sujet',
  'betreff',
  'onderwerp',
  'ämne',
  'тема',
])

/** A quoted line. A table drawn with bars is none. */
const QUOTE = /^\s*(?:>|\|(?!\s*\S.*\|\s*$))/u

/** Whether a line, or several joined ones, are an attribution; `isQuoted`: quoted lines follow, without which a few words are text. */
const isAttribution = (text: string, isQuoted: boolean): boolean => {
  if (text.length > ATTRIBUTION_LENGTH) return false
  if (ORIGINAL.test(text) || DATE_AND_NAME.test(text) || RUSSIAN.test(text) || NAMED.test(text)) return true
  if (GROUPWISE.test(text) || (DATE_AND_ADDRESS.test(text) && DATED.test(text))) return true
  if (!WROTE.test(text) || !ENDING.test(text) || SAID_TO_US.test(text)) return false
  if (NAME_AND_ADDRESS.test(text)) return true
  if (!OPENING.test(text) || !DATED.test(text)) return false
  if (ADDRESS.test(text)) return true
  return !SAID_OF_SOMEBODY.test(text) && (isQuoted || (YEAR.test(text) && TIME.test(text)))
}

/** Whether a line may be the first of a wrapped attribution, so that the lines after it are worth joining. */
const mayOpenAttribution = (line: string, next: string) =>
  OPENING.test(line) || NAME_AND_ADDRESS.test(line) || line.includes('<') || /^[\s>]*<[^<>\s]+@/.test(next)

const isBlank = (line: string) => /^\s*$/.test(line)

/**
 * The lines of a mail, and for each the next one that is not blank, so that looking ahead costs nothing.
 */
type Lines = { lines: readonly string[]; next: readonly string[] }

/** The number of lines, from the given one on, that joined are an attribution, however it begins. Never over a blank line. */
const joinedLength = ({ lines, next }: Lines, at: number): number => {
  const first = lines[at] ?? ''
  if (isAttribution(first, QUOTE.test(next[at] ?? ''))) return 1
  if (!mayOpenAttribution(first, lines[at + 1] ?? '')) return 0
  let joined = first
  for (let length = 2; length <= ATTRIBUTION_LINES && at + length <= lines.length; length += 1) {
    const line = lines[at + length - 1] ?? ''
    if (isBlank(line) || SENTENCE_END.test(lines[at + length - 2] ?? '')) return 0
    // What it wraps over is quoted like itself.
    joined = `${joined} ${line.replace(/^[\s>]+(?=\S)/, line.trim() === '>:' ? '>' : '')}`
    if (joined.length > ATTRIBUTION_LENGTH) return 0
    if (isAttribution(joined.replace(/\s+/g, ' '), QUOTE.test(next[at + length - 1] ?? ''))) return length
  }
  return 0
}

/**
 * The number of lines, from the given one on, that are an attribution: 0 if it does not start one. Of several lines that one could begin at
 * the last counts, so that no text above is taken for a part of it; only a line of nothing but a date belongs to what follows.
 */
const attributionLength = (given: Lines, at: number): number => {
  const length = joinedLength(given, at)
  for (let later = 1; later < length; later += 1)
    if (!isDateLine(given.lines[at + later - 1] ?? '') && joinedLength(given, at + later) > 0) return 0
  return length
}

/**
 * The number of lines, from the given one on, that are the headers of a quoted mail ("From: … Sent: … Subject: …"): three or more, a date
 * among them, and the sender first, or else its address and a subject anywhere; each may be wrapped over two lines. 0 if there are none, or
 * if a colon leads to them: then the writer shows headers.
 */
const headerBlockLength = (lines: readonly string[], at: number, isIntroduced: boolean): number => {
  const names: string[] = []
  let end = at
  let isDated = false
  let hasAddress = false
  for (let next = at; next < Math.min(lines.length, at + 16); next += 1) {
    const line = lines[next] ?? ''
    const name = HEADER.exec(line)?.[1]?.toLowerCase()
    if (name) {
      names.push(name)
      hasAddress ||= SENDERS.has(name) && line.includes('@')
      isDated ||= SENT.has(name) && (YEAR.test(line) || TIME.test(line))
      end = next + 1
    } else if (next > end || next === at) break
  }
  const isHead = SENDERS.has(names[0] ?? '') || (hasAddress && names.some(name => SUBJECTS.has(name)))
  return names.length >= 3 && isHead && isDated && !isIntroduced ? end - at : 0
}

const isDevice = (line: string): boolean => {
  if (line.length > DEVICE_LENGTH) return false
  const shown = line.replace(LINK, ' ')
  const named = DEVICE.map(pattern => pattern.exec(shown)?.[1]).find(name => name !== undefined)
  return DEVICE_LINE.test(line) || (named !== undefined && DEVICE_NAMES.test(named) && !/\d[./]\d/.test(named))
}

const plainKind = (line: string): LineKind => {
  if (isBlank(line)) return 'blank'
  if (REPLY_ABOVE.test(line)) return QUOTE.test(line) ? 'cited' : 'mark'
  if (RULE.test(line)) return 'rule'
  if (isDevice(line)) return 'device'
  return QUOTE.test(line) ? 'quote' : 'text'
}

/** Characters of a line that a program may have wrapped. */
const WRAPPED = 60

/**
 * Marks as quoted what a program has wrapped out of its quotation: a line in small letters between two quoted ones, the first of them long and,
 * at least once in the mail, without the end of its sentence.
 */
const markWrapped = (lines: readonly string[], kinds: LineKind[]): void => {
  const wrapped = kinds.flatMap((kind, at) => {
    const above = lines[at - 1] ?? ''
    const isWithin =
      kind === 'text' && kinds[at - 1] === 'quote' && (kinds[at + 1] === 'quote' || at + 1 === kinds.length)
    return isWithin && above.length >= WRAPPED && /^\p{Ll}/u.test(lines[at] ?? '') ? [at] : []
  })
  if (wrapped.some(at => !/[.!?:;]["”»)]?\s*$/.test(lines[at - 1] ?? ''))) for (const at of wrapped) kinds[at] = 'quote'
}

/** Says of each line what it is. The time is linear in the number of lines, each of which is read only up to 1 000 characters. */
export const lineKinds = (given: readonly string[]): LineKind[] => {
  const lines = given.map(line => line.slice(0, 1000))
  const next = Array<string>(lines.length).fill('')
  for (let at = lines.length - 2; at >= 0; at -= 1)
    next[at] = (isBlank(lines[at + 1] ?? '') ? next[at + 1] : lines[at + 1]) ?? ''
  const lastFence = lines.lastIndexOf('```')
  const kinds: LineKind[] = []
  let isCode = false
  let above = ''
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    if (/^```\w*\s*$/.test(line)) isCode = !isCode && lastFence > at
    const attribution = isCode ? 0 : attributionLength({ lines, next }, at)
    const headers = isCode || attribution ? 0 : headerBlockLength(lines, at, /[:：]\s*$/.test(above))
    const length = attribution || headers || 1
    const kind = attribution ? 'attribution' : headers ? 'header' : isCode ? 'text' : plainKind(line)
    for (let more = 0; more < length; more += 1) kinds.push(kind)
    at += length
    if (kind === 'text') above = line
    else if (kind !== 'blank') above = ''
  }
  markWrapped(lines, kinds)
  return kinds
}
