import { escapeHtml } from '../html/escape-html.ts'
import type { OpenApiDocument } from './openapi.ts'

type Json = { [key: string]: unknown }
type Parameter = { name: string; in: string; required?: boolean; description?: string; example?: string; schema: Json }
type Content = Record<string, { schema?: Json; example?: unknown }>
type Operation = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { description?: string; content?: Content }>
}
type Call = Operation & { method: string; path: string }

/** Escapes a text and turns `backticks` into code. */
const prose = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')

const style = `
:root { color-scheme: light dark; --canvas: light-dark(#f5f6f7, #131416); --surface: light-dark(#fff, #1b1d20);
  --line: light-dark(#e2e4e7, #2f3237); --text: light-dark(#1d1f23, #eceef0); --muted: light-dark(#5b6068, #a9aeb6);
  --accent: light-dark(#1f4e79, #9cc7ee); --code: light-dark(#f0f1f3, #24272b) }
* { box-sizing: border-box }
body { margin: 0; background: var(--canvas); color: var(--text); font: 16px/1.55 Inter, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
h1, h2, h3 { line-height: 1.25; scroll-margin-top: 1rem }
h2 { margin: 3rem 0 1rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line) }
h3 { margin: 0 0 .5rem; font-size: 1.05rem }
a { color: var(--accent) }
a:focus-visible, summary:focus-visible, pre:focus-visible, .wide:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: 0; padding: 0; list-style: none }
article { margin: 0 0 1rem; padding: 1rem; background: var(--surface); border: 1px solid var(--line); border-radius: 8px }
code, pre { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
code { padding: .1em .3em; background: var(--code); border-radius: 4px; overflow-wrap: anywhere }
pre { margin: .25rem 0 .75rem; padding: .75rem; overflow-x: auto; background: var(--code); border-radius: 6px }
.path { background: none; padding: 0 } .method { color: var(--accent); font-weight: 700 }
.wide { overflow-x: auto } .muted, th { color: var(--muted) }
table { border-collapse: collapse; width: 100%; font-size: 14px } th, td { padding: .3rem .75rem .3rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line) }
td code { white-space: nowrap }
summary { padding: .25rem 0; cursor: pointer }
`

const callsOf = (document: OpenApiDocument): Call[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...(operation as Operation),
      method: method.toUpperCase(),
      path,
    })),
  )

const grouped = (calls: Call[]): Map<string, Call[]> => {
  const groups = new Map<string, Call[]>()
  for (const call of calls) {
    const tag = call.tags[0] ?? ''
    groups.set(tag, [...(groups.get(tag) ?? []), call])
  }
  return groups
}

const named = (ref: string) => ref.split('/').at(-1) ?? ''

/** A short name for the type of a schema. */
const kindOf = (schema: Json): string => {
  const { $ref, anyOf, type, items, enum: values, const: only } = schema
  if (typeof $ref === 'string') return named($ref)
  if (Array.isArray(anyOf)) return anyOf.map(one => kindOf(one as Json)).join(' or ')
  if (Array.isArray(values)) return values.filter(value => value !== null).join(' | ')
  if (only !== undefined) return String(only)
  if (type === 'array' && items) return `list of ${kindOf(items as Json)}`
  return Array.isArray(type) ? type.join(' or ') : String(type ?? 'any')
}

const table = (head: string[], rows: string[][]): string =>
  rows.length === 0
    ? ''
    : `<div class="wide" tabindex="0" role="region" aria-label="${escapeHtml(head.join(', '))}"><table><thead><tr>${head
        .map(cell => `<th scope="col">${cell}</th>`)
        .join(
          '',
        )}</tr></thead><tbody>${rows.map(row => `<tr>${row.map(cell => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table></div>`

const parameters = (all: Parameter[]) =>
  table(
    ['Parameter', 'Where', 'What'],
    all.map(({ name, in: where, required, description, schema, example }) => [
      `<code>${escapeHtml(name)}</code>`,
      `${where}${required && where !== 'path' ? ', required' : ''}`,
      [
        prose(description ?? String(schema.description ?? kindOf(schema))),
        example && `<code>${escapeHtml(example)}</code>`,
      ]
        .filter(Boolean)
        .join(' '),
    ]),
  )

const fieldsOf = (schema: Json | undefined, schemas: Record<string, unknown>): string => {
  const whole = typeof schema?.$ref === 'string' ? (schemas[named(schema.$ref)] as Json) : schema
  const { properties = {}, required = [] } = (whole ?? {}) as { properties?: Record<string, Json>; required?: string[] }
  const rows = Object.entries(properties).map(([name, field]) => [
    `<code>${escapeHtml(name)}</code>`,
    escapeHtml(kindOf(field)),
    [required.includes(name) ? 'required' : '', prose(String(field.description ?? ''))].filter(Boolean).join('; '),
  ])
  return rows.length > 0 ? `<details><summary>Fields</summary>${table(['Field', 'Takes', ''], rows)}</details>` : ''
}

const example = (title: string, value: unknown) =>
  value === undefined
    ? ''
    : `<p class="muted">${title}</p><pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2))}</pre>`

const article = (call: Call, schemas: Record<string, unknown>): string => {
  const { operationId, method, path, summary, description, requestBody, responses } = call
  const [[status, answer] = ['', {}]] = Object.entries(responses)
  const [[type, sent] = ['', undefined]] = Object.entries(requestBody?.content ?? {})
  const [got] = Object.values(answer.content ?? {})
  return `<article id="${operationId}"><h3>${prose(summary)}</h3>
<p><code class="path"><span class="method">${method}</span> ${escapeHtml(path)}</code></p>
${description ? `<p>${prose(description)}</p>` : ''}${parameters(call.parameters)}
${sent ? `${fieldsOf(sent.schema, schemas)}${example('Body', sent.example)}` : ''}${sent && !sent.schema ? `<p class="muted">Body: <code>${escapeHtml(type)}</code></p>` : ''}
${got?.example === undefined ? `<p class="muted">Answers ${status}</p>` : example(`Answers ${status}`, got.example)}</article>`
}

/** Renders the OpenAPI document as an HTML page without scripts. `nonce` allows its style. */
export const documentPage = (document: OpenApiDocument, nonce: string): string => {
  const groups = [...grouped(callsOf(document))]
  const { title, description } = document.info
  const { schemas } = document.components
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style nonce="${nonce}">${style}</style></head><body><main>
<h1>${escapeHtml(title)}</h1><p>${prose(description)}</p><p><a href="openapi.json">The document itself, OpenAPI 3.1</a></p>
<nav aria-label="Resources"><ul>${groups.map(([tag]) => `<li><a href="#${tag}">${escapeHtml(tag)}</a></li>`).join('')}</ul></nav>
${groups.map(([tag, calls]) => `<section aria-labelledby="${tag}"><h2 id="${tag}">${escapeHtml(tag)}</h2>${calls.map(call => article(call, schemas)).join('')}</section>`).join('')}
</main></body></html>`
}
