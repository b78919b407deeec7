import { createHash } from 'node:crypto'
import type { Language } from '@portico/contract/language'
import { escapeHtml } from '../../kernel/html/escape-html.ts'
import { inboundTexts } from '../texts.ts'

const style = `:root{color-scheme:light dark}
body{max-width:30rem;margin:15vh auto;padding:0 1.5rem;font:1rem/1.5 system-ui,sans-serif}
h1{font-size:1.25rem}`

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`

/** The first of our languages that a list of them names, as a browser writes it. */
const languageIn = (list = ''): Language => {
  const first = list
    .split(',')
    .map(tag => tag.trim().slice(0, 2).toLowerCase())
    .find(tag => ['it', 'en', 'es'].includes(tag))
  return first === 'en' ? 'en-EN' : first === 'es' ? 'es-ES' : 'it-IT'
}

/** The page that the browser of who has consented to a mailbox ends at, and its content security policy. `languages`: one, or a list. */
export const returnPage = (
  outcome: 'granted' | 'refused' | 'unknown',
  languages: string | undefined,
): { html: string; policy: string } => {
  const language = languageIn(languages)
  const { title, text } = inboundTexts[language].grant[outcome]
  const html = `<!doctype html><html lang="${language.slice(0, 2)}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${style}</style><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></main></html>`
  return { html, policy }
}
