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

/** Errors that HTML_CodeSniffer reports against WCAG 2 AA. Its warnings and notices need a human review and are left out. */
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
              // An empty `lang` means an unknown language in HTML; the PDF viewer measures text in such a canvas.
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
  // Legacy mode tests only the main frame; the other mode would open an extra page.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
}

/** Waits for short animations, because a colour on its way to another has a contrast of neither. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    // A change of style begins its transitions in the next frame.
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const isShort = (one: Animation) => Number(one.effect?.getComputedTiming().endTime ?? 0) < 2000
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(isShort)
        .map(({ finished }) => finished),
    )
  })

// Loading and running it costs as much as the page itself; it has found little that axe does not.
const withSniffer = process.env.FULL === '1'

/** What the accessibility rules of axe find on the current page, with FULL=1 also those of a second engine, which has rules of its own. */
export const foundByRuleEngines = async (page: Page): Promise<string[]> => {
  // A page behind another one may get no frames to settle in.
  await page.bringToFront()
  await settle(page)
  return [...(await foundByAxe(page)), ...(withSniffer ? await foundBySniffer(page) : [])]
}
