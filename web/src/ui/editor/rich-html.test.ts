import { LinkNode } from '@lexical/link'
import { ListItemNode, ListNode } from '@lexical/list'
import { QuoteNode } from '@lexical/rich-text'
import fc from 'fast-check'
import { $getRoot, createEditor } from 'lexical'
import { describe, expect, test } from 'vitest'
import { ImageNode } from './image-node.ts'
import { htmlToText, isBlankHtml, textToHtml } from './plain-html.ts'
import { $exportHtml, $importHtml, linkAddress } from './rich-html.ts'

const through = (html: string, images = true) => {
  const editor = createEditor({
    nodes: [LinkNode, ListNode, ListItemNode, QuoteNode, ImageNode],
    onError: error => {
      throw error
    },
  })
  let out = ''
  editor.update(
    () => {
      $getRoot().append(...$importHtml(html, { images }))
      out = $exportHtml($getRoot())
    },
    { discrete: true },
  )
  return out
}

describe('exported HTML imports unchanged', () => {
  test.each([
    '',
    '<p>one</p><p>two<br>three</p>',
    '<p>plain <strong>bold </strong><strong><em>both</em></strong> <u>under</u> <s>gone</s> <code>x = 1</code></p>',
    '<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>',
    '<blockquote>said<br>so</blockquote>',
    '<p><a href="https://example.com/?a=1&amp;b=2">link</a> <img src="/files/7" alt="gate.jpg"></p>',
    '<p>1 &lt; 2 &amp; &quot;q&quot;</p>',
  ])('%s', html => expect(through(html)).toBe(html))
})

describe('pasted HTML keeps its text and the known elements only', () => {
  test.each([
    ['<h1>Title</h1>text<div>more</div>', '<p>Title</p><p>text</p><p>more</p>'],
    ['<p onclick="x()">a<script>alert(1)</script></p><style>p{}</style>', '<p>a</p>'],
    [
      '<b style="font-weight:normal"><p><span style="font-weight:700">w</span>ord</p></b>',
      '<p><strong>w</strong>ord</p>',
    ],
    ['<a href="javascript:alert(1)">no</a>', '<p>no</p>'],
    ['<ul>\n<li>\n a </li>\n</ul>', '<ul><li> a </li></ul>'],
    ['<pre>a\n  b</pre>', '<p><code>a</code><br><code>  b</code></p>'],
    ['<table><tr><td>1</td><td>2</td></tr></table>', '<p>1</p><p>2</p>'],
    ['<p>x</p>\n\n<p>y</p>', '<p>x</p><p>y</p>'],
  ])('%s', (html, out) => expect(through(html)).toBe(out))

  test('foreign images', () => {
    expect(through('<p>a<img src="https://example.com/spy.gif">b</p>', false)).toBe('<p>ab</p>')
  })
})

test.each([
  ['example.com', 'https://example.com'],
  ['http://example.com/a', 'http://example.com/a'],
  ['localhost:3000/x', 'https://localhost:3000/x'],
  ['giulia@example.com', 'mailto:giulia@example.com'],
  ['tel:+390498712200', 'tel:+390498712200'],
  ['javascript:alert(1)', null],
  [' JAVASCRIPT:alert(1)', null],
  ['data:text/html,x', null],
  ['', null],
])('the URL %s becomes %s', (typed, address) => expect(linkAddress(typed)).toBe(address))

describe('plain text', () => {
  test('is escaped and keeps its line breaks', () => {
    expect(textToHtml('a <b>\nc & d')).toBe('<p>a &lt;b&gt;<br>c &amp; d</p>')
    expect(textToHtml('')).toBe('')
  })

  test('converts back to the same text', () => {
    const typed = fc.string({ unit: fc.constantFrom('a', ' ', '<', '&', '"', '\n', 'é', '&amp;', '<br>', '😀') })
    fc.assert(fc.property(typed, text => void expect(htmlToText(textToHtml(text))).toBe(text)))
  })

  test('a draft of the rich editor is readable as plain text', () => {
    expect(htmlToText('<p>one</p><ul><li>a</li><li>b</li></ul><p>two</p>')).toBe('one\na\nb\ntwo')
  })

  test('white space is blank, an image is not', () => {
    expect(isBlankHtml('<p> <br></p>')).toBe(true)
    expect(isBlankHtml('<p><img src="/1"></p>')).toBe(false)
    expect(isBlankHtml('<p>x</p>')).toBe(false)
  })
})
