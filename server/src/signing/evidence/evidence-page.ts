import { degrees, type PDFDocument, type PDFPage, rgb } from '@cantoo/pdf-lib'
import type { Language } from '@portico/contract/language'
import type { PdfChange } from '@portico/contract/signing'
import { A4, embedFonts, wrapText } from '../../kernel/pdf/pdf-page.ts'
import type { EvidenceEntry } from './evidence.ts'
import { evidenceTexts } from './texts.ts'

/**
 * The content of an evidence page: `phone` masked, `sha256` of the file as it was sent and `shown` of the bytes that were shown, in hex, and what
 * was changed between them.
 */
export type Evidence = {
  language: Language
  timeZone: string
  portalName: string
  companyName: string
  documentName: string
  sha256: string
  shown: string
  changes: readonly PdfChange[]
  pageCount: number
  signer: string
  phone: string | null
  email: string | null
  entries: EvidenceEntry[]
}

const MARGIN = 56
const LABEL = 120
const INK = rgb(0.13, 0.14, 0.16)
const GREY = rgb(0.4, 0.42, 0.45)

const clockOf = (language: Language, timeZone: string) =>
  new Intl.DateTimeFormat(language === 'en-EN' ? 'en-GB' : language, {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'long',
  })

/** Appends one or more pages that show how a document was signed. The embedded font has all European letters. */
export const addEvidencePage = async (document: PDFDocument, evidence: Evidence): Promise<void> => {
  const { regular, bold } = await embedFonts(document)
  const text = evidenceTexts[evidence.language]
  const clock = clockOf(evidence.language, evidence.timeZone)
  const addPage = () => {
    const page = document.addPage(A4)
    // Pages may inherit these from those of the document.
    page.setRotation(degrees(0))
    page.setCropBox(0, 0, ...A4)
    return page
  }
  let page: PDFPage = addPage()
  let y = A4[1] - MARGIN

  const write = (words: string, { x = MARGIN, font = regular, size = 9, color = INK } = {}) => {
    for (const line of wrapText(words, font, size, A4[0] - MARGIN - x)) {
      if (y < MARGIN + size) {
        page = addPage()
        y = A4[1] - MARGIN
      }
      page.drawText(line, { x, y: y - size, size, font, color })
      y -= size * 1.5
    }
  }
  const row = (label: string, value: string | null) => {
    if (!value) return
    const top = y
    write(label, { color: GREY })
    y = top
    write(value, { x: MARGIN + LABEL })
    y -= 4
  }

  write(text.title, { font: bold, size: 18 })
  y -= 6
  write(text.intro, { color: GREY })
  y -= 14
  row(text.document, evidence.documentName)
  row(text.fingerprint, evidence.sha256)
  row(text.shown, evidence.shown)
  row(text.changes, evidence.changes.map(change => text.change[change]).join('; ') || text.unchanged)
  row(text.pages, String(evidence.pageCount))
  row(text.from, evidence.portalName)
  row(text.company, evidence.companyName)
  row(text.signer, evidence.signer)
  row(text.phone, evidence.phone)
  row(text.email, evidence.email)
  y -= 12
  write(text.steps, { font: bold, size: 12 })
  y -= 6
  for (const { at, step, address, detail } of evidence.entries) {
    const details = [
      text.step[step],
      [detail.firstName, detail.lastName].filter(Boolean).join(' '),
      detail.phone && (detail.phoneTyped ? `${detail.phone} (${text.typed})` : detail.phone),
      address && `${text.address} ${address}`,
    ]
    row(clock.format(at), details.filter(Boolean).join(', '))
  }
  y -= 12
  row(text.chain, evidence.entries.at(-1)?.hash.toString('hex') ?? null)
  y -= 8
  write(text.seal, { size: 8, color: GREY })
}
