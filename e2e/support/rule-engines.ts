import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const require = createRequire(import.meta.url)
const codeSniffer = readFileSync(require.resolve('html_codesniffer/build/HTMLCS.js'), 'utf8')

type Message = { type: number; code: string; msg: string; element: Element }
type CodeSniffer = {
  process: (standard: string, content: Document, done: () => void, failed: () => void) => void
  getMessages: () => Message[]
}

/** What HTML_CodeSniffer reports as errors against WCAG 2 AA; its warnings and notices ask for a person to look. */
const foundBySniffer = async (page: Page): Promise<string[]> => {
  await page.evaluate(codeSniffer)
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const { HTMLCS } = window as unknown as { HTMLCS: CodeSniffer }
        const errorType = 1
        const done = () =>
          resolve(
            HTMLCS.getMessages()
              // An empty language is HTML's way to say that none is known; the viewer of PDF measures letters in such a canvas.
              .filter(({ type, code, element }) => {
                const isUnknownLanguage = code.includes('.H58.') && element.getAttribute?.('lang') === ''
                return type === errorType && !isUnknownLanguage
              })
              .map(({ code, msg, element }) => `${code}: ${msg} ${element.outerHTML?.slice(0, 200)}`),
          )
        HTMLCS.process('WCAG2AA', document, done, () => reject(new Error('HTML_CodeSniffer did not run')))
      }),
  )
}

const foundByAxe = async (page: Page): Promise<string[]> => {
  // Of one frame; the other mode opens a page of its own.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
}

/** What two engines of accessibility rules find in a page as it stands: each has rules that the other lacks. */
export const foundByRuleEngines = async (page: Page): Promise<string[]> => [
  ...(await foundByAxe(page)),
  ...(await foundBySniffer(page)),
]
