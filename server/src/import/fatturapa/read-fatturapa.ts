import { Refusal } from '../../records/definition/refusal.ts'
import { all, type Element, textAt } from './read-xml.ts'

/** A party of the invoice, with the numbers as written in it. */
export type Party = { name: string; vatCountry?: string; vatCode?: string; fiscalCode?: string; address: string[] }

/** A line of the invoice; quantity, price and rate as written in it. */
type Line = {
  description: string
  quantity?: string
  price?: string
  vat?: string
  amount: number
}
type VatSummary = { rate: string; nature?: string; taxable: number; tax: number }
type Payment = { how?: string; due?: string; amount: number; iban?: string }

/** An invoice, or a credit note, whose `total` is negative. */
export type ElectronicInvoice = {
  documentType: string
  number: string
  date: string
  total: number
  supplier: Party
  client: Party
  reasons: string[]
  lines: Line[]
  vat: VatSummary[]
  withheld: number
  payments: Payment[]
}

/** The document types of credit notes: ordinary and simplified. */
const CREDIT_NOTES = ['TD04', 'TD08']

const numberAt = (within: Element, ...path: string[]): number | undefined => {
  const text = textAt(within, ...path)
  if (text === undefined) return undefined
  if (!/^[+-]?\d{1,15}(?:\.\d{1,8})?$/.test(text)) throw new Refusal(path.at(-1), `"${text.slice(0, 40)}" is no amount`)
  return Number(text)
}

const required = (within: Element, ...path: string[]): string => {
  const text = textAt(within, ...path)
  if (text === undefined) throw new Refusal(path.at(-1), 'is missing')
  return text
}

const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
const toCents = (amount: number) => Math.round((amount + Math.sign(amount) * 1e-9) * 100) / 100

const nameIn = (party: Element) =>
  textAt(party, 'Denominazione') ??
  ([textAt(party, 'Nome'), textAt(party, 'Cognome')].filter(part => part !== undefined).join(' ') || undefined)

const addressIn = (seat: Element | undefined): string[] => {
  if (!seat) return []
  const [street, house] = [textAt(seat, 'Indirizzo'), textAt(seat, 'NumeroCivico')]
  const province = textAt(seat, 'Provincia')
  const town = [textAt(seat, 'CAP'), textAt(seat, 'Comune'), province && `(${province})`, textAt(seat, 'Nazione')]
  return [[street, house], town].map(parts => parts.filter(Boolean).join(' ')).filter(Boolean)
}

/** Reads a party; the simplified invoice has its parts under other elements. */
const partyOf = (party: Element): Party => {
  const [data = party] = [...all(party, 'DatiAnagrafici'), ...all(party, 'IdentificativiFiscali')]
  const [other = party] = all(party, 'AltriDatiIdentificativi')
  const [name = other] = all(data, 'Anagrafica')
  const [vatCountry, vatCode] = [textAt(data, 'IdFiscaleIVA', 'IdPaese'), textAt(data, 'IdFiscaleIVA', 'IdCodice')]
  const fiscalCode = textAt(data, 'CodiceFiscale')
  return {
    name: nameIn(name) ?? '',
    ...(vatCountry !== undefined && { vatCountry }),
    ...(vatCode !== undefined && { vatCode }),
    ...(fiscalCode !== undefined && { fiscalCode }),
    address: addressIn(all(other, 'Sede')[0]),
  }
}

const lineOf = (line: Element): Line => {
  const [quantity, unit] = [textAt(line, 'Quantita'), textAt(line, 'UnitaMisura')]
  const price = textAt(line, 'PrezzoUnitario')
  const vat = textAt(line, 'AliquotaIVA') ?? textAt(line, 'DatiIVA', 'Aliquota')
  return {
    description: textAt(line, 'Descrizione') ?? '',
    ...(quantity !== undefined && { quantity: [quantity, unit].filter(Boolean).join(' ') }),
    ...(price !== undefined && { price }),
    ...(vat !== undefined && { vat }),
    amount: numberAt(line, 'PrezzoTotale') ?? numberAt(line, 'Importo') ?? 0,
  }
}

/**
 * The amount payable: the document's total if given, or else its taxable amounts, taxes and rounding. The taxable amounts already
 * include discounts on the whole document. Withheld tax is not deducted, and stamp duty counts only if it is a line of its own. The
 * lines of a simplified invoice include tax.
 */
const totalOf = (general: Element, vat: VatSummary[], lines: Line[]): number => {
  const stated = numberAt(general, 'ImportoTotaleDocumento')
  if (stated !== undefined) return stated
  if (vat.length === 0) return sumOf(lines.map(({ amount }) => amount))
  return sumOf(vat.map(({ taxable, tax }) => taxable + tax)) + (numberAt(general, 'Arrotondamento') ?? 0)
}

/** The parties in the header, which apply to all bodies. */
type Parties = { supplier: Party | undefined; client: Party | undefined }

const invoiceOf = (body: Element, { supplier, client }: Parties): ElectronicInvoice => {
  const [general] = all(body, 'DatiGenerali', 'DatiGeneraliDocumento')
  if (!general) throw new Refusal('DatiGeneraliDocumento', 'is missing')
  if (!supplier) throw new Refusal('CedentePrestatore', 'is missing')
  if (!client) throw new Refusal('CessionarioCommittente', 'is missing')
  const currency = textAt(general, 'Divisa') ?? 'EUR'
  if (currency !== 'EUR') throw new Refusal('Divisa', `is ${currency}: amounts are kept in euro`)
  const goods = all(body, 'DatiBeniServizi')
  const lines = goods
    .flatMap(one => (all(one, 'DettaglioLinee').length > 0 ? all(one, 'DettaglioLinee') : [one]))
    .map(lineOf)
  const vat = all(body, 'DatiBeniServizi', 'DatiRiepilogo').map(one => {
    const nature = textAt(one, 'Natura')
    return {
      rate: textAt(one, 'AliquotaIVA') ?? '',
      ...(nature !== undefined && { nature }),
      taxable: numberAt(one, 'ImponibileImporto') ?? 0,
      tax: numberAt(one, 'Imposta') ?? 0,
    }
  })
  const documentType = required(general, 'TipoDocumento')
  const total = toCents(totalOf(general, vat, lines))
  return {
    documentType,
    number: required(general, 'Numero'),
    date: required(general, 'Data').slice(0, 10),
    total: CREDIT_NOTES.includes(documentType) ? -Math.abs(total) : total,
    supplier,
    client,
    reasons: all(general, 'Causale').map(({ text }) => text.trim()),
    lines,
    vat,
    withheld: sumOf(all(general, 'DatiRitenuta').map(one => numberAt(one, 'ImportoRitenuta') ?? 0)),
    payments: all(body, 'DatiPagamento', 'DettaglioPagamento').map(one => {
      const [how, due, iban] = ['ModalitaPagamento', 'DataScadenzaPagamento', 'IBAN'].map(name => textAt(one, name))
      return {
        ...(how !== undefined && { how }),
        ...(due !== undefined && { due }),
        ...(iban !== undefined && { iban }),
        amount: numberAt(one, 'ImportoPagamento') ?? 0,
      }
    }),
  }
}

/**
 * Reads the invoices of a FatturaPA document, ordinary or simplified: one for each body, or why that one cannot be read. Throws a
 * `Refusal` if the document is not an electronic invoice.
 */
export const invoicesIn = (root: Element): (ElectronicInvoice | Refusal)[] => {
  if (root.name !== 'FatturaElettronica' && root.name !== 'FatturaElettronicaSemplificata')
    throw new Refusal(undefined, `is no electronic invoice: its root is "${root.name.slice(0, 60)}"`)
  const [header] = all(root, 'FatturaElettronicaHeader')
  const bodies = all(root, 'FatturaElettronicaBody')
  if (!header || bodies.length === 0) throw new Refusal(undefined, 'is an electronic invoice without header or body')
  const [supplier, client] = ['CedentePrestatore', 'CessionarioCommittente'].map(
    name => all(header, name).map(partyOf)[0],
  )
  return bodies.map(body => {
    try {
      return invoiceOf(body, { supplier, client })
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  })
}
