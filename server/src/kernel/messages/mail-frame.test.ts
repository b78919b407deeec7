import { expect, test } from 'vitest'
import { renderMail } from './mail-frame.ts'

const render = (parts: Parameters<typeof renderMail>[0]['parts']) =>
  renderMail(
    { title: 'Risposta', parts },
    {
      brand: { name: 'Brenta', baseColor: 'hsl(205,70%,32%)', logo: null, lines: [] },
      language: 'it-IT',
      origin: 'https://portal.example',
      unsubscribe: undefined,
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

test('quotations however deep take no long time', () => {
  const deep = `${'<blockquote>'.repeat(5000)}<p>x</p>${'</blockquote>'.repeat(5000)}`
  const start = performance.now()
  expect(render([{ message: deep, pictures: new Map() }]).text).toContain('> > > > x')
  expect(performance.now() - start).toBeLessThan(3000)
})
