/** What a line of a mail is, as far as it separates the new text from the quoted text. */
export type LineKind = 'text' | 'blank' | 'rule' | 'device' | 'attribution' | 'header' | 'quote'

/** The most lines that an attribution such as "On … wrote:" is wrapped over. */
const ATTRIBUTION_LINES = 6
const ATTRIBUTION_LENGTH = 500

/** A line of nothing but the same few punctuation marks, which separates a signature or a quoted mail. */
const RULE = /^\s*(?:[-–—_*=~#+]\s?){2,}\s*$|^\s*[—ᐧ]\s*$/

/** The line that Portico's own mails begin with. */
export const REPLY_ABOVE =
  /(?:Rispondi sopra questa riga|Reply above this line|Responde? (?:por )?encima de esta línea)/i

/** What mail programs of telephones and some others add below the text. */
const DEVICE = [
  /^[\s<(*_]*(?:sent (?:from|via|with|by)|get \[?outlook for|inviato (?:da|con|tramite)|scarica \[?outlook|ottieni \[?outlook)\b/i,
  /^[\s<(*_]*(?:enviado (?:desde|con|do|da|de)|obtener \[?outlook|envoyé (?:depuis|de|à partir)|télécharger \[?outlook)\b/i,
  /^[\s<(*_]*(?:gesendet (?:von|mit)|von mein(?:em|er) .{2,60} gesendet|diese nachricht wurde von mein\S+ .{2,60} gesendet|outlook für \S+ beziehen)/i,
  /^[\s<(*_]*(?:verzonden (?:met|vanaf|via)|verstuurd vanaf|sendt fra|skickat från|wysłane z|отправлено (?:с|из))/i,
  /^[\s<(*_]*(?:from my (?:iphone|ipad|phone|mobile|android|blackberry|cell)|someone from mobile)\b/i,
  /^從我的 .{1,20} 傳送|^发自我的/,
]
const DEVICE_LENGTH = 160

/** "wrote" as mail programs write it, with the second half of a German or Dutch verb. */
const WROTE =
  /(?<!\p{L})(?:wrote|writes|said|ha scritto|scrive(?:va)?|a écrit|escribió|escreveu|schrieb|schreef|geschreven|skrev|kirjoitti|napisał(?:\(a\)|a)?|написала?|пишет|пише)(?!\p{L})|写道|寫道/iu

/** How an attribution starts: a word of its language, or a date. */
const OPENING =
  /^[\s>|*_-]*(?:(?:on|at|il(?: giorno)?|in data|alle|le|el|em|am|op|den|dnia|w dniu|в|у)\s|在|\d{1,4}[-/. ]|(?:mon|tue|wed|thu|fri|sat|sun)\w*,)/iu

/** A date or a time, without which "wrote:" is part of the text. */
const DATED = /\d{4}|\d{1,2}[:.]\d{2}|\d{1,2}[/.]\d{1,2}/

/** A name and an address, as some programs put them before "wrote". */
const NAME_AND_ADDRESS = /^[\s>|*_-]*[^<>]{1,100}(?:<|&lt;)\s*[^\s<>]+@[^\s<>]+\s*(?:>|&gt;)/

/** The end of an attribution; the date may follow the verb. */
const ENDING = /(?:[:：>]|-{2,}|Uhr:?|escribió|écrit|scritto|wrote)[\s*_]*$/iu

/** A date with a name and nothing more, as older Gmail has it. */
const DATE_AND_NAME =
  /^[\s>]*\d{4}[-/]\d{1,2}[-/]\d{1,2}\s(?:.{0,100}<[^<>\s]+@[^<>\s]+>:?|\d{1,2}:\d{2} GMT[+-]\d{1,2}:\d{2} .{1,100})\s*$/

/** A date and an address before a colon, as programs put them that leave "wrote" out. */
const DATE_AND_ADDRESS = /^.{0,200}<[^<>\s]+@[^<>\s]+>:\s*$/

/** Russian programs put the date first and name the writer "user". */
const RUSSIAN = /\d{4} г\..{0,120}(?:написала?|пишет):?\s*$/u

/** The words over a forwarded or quoted mail. */
const ORIGINAL =
  /^[\s>*_]*(?:[-–—_]{2,}\s*(?:original (?:message|email)|messaggio (?:originale|inoltrato)|mensaje (?:original|reenviado)|ursprüngliche nachricht|weitergeleitete nachricht|message (?:d['’]origine|original|transféré)|forwarded message|doorgestuurd bericht|oorspronkelijk bericht|mensagem original)\s*[-–—_]*|(?:begin forwarded message|inizio messaggio inoltrato|inicio del mensaje reenviado|début du message (?:réexpédié|transféré)|anfang der weitergeleiteten nachricht)\s*:)[\s*_]*$/iu

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
  ...['envoyé', 'envoyé le', 'à', 'objet', 'répondre à', 'pour'],
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
const HEADER = new RegExp(`^[\\s>*_]*(${HEADER_NAMES.join('|')})\\s?[:：][*_]*(?:\\s|$)`, 'iu')

/** Headers without which a few "word:" lines are no quoted mail. */
const SENDERS = new Set(['from', 'da', 'de', 'von', 'från', 'van', 'mittente', 'от'])

/** A quoted line, also with the initials of its writer (`RC> …`). */
const QUOTE = /^\s*(?:\p{L}{0,20}>|\|(?!\s*\S.*\|\s*$))/u

const isAttribution = (text: string): boolean =>
  text.length <= ATTRIBUTION_LENGTH &&
  (ORIGINAL.test(text) ||
    DATE_AND_NAME.test(text) ||
    RUSSIAN.test(text) ||
    (DATE_AND_ADDRESS.test(text) && DATED.test(text)) ||
    (WROTE.test(text) &&
      ENDING.test(text) &&
      ((OPENING.test(text) && DATED.test(text)) || NAME_AND_ADDRESS.test(text))))

/** Whether a line may be the first of a wrapped attribution, so that the lines after it are worth joining. */
const mayOpenAttribution = (line: string) => OPENING.test(line) || NAME_AND_ADDRESS.test(line) || line.includes('<')

/** The number of lines, from the given one on, that are an attribution: 0 if it does not start one. */
const attributionLength = (lines: readonly string[], at: number): number => {
  const first = lines[at] ?? ''
  if (isAttribution(first)) return 1
  if (!mayOpenAttribution(first)) return 0
  let joined = first
  for (let length = 2; length <= ATTRIBUTION_LINES && at + length <= lines.length; length += 1) {
    const next = lines[at + length - 1] ?? ''
    // What it wraps over is quoted like itself; two blank lines, or a new attribution, end it.
    if (mayOpenAttribution(next) && OPENING.test(next) && isAttribution(next)) return 0
    joined = `${joined} ${next.replace(/^[\s>]+(?=\S)/, next.trim() === '>:' ? '>' : '')}`
    if (joined.length > ATTRIBUTION_LENGTH) return 0
    if (isAttribution(joined.replace(/\s+/g, ' '))) return length
  }
  return 0
}

/**
 * The number of lines, from the given one on, that are the headers of a quoted mail ("From: … Sent: … Subject: …"): three or more with
 * a sender among them, each of which may be wrapped over two lines. 0 if there are none.
 */
const headerBlockLength = (lines: readonly string[], at: number): number => {
  const names: string[] = []
  let end = at
  for (let next = at; next < Math.min(lines.length, at + 16); next += 1) {
    const name = HEADER.exec(lines[next] ?? '')?.[1]
    if (name) {
      names.push(name.toLowerCase())
      end = next + 1
    } else if (next > end || next === at) break
  }
  return names.length >= 3 && names.some(name => SENDERS.has(name)) ? end - at : 0
}

const plainKind = (line: string): LineKind => {
  if (line.trim() === '') return 'blank'
  if (RULE.test(line) || REPLY_ABOVE.test(line)) return 'rule'
  if (line.length <= DEVICE_LENGTH && DEVICE.some(device => device.test(line))) return 'device'
  return QUOTE.test(line) ? 'quote' : 'text'
}

/** Says of each line what it is. The time is linear in the number of lines, each of which is read only up to 1 000 characters. */
export const lineKinds = (given: readonly string[]): LineKind[] => {
  const lines = given.map(line => line.slice(0, 1000))
  const kinds: LineKind[] = []
  let isCode = false
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    if (/^```\w*\s*$/.test(line)) isCode = !isCode && lines.indexOf('```', at + 1) > 0
    const attribution = isCode ? 0 : attributionLength(lines, at)
    const headers = isCode || attribution ? 0 : headerBlockLength(lines, at)
    const length = attribution || headers || 1
    const kind = attribution ? 'attribution' : headers ? 'header' : isCode ? 'text' : plainKind(line)
    for (let more = 0; more < length; more += 1) kinds.push(kind)
    at += length
  }
  return kinds
}
