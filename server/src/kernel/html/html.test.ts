import { htmlAllowList } from '@portico/contract/values/html-allow-list'
import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import { processorTime } from '../../../test/servers/event-loop.ts'
import { cleanHtml, hasContent, htmlToMailText, htmlToText, replaceImageUrls, textToHtml } from './html.ts'

const attachmentIds = new Set([12, 13])
const clean = (html: string) => cleanHtml(html, { attachmentIds, publicUrl: 'https://portal.example' })

/** Every tag and attribute of a text as a parser sees it, so that text that only looks like a tag does not count. */
const tagsOf = (html: string) => {
  const tags: { name: string; attributes: Record<string, string> }[] = []
  const parser = new Parser({ onopentag: (name, attributes) => tags.push({ name, attributes: { ...attributes } }) })
  parser.end(html)
  return tags
}

const allowedTags: readonly string[] = htmlAllowList.tags

const expectHarmless = (html: string) => {
  for (const { name, attributes } of tagsOf(html)) {
    expect(allowedTags).toContain(name)
    if (name === 'a') {
      expect(attributes).toEqual({ href: attributes.href, target: '_blank', rel: 'noopener noreferrer nofollow' })
      expect(new URL(attributes.href ?? '', 'about:blank').protocol).not.toMatch(/script|data|about/)
      expect(attributes.href).toMatch(/^(https?|mailto|tel):/i)
    } else if (name === 'img') {
      expect(Object.keys(attributes)).toEqual(['src', 'alt'])
      expect(attributes.src).toMatch(/^attachment:1[23]$/)
    } else {
      expect(attributes).toEqual({})
    }
  }
}

const VECTORS = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="/api/files/12/a.png" onload=alert(1)>',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><mi//xlink:href="data:x,<script>alert(4)</script>">',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="&#106;&#97;&#118;&#97;script:alert(1)">x</a>',
  '<a href="java&#x0A;script:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '&#1;<b>&#x1f;</b>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="http://ok.example" onclick="alert(1)" style="x:expression(1)" class=c id=i>x</a>',
  '<form action="javascript:alert(1)"><input type=submit><button formaction="javascript:alert(1)">x</button></form>',
  '<object data="data:text/html;base64,PHNjcmlwdD4="></object><embed src="javascript:alert(1)">',
  '<base href="javascript:/a/-alert(1)//"><link rel=stylesheet href="javascript:alert(1)"><meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<style>@import "javascript:alert(1)"</style><p style="background:url(javascript:alert(1))">x</p>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  '<xmp><img title="</xmp><img src=x onerror=alert(1)>"></xmp>',
  '<plaintext><script>alert(1)</script>',
  '<template><script>alert(1)</script></template>',
  '<listing>&lt;img src=x onerror=alert(1)&gt;</listing>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><img src=x onerror=alert(1)>',
  '<p/onmouseover=alert(1)>x</p>',
  '<p \0onclick=alert(1)>x</p><scr\0ipt>alert(1)</script>',
  '<details open ontoggle=alert(1)><summary>x</summary></details><marquee onstart=alert(1)>x</marquee>',
  '<video><source onerror=alert(1)></video><audio src=x onerror=alert(1)>',
  '<img src="attachment:12" alt="&quot; onerror=alert(1) x=&quot;">',
  '<img src="attachment:12" alt="\'><script>alert(1)</script>">',
  '"><script>alert(1)</script>',
  '<a href="http://x" title="><script>alert(1)</script>">x</a>',
  '<img src=`x`onerror=alert(1)>',
  '<table background="javascript:alert(1)"><tr><td>x</td></tr></table>',
]

const piece = fc.oneof(
  fc.constantFrom(
    ...VECTORS,
    '<',
    '>',
    '"',
    "'",
    '&',
    '&lt;',
    '&#60;',
    '=',
    '/',
    '\0',
    '<!--',
    '-->',
    ']]>',
    '\u00a0',
    '\ud800',
  ),
  fc
    .constantFrom(...allowedTags, 'h1', 'h6', 'tr', 'td', 'table', 'strike', 'svg', 'x', 'script', 'textarea')
    .chain(tag =>
      fc.constantFrom(
        `<${tag}>`,
        `</${tag}>`,
        `<${tag} href="https://x.example/?a=1&b=2" src="/api/files/12/a" alt='"'>`,
        `<${tag}/`,
      ),
    ),
  fc.string({ maxLength: 12 }),
)
const mixture = fc.array(piece, { maxLength: 25 }).map(pieces => pieces.join(''))

describe('cleanHtml', () => {
  test.each(VECTORS)('disarms %s', vector => expectHarmless(clean(vector)))

  test('is harmless and idempotent for any mixture of tags, attacks and text', () => {
    fc.assert(
      fc.property(mixture, html => {
        const once = clean(html)
        expectHarmless(once)
        expect(clean(once)).toBe(once)
      }),
      { numRuns: 3000 },
    )
  })

  test('keeps what a person writes', () => {
    const html =
      '<h2>Titolo</h2><p>Il <strong>server</strong> è <em>giù</em>:<br /><code>ping</code></p><ul><li>uno</li></ul><blockquote>citato</blockquote><pre>a\n  b</pre>'
    expect(clean(html)).toBe(html)
  })

  test('opens links in a new tab and keeps the text of removed links', () => {
    expect(clean('<a href="https://x.example/?a=1&b=2" target="_top">x</a>')).toBe(
      '<a href="https://x.example/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer nofollow">x</a>',
    )
    expect(clean('<a href="mailto:a@b.example">m</a> <a href="tel:+390424">t</a>')).toMatch(/mailto:.*tel:/)
    expect(clean('vai <a href="/relativo">qui</a>, <a href="ftp://x">là</a>, <a>su</a>')).toBe('vai qui, là, su')
  })

  test.each([
    '/api/files/12/foto%201.png?m=1&e=2&s=3',
    'https://portal.example/api/files/12/foto.png?m=1',
    'attachment:12',
  ])('stores one of our images as an attachment reference: %s', src => {
    expect(clean(`<p><img class="x" width="1" alt='la "foto"' src="${src}"></p>`)).toBe(
      '<p><img src="attachment:12" alt="la &quot;foto&quot;" /></p>',
    )
  })

  test.each([
    '/api/files/99/not-of-this-message.png',
    '/api/files/12345678901234567890/x.png',
    '/api/files/12x/x.png',
    'attachment:99',
    'attachment:12x',
    'https://portal.example.evil.example/api/files/12/x.png',
    '//portal.example/api/files/12/x.png',
    'http://evil.example/x.png',
    'data:image/png;base64,AAAA',
    'cid:part1',
    'javascript:alert(1)',
    '',
  ])('removes an image from another source: %s', src => {
    expect(clean(`<p>a<img src="${src}" alt="x">b</p>`)).toBe('<p>ab</p>')
  })

  test('removes every image if no attachment is given', () => {
    expect(cleanHtml('<p><img src="/api/files/12/x.png">x</p>')).toBe('<p>x</p>')
  })

  test('removes NUL and other control characters, also inside tags', () => {
    expect(clean('a\0b\x07c\td\n<b\0>x</b>')).toBe('abc\td\n<b>x</b>')
  })

  test('keeps table rows apart', () => {
    expect(htmlToText(clean('<table><tr><td>a</td> <td>b</td></tr><tr><td>c</td></tr></table>'))).toBe('a b\nc')
    const bare = '<table><tr><th>n</th><td>10</td><td width="9">20</td></tr><tr><td>c</td></tr></table>'
    expect(htmlToText(clean(bare))).toBe('n 10 20\nc')
  })

  test('removes tags beyond a useful depth and keeps their text', () => {
    const html = clean(`${'<div>'.repeat(150)}fondo`)
    expect(tagsOf(html)).toHaveLength(100)
    expect(htmlToText(html)).toBe('fondo')
  })

  const filled = (text: string) => text.repeat(Math.ceil(1_000_000 / text.length))
  test.each([
    ['deep', filled('<b>')],
    ['deep, closed by others', filled('<b>').slice(0, 500_000) + filled('</i>').slice(0, 500_000)],
    ['deep, unknown', filled('<x>')],
    ['wide', filled('<p>')],
    ['lists', filled('<ul><li>')],
    ['unterminated attributes', filled('<a href="')],
    ['one tag with many attributes', `<a ${Array.from({ length: 120_000 }, (_, i) => `b${i}`).join(' ')}>`],
    ['stray angle brackets', filled('<')],
    ['stray ampersands', filled('&')],
    ['entities', filled('&amp;')],
    ['comments', filled('<!--')],
    ['images', filled('<img src="/api/files/12/x">')],
    ['foreign elements', filled('<svg><math>')],
    ['blanks in a URL', `<a href="${' '.repeat(1_000_000)}">`],
  ])('cleans 1 MB of hostile HTML without delay: %s', (_, html) => {
    const before = process.cpuUsage().user
    const once = clean(html)
    // Microseconds of this process only; quadratic cost would be several hundred times as much.
    expect(process.cpuUsage().user - before).toBeLessThan(1_500_000)
    expect(tagsOf(once).length).toBeLessThanOrEqual(20_000)
  })

  test('keeps the text of hostile HTML', () => {
    expect(clean(`${'<b>'.repeat(100_000)}resta & basta</b>`).trim()).toBe('resta &amp; basta')
  })
})

describe('replaceImageUrls', () => {
  const html = clean('<p>a<img src="attachment:12" alt="x"><img src="attachment:13">b</p>')

  test('sets the URL of each image and removes unknown ones', () => {
    expect(replaceImageUrls(html, id => (id === 12 ? '/api/files/12/a%20b.png?m=1&e=2' : undefined))).toBe(
      '<p>a<img src="/api/files/12/a%20b.png?m=1&amp;e=2" alt="x" />b</p>',
    )
  })

  test('gives the stored HTML again when cleaned', () => {
    expect(clean(replaceImageUrls(html, id => `/api/files/${id}/x.png?m=1&e=2`))).toBe(html)
  })

  test('does not change text that only looks like an image', () => {
    const text = textToHtml('<img src="attachment:12" alt="" />')
    expect(replaceImageUrls(text, () => 'x')).toBe(text)
  })
})

describe('hasContent', () => {
  test.each(['testo', '<p>x</p>', '<p><img src="attachment:12" alt="" /></p>', '<p>&amp;</p>', '0'])('%s', html =>
    expect(hasContent(clean(html))).toBe(true),
  )
  test.each([
    '',
    ' \n',
    '<p></p>',
    '<p><br /></p>',
    '<p>&nbsp;\u200b\ufeff</p>',
    '<script>x</script>',
    '<img src="http://x/y.png">',
    '<hr />',
  ])('not %j', html => expect(hasContent(clean(html))).toBe(false))
})

describe('text', () => {
  test('text before a block stands in a line of its own', () => {
    const html = clean('Tanti<p>File</p>dopo <b>tutto</b><ul><li>uno<ol><li>due</li></ol></li></ul><hr><p>fine</p>')
    expect(htmlToText(html)).toBe('Tanti\nFile\ndopo tutto\nuno\ndue\n\n\nfine')
    expect(htmlToMailText('Tanti.<p>File: a.pdf</p>', '')).toBe('Tanti.\nFile: a.pdf')
  })

  test('htmlToText gives a line per block and decodes entities', () => {
    expect(htmlToText(clean('<p>a &amp; b &lt;c&gt;</p><ul><li>è "uno"</li><li>due</li></ul>x<br>y &amp;lt;'))).toBe(
      'a & b <c>\nè "uno"\ndue\nx\ny &lt;',
    )
  })

  test('text that is not clean yet is read quickly, and as a tag that ends', () => {
    for (const piece of ['<', '<a', '< ', '<<>', '</p', '&lt', '<img ']) {
      const html = piece.repeat(Math.floor(1_000_000 / piece.length))
      const start = processorTime()
      htmlToText(html)
      hasContent(html)
      expect(processorTime() - start, piece).toBeLessThan(1000)
    }
    expect(htmlToText('a <b>c</b> < d <e')).toBe('a c < d <e')
    expect(htmlToText('a < b > c')).toBe('a  c')
  })

  test('textToHtml keeps line breaks and escapes HTML', () => {
    expect(textToHtml('a\r\nb\n<b>"c" & d</b>\0')).toBe('a<br />b<br />&lt;b&gt;"c" &amp; d&lt;/b&gt;')
  })

  test('escaped text is already clean and reads as it was', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        const html = textToHtml(text)
        expect(clean(html)).toBe(html)
        const kept = [...text].filter(sign => '\t\n\r'.includes(sign) || !/\p{Cc}/u.test(sign)).join('')
        expect(htmlToText(html)).toBe(kept.replace(/\r\n?/g, '\n').trim())
      }),
    )
  })
})

test('what plainHtml accepts is what cleaning leaves unchanged', () => {
  const piece = fc.constantFrom(
    ...[
      'a',
      ' ',
      '\n',
      '"',
      "'",
      'è',
      '&amp;',
      '&lt;',
      '&quot;',
      '&',
      '<',
      '>',
      '<br />',
      '<br>',
      '<p>',
      '</p>',
      '<p>b</p>',
    ],
    ...[
      '<b>',
      '</b>',
      '<i>x</i>',
      '<u></u>',
      '<b>&amp;</b>',
      '<em>y</strong>',
      '<P>',
      '<div>',
      '</div>',
      '&#1;',
      '\ufeff',
    ],
  )
  const cleaned = (html: string) => clean(html)
  // A comment is never plain, and cleaning removes it.
  const cleanedInFull = (html: string) => clean(`${html}<!---->`)
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
      expect(cleaned(pieces.join(''))).toBe(cleanedInFull(pieces.join('')))
    }),
    { numRuns: 3000 },
  )
})
