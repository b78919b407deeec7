import { htmlAllowList } from '@portico/contract/values/html-allow-list'
import sanitize from 'sanitize-html'
import { escapeHtml, escapeHtmlText, replaceEach } from './escape-html.ts'

/** Beyond this depth tags are removed and their text is kept. */
const MAX_DEPTH = 100

// The parser's time grows with the square of the depth. HTML beyond these limits was not written by a person; only its text is kept.
const HOSTILE_DEPTH = 500
const HOSTILE_TAGS = 20_000
const HOSTILE_PIECES = 50_000

class Hostile extends Error {}

/** Control characters except tab and line breaks. */
const CONTROLS = /[^\P{Cc}\t\n\r]/gu

const withoutControls = (text: string) => text.replace(CONTROLS, '')

/** Cells of a table stay words of their own when its tags are removed. */
const withCellsApart = (html: string) => html.replace(/<\/t[dh]>(?=<t[dh][\s>])/gi, '$& ')

const withoutTags = (html: string) => {
  const [first = '', ...pieces] = html.split('<')
  return [first, ...pieces.map(piece => piece.slice(piece.indexOf('>') + 1))].join(' ')
}

const LINK = new RegExp(`^(?:${htmlAllowList.linkSchemes.join('|')}):`, 'i')
const STORED_IMAGE = /<img src="attachment:(\d+)"( alt="[^"]*")? \/>/g

const link: sanitize.Transformer = (tagName, { href = '' }): sanitize.Tag =>
  // Browsers ignore tabs and line breaks inside a URL and blanks around it, so the check of its scheme must do so too.
  LINK.test(href.replace(/[\t\n\r]/g, '').trim())
    ? { tagName, attribs: { href: href.trim(), target: '_blank', rel: 'noopener noreferrer nofollow' } }
    : { tagName, attribs: {} }

const attachmentOf = (src: string, publicUrl: string | undefined): number => {
  const local = publicUrl && src.startsWith(`${publicUrl}/`) ? src.slice(publicUrl.length) : src
  const id = /^(?:attachment:|\/api\/(?:staff\/)?files\/)(\d{1,16})(?=\/|$)/i.exec(local)?.[1]
  return Number(id ?? Number.NaN)
}

/**
 * Removes links and images that cleaning left without a URL, and keeps the links' text. (The cleaner could remove them itself, but then
 * closes later tags with a wrong name, or rebuilds the whole text for each.)
 */
const withoutBare = (html: string) => {
  const openLinks: boolean[] = []
  return html.replace(/<a( [^<>]*)?>|<\/a>|<img \/>/g, (tag, attributes?: string) => {
    if (tag === '</a>') return openLinks.pop() ? tag : ''
    if (tag.startsWith('<a')) openLinks.push(attributes !== undefined)
    return attributes === undefined ? '' : tag
  })
}

/** Which images {@link cleanHtml} keeps: those of these attachments. `publicUrl` is PUBLIC_URL without a trailing slash. */
export type CleanOptions = { attachmentIds?: ReadonlySet<number>; publicUrl?: string }

/** Cleans HTML within the limits of depth and size; throws Hostile beyond them. */
const cleanWithin = (html: string, { attachmentIds, publicUrl }: CleanOptions) => {
  let depth = 0
  let tags = 0
  let pieces = 0
  return sanitize(html, {
    onOpenTag: () => {
      depth += 1
      tags += 1
      if (depth > HOSTILE_DEPTH || tags > HOSTILE_TAGS) throw new Hostile()
    },
    onCloseTag: () => {
      depth -= 1
    },
    // Each stray < or & is a text node of its own.
    textFilter: text => {
      pieces += 1
      if (pieces > HOSTILE_PIECES) throw new Hostile()
      return text
    },
    allowedTags: [...htmlAllowList.tags],
    allowedAttributes: { a: [...htmlAllowList.attributes.a], img: [...htmlAllowList.attributes.img] },
    allowedSchemes: [...htmlAllowList.linkSchemes, 'attachment'],
    nestingLimit: MAX_DEPTH,
    transformTags: {
      a: link,
      img: (tagName, { src = '', alt = '' }): sanitize.Tag => {
        const id = attachmentOf(src, publicUrl)
        return attachmentIds?.has(id)
          ? { tagName, attribs: { src: `attachment:${id}`, alt } }
          : { tagName, attribs: {} }
      },
      h1: 'h2',
      h5: 'h4',
      h6: 'h4',
      strike: 's',
      // Table tags are removed, but their rows stay apart.
      tr: 'br',
    },
  })
}

/**
 * Removing a tag can leave a paragraph around something that a paragraph cannot contain, which parses differently the next time: clean
 * until nothing changes.
 */
const repeatUntilStable = (html: string, clean: (html: string) => string) => {
  let before = html
  let after = clean(html)
  for (let more = 4; more > 0 && after !== before; more -= 1) {
    before = after
    after = clean(before)
  }
  return after
}

const inline = '[^<>&]*(?:(?:&(?:amp|lt|gt);|<br />|<(b|strong|i|em|u)>[^<>&]*</\\1>)[^<>&]*)*'
const inParagraph = inline.replace('\\1', '\\2')
const after = inline.replace('\\1', '\\3')

/** Matches text and paragraphs that cleaning leaves unchanged, which is most of what people write, in a hundredth of the time. */
const PLAIN = new RegExp(`^${inline}(?:<p>${inParagraph}</p>${after})*$`)

/**
 * HTML that cleaning would change only in its control characters, recognised in a fraction of the time; undefined: it has to be cleaned.
 */
export const plainHtml = (html: string): string | undefined => {
  const text = withoutControls(html)
  return PLAIN.test(text) ? text : undefined
}

/**
 * Sanitises HTML for storing: keeps only what {@link htmlAllowList} names, opens links in a new tab, and keeps an image only as
 * `<img src="attachment:{id}" alt="…" />` of one of the given attachments. Idempotent. The time grows with the length and can block a
 * server for long: use `cleanHtmlInWorker` for input that may be long.
 */
export const cleanHtml = (html: string, options: CleanOptions = {}): string => {
  const plain = plainHtml(html)
  if (plain !== undefined) return plain
  const text = withCellsApart(withoutControls(html))
  try {
    // Again, because an entity may have encoded one.
    return repeatUntilStable(text, html => withoutControls(withoutBare(cleanWithin(html, options))))
  } catch (error) {
    if (!(error instanceof Hostile)) throw error
    return escapeHtmlText(withoutTags(text))
  }
}

/** Replaces the images of stored HTML (`attachment:12`) by other HTML. `alt` is the attribute with a space before it, or ''. */
export const replaceImages = (html: string, replace: (attachmentId: number, alt: string) => string): string => {
  if (!html.includes('"attachment:')) return html
  return html.replace(STORED_IMAGE, (_, id, alt = '') => replace(Number(id), alt))
}

/** Replaces the image references of stored HTML by the URLs that `urlOf` returns; removes images for which it returns undefined. */
export const replaceImageUrls = (html: string, urlOf: (attachmentId: number) => string | undefined): string =>
  replaceImages(html, (id, alt) => {
    const url = urlOf(id)
    return url === undefined ? '' : `<img src="${escapeHtml(url)}"${alt} />`
  })

/** Entities that the cleaner writes; `&amp;` last, or `&amp;lt;` would be decoded twice. */
const ENTITIES: [entity: string, sign: string][] = [
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&amp;', '&'],
]

/** Without what is between `<` and `>`. A regular expression would look for the end of each `<` anew: 200 000 of them took a minute. */
const dropTags = (html: string): string => {
  let text = ''
  for (let from = 0; ; ) {
    const begin = html.indexOf('<', from)
    const end = begin < 0 ? -1 : html.indexOf('>', begin)
    if (end < 0) return text + html.slice(from)
    text += html.slice(from, begin)
    from = end + 1
  }
}

/** Where a block begins after text without one, which ends at its own line. */
const BLOCK_AFTER_TEXT =
  /(?<=[^>\s]|<\/(?:a|b|strong|i|em|u|s|del|ins|sub|sup|mark|small|code)>)(?=<(?:p|div|h[2-4]|ul|ol|blockquote|pre|hr \/)\b)/g

/** The plain text of HTML that {@link cleanHtml} or {@link textToHtml} produced, one line per block, for search, mails and SMS. */
export const htmlToText = (html: string): string => {
  const apart = html.replace(BLOCK_AFTER_TEXT, '\n')
  const lines = dropTags(apart.replace(/<(?:br|hr) \/>|<\/(?:p|div|h[2-4]|li|blockquote|pre)>/g, '\n'))
  return ENTITIES.reduce((text, [entity, sign]) => replaceEach(text, entity, sign), lines).trim()
}

/** How deep quotations are marked; a deeper one is part of what is around it. */
const QUOTES_DEEP = 4
const INNERMOST_QUOTE = /<blockquote>((?:(?!<blockquote>)[\s\S])*?)<\/blockquote>/g

/** Quotations as paragraphs whose lines begin with `>`, the innermost first. */
const quoteByMarks = (html: string, origin: string, depth = QUOTES_DEEP): string => {
  if (depth === 0 || !html.includes('<blockquote>')) return html
  const marked = html.replace(INNERMOST_QUOTE, (_, inner: string) => {
    const lines = htmlToMailText(inner, origin)
      .trim()
      .replace(/^(?=.)/gm, '> ')
      .replace(/^$/gm, '>')
    return `<p>${escapeHtmlText(lines).replaceAll('\n', '<br />')}</p>`
  })
  return quoteByMarks(marked, origin, depth - 1)
}

/** A numbered list without another list in it. */
const INNERMOST_STEPS = /<ol>((?:(?!<[uo]l>)[\s\S])*?)<\/ol>/g

const numberSteps = (_: string, steps: string): string => {
  let number = 0
  const numbered = steps.replace(/<li>(?:<p>)?/g, () => {
    number += 1
    return `${number}. `
  })
  return `<br />${numbered}<br />`
}

/**
 * The plain text of stored HTML as a person would write it in a mail: paragraphs apart, items with a dash or their number, links with their address. `origin`
 * is the prefix of links to our own pages.
 */
export const htmlToMailText = (html: string, origin: string): string => {
  const marked = quoteByMarks(html, origin)
    .replace(/<a href="([^"<>]*)"[^<>]*>([^<]*(?:<(?!\/?a[ >])[^<]*)*)<\/a>/g, (_, href: string, shown: string) => {
      const text = dropTags(shown)
      if ([text, `mailto:${text}`, `tel:${text}`, `http://${text}`, `https://${text}`].includes(href)) return text
      return `${text} (${href.startsWith('/') ? origin : ''}${href})`
    })
    .replace(INNERMOST_STEPS, numberSteps)
    .replace(/<[uo]l>/g, '<br />')
    .replace(/<li>(?:<p>)?/g, '- ')
    .replace(/<hr \/>/g, '<p>---</p>')
    .replace(/<\/(?:p|h[2-4]|ul|ol|blockquote|pre)>/g, '$&<br />')
  return htmlToText(marked)
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
}

const INVISIBLE = /[\s\u00AD\u200B-\u200F\u2060\uFEFF]/g

/** Whether stored HTML has an image or visible text; a description without either counts as missing. */
export const hasContent = (html: string): boolean =>
  html.includes('<img ') || htmlToText(html).replace(INVISIBLE, '') !== ''

/** Converts plain text (textarea mode) to the HTML to store: escaped, line breaks kept. */
export const textToHtml = (text: string): string => escapeHtmlText(withoutControls(text)).replace(/\r\n?|\n/g, '<br />')
