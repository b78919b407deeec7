import { type Language, languages } from '@portico/contract/language'
import { escapeHtml } from '../html/escape-html.ts'
import { htmlToMailText, htmlToText, replaceImages, replaceImageUrls } from '../html/html.ts'
import { DARK_GROUND, type MailColors, mailColors } from './mail-color.ts'

/** A part of a mail's body. */
export type MailPart =
  /** A paragraph; its line breaks are kept. */
  | { text: string }
  /** What the mail is about, as cleaned HTML with its pictures by their id. One that is not there is left out. */
  | { message: string; pictures: ReadonlyMap<number, MailPicture> }
  /** What somebody wrote earlier, as cleaned HTML without pictures, as a quotation with the writer's name. */
  | { quote: string; by?: string }
  /** Pairs of a label and a value. */
  | { facts: (readonly [label: string, value: string])[] }
  /** A link to one of our pages, by its path, or to another URL; opening it never changes data. */
  | { button: string; path: string }
  | { button: string; url: string }
  /** A link in small print to one of our pages, after what it is for. */
  | { before: string; link: string; path: string }
  /** A remark in small print. */
  | { note: string }

/** A picture of a message: attached to the mail under `cid`, or only named, with the page that shows it. */
export type MailPicture = { name: string } & ({ cid: string } | { path?: string | undefined })

/** The content of a mail in the reader's language, without the portal's design. */
export type MailContent = { title: string; parts: MailPart[] }

/** The branding of a portal's mails. `logo` is an absolute URL. */
type MailBrand = { name: string; baseColor: string; logo: string | null; lines: string[] }

const shortLanguage: Record<Language, string> = { 'it-IT': 'it', 'en-EN': 'en', 'es-ES': 'es' }

/** Text whose times, such as 09:00–10:00, are not broken over two lines. */
const toHtml = (text: string) =>
  escapeHtml(text).replace(/\b\d\d:\d\d–\d\d:\d\d\b/g, '<span style="white-space:nowrap">$&</span>')

const lines = (text: string) => toHtml(text).replace(/\r\n?|\n/g, '<br>')

const FONT = "font-family:Inter,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const INK = '#1d1f23'
const MUTED = '#5b6068'
const EDGE = '#dfe1e5'

type Button = Extract<MailPart, { button: string }>

const toUrl = (part: Button, origin: string) => ('url' in part ? part.url : origin + part.path)

/** The path of a page that says in which language it begins where the browser has none stored. Without a word that is the default language. */
const inLanguage = (path: string, language: Language) =>
  language === languages[0] ? path : `${path}${path.includes('?') ? '&' : '?'}language=${language}`

/** Stored HTML with the looks of mails, which have to stand on each element. */
const dress = (html: string, origin: string, link: string) =>
  html
    .replaceAll('<a href="/', `<a href="${escapeHtml(origin)}/`)
    .replaceAll('<a ', `<a class="p-link" style="color:${link}" `)
    .replaceAll('<p>', '<p style="margin:0 0 8px">')
    .replace(/<h[2-4]>/g, tag => `${tag.slice(0, -1)} style="margin:0 0 8px;font-size:17px;line-height:24px">`)
    .replaceAll('<ul>', '<ul style="margin:0 0 8px;padding-left:24px">')
    .replaceAll('<ol>', '<ol style="margin:0 0 8px;padding-left:24px">')
    // Unbroken, a line of a log makes the whole mail as wide as itself.
    .replaceAll('<pre>', '<pre style="margin:0 0 8px;white-space:pre-wrap;word-break:break-word;font-size:14px">')
    .replaceAll(
      '<blockquote>',
      `<blockquote class="p-edge" style="margin:0 0 8px;padding:0 0 0 12px;border-left:3px solid ${EDGE}">`,
    )

const renderPicture = (picture: MailPicture | undefined, alt: string): string => {
  if (!picture) return ''
  if ('cid' in picture)
    return `<img src="cid:${escapeHtml(picture.cid)}"${alt} style="max-width:100%;height:auto;border:0" />`
  const name = `[${escapeHtml(picture.name)}]`
  return picture.path === undefined ? name : `<a href="${escapeHtml(picture.path)}">${name}</a>`
}

const namePicture = (picture: MailPicture | undefined): string => (picture ? `[${escapeHtml(picture.name)}]` : '')

const renderHtmlPart = (part: MailPart, origin: string, { base, text, link }: MailColors): string => {
  if ('text' in part) return `<p style="margin:0 0 16px">${lines(part.text)}</p>`
  if ('note' in part)
    return `<p class="p-muted" style="margin:0 0 16px;font-size:13px;line-height:20px;color:${MUTED}">${lines(part.note)}</p>`
  if ('message' in part) {
    const body = replaceImages(part.message, (id, alt) => renderPicture(part.pictures.get(id), alt))
    return `<div class="p-edge" style="margin:0 0 20px;padding:14px 18px;border:1px solid ${EDGE};border-radius:8px">${dress(body, origin, link)}</div>`
  }
  if ('facts' in part) {
    const rows = part.facts.map(
      ([label, value]) =>
        `<tr><td class="p-muted" style="padding:4px 16px 4px 0;color:${MUTED};vertical-align:top;white-space:nowrap">${escapeHtml(label)}</td><td style="padding:4px 0;vertical-align:top">${lines(value)}</td></tr>`,
    )
    return `<table style="margin:0 0 16px;border-collapse:collapse;font-size:15px;line-height:22px">${rows.join('')}</table>`
  }
  if ('quote' in part) {
    const by = part.by ? `<p style="margin:0 0 8px;font-weight:600">${escapeHtml(part.by)}</p>` : ''
    const body = dress(
      replaceImageUrls(part.quote, () => undefined),
      origin,
      link,
    )
    return `<div class="p-edge" style="margin:0 0 20px;padding:14px 18px;border:1px solid ${EDGE};border-radius:8px">${by}${body}</div>`
  }
  if ('link' in part)
    return `<p class="p-muted" style="margin:0 0 20px;font-size:13px;line-height:20px;color:${MUTED}">${escapeHtml(part.before)} <a class="p-link" href="${escapeHtml(origin + part.path)}" style="color:${link}">${escapeHtml(part.link)}</a></p>`
  // The colour is on the cell, because mail programs that ignore padding on links then still show a button.
  return `<table role="presentation" style="margin:0 0 20px;border-collapse:separate;border-spacing:0"><tr><td style="border-radius:8px;background-color:${base}"><a class="p-button" href="${escapeHtml(toUrl(part, origin))}" style="display:inline-block;padding:11px 20px;border:1px solid ${text === '#000000' ? '#000000' : base};border-radius:8px;background-color:${base};color:${text};font-weight:600;text-decoration:none">${escapeHtml(part.button)}</a></td></tr></table>`
}

const renderTextPart = (part: MailPart, origin: string): string => {
  if ('text' in part) return part.text
  if ('note' in part) return part.note
  if ('facts' in part)
    return part.facts.map(([label, value]) => `${label}: ${value.replace(/\r\n?|\n/g, '\n  ')}`).join('\n')
  if ('link' in part) return `${part.before} ${part.link}:\n${origin}${part.path}`
  if ('message' in part) {
    const named = replaceImages(part.message, id => namePicture(part.pictures.get(id)))
    return htmlToMailText(named, origin)
  }
  if ('button' in part) return `${part.button}:\n${toUrl(part, origin)}`
  const quoted = htmlToMailText(
    replaceImages(part.quote, () => ''),
    origin,
  )
    .trim()
    .split('\n')
    .map(line => (line ? `> ${line}` : '>'))
  return [...(part.by ? [`${part.by}:`] : []), ...quoted].join('\n')
}

/** Characters that a list of mails shows beside the subject, and of the HTML that they are taken from. */
const PREVIEW_MAX = 140
const PREVIEW_SOURCE_MAX = 4000

const firstWords = (html: string): string => {
  const begin = html.slice(0, PREVIEW_SOURCE_MAX)
  const isCut = begin.lastIndexOf('<') > begin.lastIndexOf('>')
  return htmlToText(replaceImages(isCut ? begin.slice(0, begin.lastIndexOf('<')) : begin, () => ''))
}

/** What a list of mails shows beside the subject: title, unless the subject says it, and the first words of the content, in one line. */
const previewOf = ({ title, parts }: MailContent, subject: string): string => {
  const message = parts.find(part => 'message' in part)
  const text = parts.find(part => 'text' in part)
  const facts = parts.find(part => 'facts' in part)
  const words =
    (message && firstWords(message.message)) || text?.text || facts?.facts.map(fact => fact.join(' ')).join(', ') || ''
  const line = [...(subject.includes(title) ? [] : [title]), words].filter(Boolean).join(' · ').replace(/\s+/g, ' ')
  return line.length > PREVIEW_MAX ? `${line.slice(0, PREVIEW_MAX).replace(/[\uD800-\uDBFF]$/, '')}…` : line
}

/** How a mail looks, and what stands around its content. Plain data. */
export type RenderOptions = {
  brand: MailBrand
  /** The subject of the mail; without it the preview repeats the title. */
  subject?: string
  language: Language
  /** The prefix of paths, without a trailing slash. */
  origin: string
  /** Why the reader gets this mail, and the page to unsubscribe. */
  unsubscribe: { why: string; label: string; page: string } | undefined
  /** A line at the top, above which an answer is written. */
  replyAbove?: string | undefined
}

/** The classes of the line above which an answer is written, and of the preview; an answer keeps them in what it quotes. */
const REPLY_ABOVE_CLASS = 'portico-reply-above'
const PREVIEW_CLASS = 'portico-preview'

const HIDDEN = 'display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;color:transparent'

/**
 * What a program in a dark scheme shows instead (Apple Mail, Outlook, Thunderbird; those of Google turn colours round by themselves). Outlook
 * on phones and in the browser takes rules below `data-ogsc` alone.
 */
const darkStyle = ({ darkLink }: MailColors): string => {
  const rules = [
    ['.p-page', 'background-color:#16181c'],
    ['.p-card', `background-color:${DARK_GROUND};color:#e8eaed`],
    ['.p-muted', 'color:#a9afb9'],
    ['.p-edge', 'border-color:#41464f'],
    ['.p-link', `color:${darkLink}`],
    ['.p-button', 'border-color:#6b717b'],
  ] as const
  const important = (prefix: string) =>
    rules.map(([name, rule]) => `${prefix}${name}{${rule.replaceAll(';', '!important;')}!important}`).join('')
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${important('')}}${important('[data-ogsc] ')}`
}

/** A mail as it is sent. */
export type RenderedMail = { html: string; text: string }

/** Renders a mail with its portal's branding, as HTML that is readable without images, and as text. */
export const renderMail = (
  { title, parts: written }: MailContent,
  { brand, subject = '', language, origin, replyAbove, ...options }: RenderOptions,
): RenderedMail => {
  const parts = written.map(part => ('path' in part ? { ...part, path: inLanguage(part.path, language) } : part))
  const unsubscribe = options.unsubscribe && {
    ...options.unsubscribe,
    page: inLanguage(options.unsubscribe.page, language),
  }
  const colors = mailColors(brand.baseColor)
  // The name is next to the logo, because most mail programs block images by default.
  const logo = brand.logo
    ? `<img src="${escapeHtml(brand.logo)}" alt="" height="28" style="height:28px;max-width:160px;border:0;vertical-align:middle;margin-right:12px">`
    : ''
  const unsubscribeHtml = unsubscribe
    ? `<br><br>${escapeHtml(unsubscribe.why)} <a class="p-muted" href="${escapeHtml(origin + unsubscribe.page)}" style="color:${MUTED}">${escapeHtml(unsubscribe.label)}</a>`
    : ''
  const above = replyAbove
    ? `<p class="${REPLY_ABOVE_CLASS} p-muted" style="margin:0;padding:0 12px 12px;${FONT};font-size:13px;line-height:20px;color:${MUTED};text-align:center">${escapeHtml(replyAbove)}</p>\n`
    : ''
  const preview = `<div class="${PREVIEW_CLASS}" style="${HIDDEN}">${escapeHtml(previewOf({ title, parts }, subject))}</div>`
  const html = `<!doctype html>
<html lang="${shortLanguage[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${darkStyle(colors)}</style>
</head>
<body class="p-page" style="margin:0;padding:0;background-color:#f3f4f6">
${preview}
<table role="presentation" class="p-page" style="width:100%;border-collapse:collapse;background-color:#f3f4f6">
<tr><td align="center" style="padding:24px 12px">
${above}<table role="presentation" class="p-card" style="width:100%;max-width:600px;border-collapse:collapse;background-color:#ffffff;${FONT};font-size:16px;line-height:24px;color:${INK};text-align:left;word-break:break-word">
<tr><td style="padding:16px 28px;background-color:${colors.base};color:${colors.text};font-size:18px;font-weight:600">${logo}${escapeHtml(brand.name)}</td></tr>
<tr><td style="padding:28px 28px 12px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:30px;font-weight:600">${toHtml(title)}</h1>
${parts.map(part => renderHtmlPart(part, origin, colors)).join('\n')}
</td></tr>
<tr><td class="p-muted p-edge" style="padding:16px 28px 24px;border-top:1px solid ${EDGE};font-size:13px;line-height:20px;color:${MUTED}">${[brand.name, ...brand.lines].map(escapeHtml).join('<br>')}${unsubscribeHtml}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
  const text = [
    ...(replyAbove ? [replyAbove] : []),
    title,
    ...parts.map(part => renderTextPart(part, origin)),
    ['-- ', brand.name, ...brand.lines].join('\n'),
    ...(unsubscribe ? [`${unsubscribe.why}\n${unsubscribe.label}: ${origin}${unsubscribe.page}`] : []),
  ].join('\n\n')
  return { html, text: `${text}\n` }
}
