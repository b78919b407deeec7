// An invoice of the demo in the format of the Italian exchange system: FatturaPA 1.2, ordinary, between companies. Unlike the PDF it
// has a date, because the format requires one.

const money = value => value.toFixed(2)
const plain = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const inDays = (date, days) => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)

const SUPPLIER = { country: 'IT', vat: '04218730285', name: 'Brenta Servizi S.r.l.', street: 'Via Trieste 41', code: '35121', town: 'Padova', province: 'PD' }
const CLIENT = { country: 'IT', vat: '03917640288', name: 'Officine Rossi S.r.l.', street: 'Via dell\'Artigianato 18', code: '35010', town: 'Vigonza', province: 'PD' }

const party = ({ country, vat, name, street, code, town, province }, regime = '') => `
      <DatiAnagrafici>
        <IdFiscaleIVA>
          <IdPaese>${country}</IdPaese>
          <IdCodice>${vat}</IdCodice>
        </IdFiscaleIVA>
        <CodiceFiscale>${vat}</CodiceFiscale>
        <Anagrafica>
          <Denominazione>${name}</Denominazione>
        </Anagrafica>${regime}
      </DatiAnagrafici>
      <Sede>
        <Indirizzo>${street}</Indirizzo>
        <CAP>${code}</CAP>
        <Comune>${town}</Comune>
        <Provincia>${province}</Provincia>
        <Nazione>${country}</Nazione>
      </Sede>`

const line = ([what, quantity, price], n) => `
      <DettaglioLinee>
        <NumeroLinea>${n + 1}</NumeroLinea>
        <Descrizione>${plain(what)}</Descrizione>
        <Quantita>${money(quantity)}</Quantita>
        <PrezzoUnitario>${money(price)}</PrezzoUnitario>
        <PrezzoTotale>${money(quantity * price)}</PrezzoTotale>
        <AliquotaIVA>22.00</AliquotaIVA>
      </DettaglioLinee>`

/** File name of the electronic original of an invoice, as the exchange system requires it. */
export const originalName = ({ number }) => `IT${SUPPLIER.vat}_0${number.split('/')[1]}.xml`

/** The electronic original of an invoice of Brenta Servizi to Officine Rossi. */
export const electronicInvoice = ({ number, date, items, total }) => {
  const net = items.reduce((sum, [, quantity, price]) => sum + quantity * price, 0)
  return `<?xml version="1.0" encoding="UTF-8"?>
<p:FatturaElettronica versione="FPR12" xmlns:p="http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2">
  <FatturaElettronicaHeader>
    <DatiTrasmissione>
      <IdTrasmittente>
        <IdPaese>${SUPPLIER.country}</IdPaese>
        <IdCodice>${SUPPLIER.vat}</IdCodice>
      </IdTrasmittente>
      <ProgressivoInvio>0${number.split('/')[1]}</ProgressivoInvio>
      <FormatoTrasmissione>FPR12</FormatoTrasmissione>
      <CodiceDestinatario>0000000</CodiceDestinatario>
    </DatiTrasmissione>
    <CedentePrestatore>${party(SUPPLIER, '\n        <RegimeFiscale>RF01</RegimeFiscale>')}
    </CedentePrestatore>
    <CessionarioCommittente>${party(CLIENT)}
    </CessionarioCommittente>
  </FatturaElettronicaHeader>
  <FatturaElettronicaBody>
    <DatiGenerali>
      <DatiGeneraliDocumento>
        <TipoDocumento>TD01</TipoDocumento>
        <Divisa>EUR</Divisa>
        <Data>${date}</Data>
        <Numero>${number}</Numero>
        <ImportoTotaleDocumento>${money(total)}</ImportoTotaleDocumento>
      </DatiGeneraliDocumento>
    </DatiGenerali>
    <DatiBeniServizi>${items.map(line).join('')}
      <DatiRiepilogo>
        <AliquotaIVA>22.00</AliquotaIVA>
        <ImponibileImporto>${money(net)}</ImponibileImporto>
        <Imposta>${money(total - net)}</Imposta>
        <EsigibilitaIVA>I</EsigibilitaIVA>
      </DatiRiepilogo>
    </DatiBeniServizi>
    <DatiPagamento>
      <CondizioniPagamento>TP02</CondizioniPagamento>
      <DettaglioPagamento>
        <ModalitaPagamento>MP05</ModalitaPagamento>
        <DataScadenzaPagamento>${inDays(date, 30)}</DataScadenzaPagamento>
        <ImportoPagamento>${money(total)}</ImportoPagamento>
      </DettaglioPagamento>
    </DatiPagamento>
  </FatturaElettronicaBody>
</p:FatturaElettronica>
`
}
