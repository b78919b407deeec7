import { expect, test } from 'vitest'
import { processorTime } from '../../../test/servers/event-loop.ts'
import { renderMail } from './mail-frame.ts'

type Options = Parameters<typeof renderMail>[1]

const render = (parts: Parameters<typeof renderMail>[0]['parts'], subject = '', options: Partial<Options> = {}) =>
  renderMail(
    { title: 'Risposta', parts },
    {
      subject,
      brand: { name: 'Brenta', baseColor: 'hsl(205,70%,32%)', logo: null, lines: [] },
      language: 'it-IT',
      origin: 'https://portal.example',
      unsubscribe: undefined,
      ...options,
    },
  )

test('quotations and lists are told apart in the plain text, and a line of a log does not widen the mail', () => {
  const message =
    '<p>Vedi</p><blockquote><p>Uno &lt;b&gt;</p><blockquote><p>Zero</p></blockquote></blockquote><pre>riga lunga</pre>'
  const { html, text } = render([
    { message, pictures: new Map() },
    { quote: '<p>Prova</p><ul><li>spegni</li><li>accendi</li></ul><img src="attachment:3" alt="" />', by: 'Anna' },
  ])
  expect(text).toContain('Vedi\n\n> Uno <b>\n>\n> > Zero\n\nriga lunga')
  expect(text).toContain('Anna:\n> Prova\n>\n> - spegni\n> - accendi\n')
  expect(html).toMatch(/<pre style="[^"]*white-space:pre-wrap/)
  expect(html).toMatch(/<blockquote class="p-edge" style="[^"]*border-left/)
})

test('steps keep their numbers in the plain text, and a link its address whatever is in it', () => {
  const message =
    '<ol><li>spegni</li><li><p>accendi</p></li></ol><p><a href="https://a.example/x?y=1&amp;z=2"><strong>Le istruzioni</strong></a></p>'
  const facts = [['Telefono', '0461 1\n0461 2'] as const]
  const { text } = render([{ facts }, { message, pictures: new Map() }])
  expect(text).toContain('Telefono: 0461 1\n  0461 2\n')
  expect(text).toContain('1. spegni\n2. accendi\n')
  expect(text).toContain('Le istruzioni (https://a.example/x?y=1&z=2)')
})

test('the preview is what happened and the first words; it says nothing twice, ends within words of the text, and is inert', () => {
  const previewOf = (parts: Parameters<typeof render>[0], subject?: string) =>
    /<div class="portico-preview" style="display:none[^"]*">(.*?)<\/div>/s.exec(render(parts, subject).html)?.[1]
  const message = '<p>Buongiorno,</p><p>la <b>pompa</b> &lt;b&gt; perde.</p><img src="attachment:3" alt="x" />'
  const part = { message, pictures: new Map() }
  expect(previewOf([{ facts: [['Tipo', 'Guasto']] }, part])).toBe('Risposta · Buongiorno, la pompa &lt;b&gt; perde.')
  expect(previewOf([{ text: 'Il link vale\nun’ora.' }], 'Risposta: la pompa')).toBe('Il link vale un’ora.')
  expect(previewOf([{ facts: [['Fattura', 'FE-1']] }])).toBe('Risposta · Fattura FE-1')
  expect(previewOf([])).toBe('Risposta')
  const long = previewOf([{ message: `<p>${'😀'.repeat(500)}</p>`, pictures: new Map() }]) ?? ''
  expect(long).toMatch(/^Risposta · (?:😀)+…$/u)
  const cut = previewOf([
    { message: `<p>Ecco</p>${'<a href="https://evil.example/x">x</a>'.repeat(500)}`, pictures: new Map() },
  ])
  expect(cut).not.toContain('evil')
})

test('quotations however deep take no long time', () => {
  const deep = `${'<blockquote>'.repeat(5000)}<p>x</p>${'</blockquote>'.repeat(5000)}`
  const start = processorTime()
  expect(render([{ message: deep, pictures: new Map() }]).text).toContain('> > > > x')
  expect(processorTime() - start).toBeLessThan(3000)
})

test('pages open in the language of the mail', () => {
  const parts = [
    { button: 'Open', path: '/brenta/1/tickets/7' },
    { before: 'Solved?', link: 'Close', path: '/brenta/confirm?key=k' },
    { button: 'ERP', url: 'https://erp.example/7' },
  ]
  const unsubscribe = { why: 'Why', label: 'Stop', page: '/brenta/notifications/k' }
  const linksIn = (text: string) => text.match(/https:\S+/g)
  expect(linksIn(render(parts, '', { language: 'en-EN', unsubscribe }).text)).toEqual([
    'https://portal.example/brenta/1/tickets/7?language=en-EN',
    'https://portal.example/brenta/confirm?key=k&language=en-EN',
    'https://erp.example/7',
    'https://portal.example/brenta/notifications/k?language=en-EN',
  ])
  expect(render(parts, '', { language: 'en-EN' }).html).toContain('/brenta/confirm?key=k&amp;language=en-EN"')
  expect(render(parts, '', { unsubscribe }).text).not.toContain('language=')
})
