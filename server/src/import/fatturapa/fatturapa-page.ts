import { PDFDocument, type PDFFont, type PDFPage, rgb } from '@cantoo/pdf-lib'
import { A4, embedFonts, wrapText } from '../../kernel/pdf/pdf-page.ts'
import type { ElectronicInvoice, Party } from './read-fatturapa.ts'

const [WIDTH, HEIGHT] = A4
const MARGIN = 48
const SIZE = 8.5
const LEADING = 1.45
const INK = rgb(0.13, 0.14, 0.16)
const GREY = rgb(0.4, 0.42, 0.45)

const documentNames: Record<string, string> = {
  TD01: 'Fattura',
  TD02: 'Acconto su fattura',
  TD03: 'Acconto su parcella',
  TD04: 'Nota di credito',
  TD05: 'Nota di debito',
  TD06: 'Parcella',
  TD07: 'Fattura semplificata',
  TD08: 'Nota di credito semplificata',
  TD09: 'Nota di debito semplificata',
  TD24: 'Fattura differita',
  TD25: 'Fattura differita',
  TD26: 'Cessione di beni ammortizzabili',
}

const paymentNames: Record<string, string> = {
  MP01: 'Contanti',
  MP02: 'Assegno',
  MP05: 'Bonifico',
  MP08: 'Carta di pagamento',
  MP12: 'RIBA',
  MP19: 'SEPA Direct Debit',
  MP23: 'PagoPA',
}

const money = new Intl.NumberFormat('it-IT', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  useGrouping: 'always',
})
const dayOf = (date: string) => date.split('-').reverse().join('/')
const decimal = (text: string) => text.replace('.', ',')
const nameIn = (names: Record<string, string>, code: string) =>
  (Object.hasOwn(names, code) ? names[code] : undefined) ?? code
// Characters without a glyph, such as tabs and line breaks, would make drawing fail.
const plain = (text: string) => text.replace(/\p{C}+/gu, ' ')
/** How many characters of a cell are drawn: twice what the format allows. The original file has the whole text. */
const CELL_MAX = 2000
const cut = (text: string) => (text.length > CELL_MAX ? `${text.slice(0, CELL_MAX)}…` : text)

type Column = { x: number; width: number; right?: true }

const column = (x: number, width: number, right?: true): Column => ({ x: MARGIN + x, width, ...(right && { right }) })
const LINES = [
  column(0, 232),
  column(238, 62, true),
  column(306, 66, true),
  column(378, 40, true),
  column(424, 75, true),
]
const SUMS = [column(0, 80), column(90, 180), column(300, 90, true), column(409, 90, true)]
const PAYMENTS = [column(0, 150), column(160, 70), column(240, 160), column(409, 90, true)]
const PARTIES = [column(0, 240), column(260, 239)]

/** Draws rows on a page, and adds a page when it is full. */
const openSheet = (document: PDFDocument, regular: PDFFont) => {
  let page: PDFPage = document.addPage(A4)
  let y = HEIGHT - MARGIN
  const room = (height: number) => {
    if (y - height >= MARGIN) return
    page = document.addPage(A4)
    y = HEIGHT - MARGIN
  }
  const row = (columns: Column[], cells: string[], { font = regular, size = SIZE, color = INK } = {}) => {
    const wrapped = cells.map((cell, n) => wrapText(plain(cut(cell)), font, size, columns[n]?.width ?? WIDTH))
    const height = Math.max(...wrapped.map(lines => lines.length))
    for (let line = 0; line < height; line += 1) {
      room(size * LEADING)
      for (const [n, lines] of wrapped.entries()) {
        const [text, at] = [lines[line], columns[n]]
        if (!text || !at) continue
        const x = at.right ? at.x + at.width - font.widthOfTextAtSize(text, size) : at.x
        page.drawText(text, { x, y: y - size, size, font, color })
      }
      y -= size * LEADING
    }
  }
  return {
    row,
    text: (words: string, options?: Parameters<typeof row>[2]) =>
      row([column(0, WIDTH - 2 * MARGIN)], [words], options),
    space: (points: number) => {
      y -= points
    },
    rule: () => {
      room(6)
      page.drawLine({
        start: { x: MARGIN, y: y - 2 },
        end: { x: WIDTH - MARGIN, y: y - 2 },
        thickness: 0.5,
        color: GREY,
      })
      y -= 6
    },
  }
}

const linesOf = ({ name, vatCountry = '', vatCode, fiscalCode, address }: Party): string[] => [
  name,
  ...address,
  ...(vatCode === undefined ? [] : [`P. IVA ${vatCountry}${vatCode}`]),
  ...(fiscalCode === undefined ? [] : [`C.F. ${fiscalCode}`]),
]

/** Renders an electronic invoice as a PDF in Italian; `original` is the name of its file. The same invoice always gives the same bytes. */
export const invoicePage = async (invoice: ElectronicInvoice, original: string): Promise<Buffer> => {
  const { documentType, number, date, total, supplier, client, reasons, lines, vat, withheld, payments } = invoice
  const document = await PDFDocument.create({ updateMetadata: false })
  const { regular, bold } = await embedFonts(document)
  const { row, text, space, rule } = openSheet(document, regular)
  const title = `${nameIn(documentNames, documentType)} ${number}`
  const issued = new Date(`${date}T00:00:00Z`)
  document.setTitle(plain(cut(title)), { showInWindowTitleBar: true })
  document.setLanguage('it-IT')
  document.setCreationDate(issued)
  document.setModificationDate(issued)

  const head = { font: bold, size: SIZE }
  text(title, { font: bold, size: 16 })
  text(`del ${dayOf(date)} · ${documentType}`, { color: GREY, size: 10 })
  space(14)
  row(PARTIES, ['Fornitore', 'Cliente'], { color: GREY })
  const [ours, theirs] = [linesOf(supplier), linesOf(client)]
  for (let n = 0; n < Math.max(ours.length, theirs.length); n += 1)
    row(PARTIES, [ours[n] ?? '', theirs[n] ?? ''], n === 0 ? { font: bold, size: 10 } : {})
  space(12)
  for (const reason of reasons) text(reason)
  if (reasons.length > 0) space(10)

  row(LINES, ['Descrizione', 'Quantità', 'Prezzo', 'IVA %', 'Importo'], head)
  rule()
  for (const { description, quantity = '', price = '', vat = '', amount } of lines)
    row(LINES, [description, decimal(quantity), decimal(price), decimal(vat), money.format(amount)])
  rule()
  space(10)
  if (vat.length > 0) {
    row(SUMS, ['IVA %', 'Natura', 'Imponibile', 'Imposta'], head)
    rule()
    for (const { rate, nature = '', taxable, tax } of vat)
      row(SUMS, [decimal(rate), nature, money.format(taxable), money.format(tax)])
    space(10)
  }
  row(SUMS, ['Totale', '', '', `€ ${money.format(total)}`], { font: bold, size: 12 })
  if (withheld !== 0) row(SUMS, ['Ritenuta', '', '', `€ ${money.format(withheld)}`])
  space(12)
  if (payments.length > 0) {
    row(PAYMENTS, ['Pagamento', 'Scadenza', 'IBAN', 'Importo'], head)
    rule()
    for (const { how = '', due, iban = '', amount } of payments)
      row(PAYMENTS, [nameIn(paymentNames, how), due ? dayOf(due) : '', iban, money.format(amount)])
    space(12)
  }
  text(`Copia leggibile della fattura elettronica. L'originale si scarica a parte: ${original}.`, { color: GREY })
  return Buffer.from(await document.save())
}
