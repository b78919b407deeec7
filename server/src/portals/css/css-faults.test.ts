import { expect, test } from 'vitest'
import { findCssFaults } from './css-faults.ts'

const codesOf = (css: string) => findCssFaults(css).map(({ code }) => code)

test.each([
  '/* wins */\n.shell-header { border-bottom: 3px solid #111; }',
  '@media (width < 40em) { .page-title { letter-spacing: 0 } }',
  '@layer mine { .button { color: color-mix(in oklab, var(--accent), white 20%) } }',
  '.menu-item { &:hover { background: red } .icon & { color: blue } }',
  '@container (width > 30rem) { .data-table { display: grid; grid-template-columns: [value] 1fr [end] } }',
  '.brand-logo { mask: url(#round) } .auth-cover { background: url("data:image/png;base64,AAAA") }',
  '.auth-cover { background: url(/api/pictures/0123abc.webp), image-set("data:image/webp,x" 1x type("image/webp")) }',
  '.input[value] { color: red } .shell-header { position: sticky } .status::after { content: "see: url(x) @import" }',
  '',
])('%j is accepted', css => {
  expect(findCssFaults(css)).toEqual([])
})

test.each<[string, string]>([
  ['@import "https://evil.example/x.css";', 'import'],
  ['@\\69MPORT url(x.css);', 'import'],
  ['a { background: url(https://evil.example/p.gif) }', 'address'],
  ['a { background: url(//evil.example/p.gif) }', 'address'],
  ['a { background: \\75rl("https://evil.example/p.gif") }', 'address'],
  ['a { background: u\\72l(https://evil.example/x) }', 'address'],
  ['a { background: /**/u\\000072 l(/api/brenta/x) }', 'address'],
  ['a { background: \\55\\52\\4C(/*) } b { background: url(/x) } /**/ "#a") }', 'address'],
  ['@namespace u\\72l(https://evil.example/x);', 'address'],
  ['a { background: url(https:\\2f\\2f evil.example/p) }', 'address'],
  ['a { background: url(/api/pictures/../../api/staff/me) }', 'address'],
  ['a { background: url( /assets/x.png ) }', 'address'],
  ['a { background: url(javascript:alert(1)) }', 'address'],
  ['a { background: url(data:text/html,x) }', 'address'],
  ['a { background: image-set("https://evil.example/p.gif" 1x) }', 'address'],
  ['a { --x: "https://evil.example"; background: -webkit-image-set(var(--x) 1x) }', 'address'],
  ['a { --x: url(https://evil.example/p.gif) }', 'address'],
  ['a { background: src("/api/pictures/a.png") }', 'address'],
  ['@font-face { font-family: x; src: url(https://evil.example/f.woff2) }', 'address'],
  ['input[value^="a"] { color: red }', 'inputValue'],
  ['input[type=password][ VALUE $= "z" ] { color: red }', 'inputValue'],
  ['.x { position: fixed }', 'fixed'],
  ['.x { color: red; POSITION : Fixed !important; inset: 0 }', 'fixed'],
  ['.x { --p: fixed; position: var(--p) }', 'fixed'],
  ['.x { position: f\\69xed }', 'fixed'],
  ['.viewing-bar { display: none }', 'seeAs'],
  ['.viewing\\2d bar { display: none }', 'seeAs'],
  ['[class*="viewing-bar"] { display: none }', 'seeAs'],
  ['#viewing-bar { display: none }', 'seeAs'],
  ['a::before { content: "</StYlE><script>alert(1)</script>" }', 'styleEnd'],
  [`a { width: ${'calc('.repeat(30_000)} }`, 'tooDeep'],
  [`${'a{'.repeat(30_000)}`, 'tooDeep'],
])('%j: %s', (css, code) => {
  expect(codesOf(css)).toContain(code)
})

test('faults have the line and the column of the text, what is not safe first', () => {
  const css = '.a { color: red }\r\n.b { colour red }\n\n  @import url("x.css");\n.c {'
  expect(findCssFaults(css)).toEqual([
    { code: 'import', line: 4, column: 3 },
    { code: 'address', line: 4, column: 15 },
    { code: 'unread', line: 2, column: expect.any(Number) },
    { code: 'unread', line: 5, column: 4 },
  ])
})

test('the worst sheets of the largest size are read in a moment', () => {
  for (const part of ['a{b:c}', '@media x{', '/*', '"', '\\', 'url(', '[value=', ':not(', '}', '--x:{', '!', '\n\r']) {
    const started = performance.now()
    findCssFaults(part.repeat(Math.floor(65_536 / part.length)))
    expect(performance.now() - started).toBeLessThan(3000)
  }
})
