// The demo's tables, logs, archives and text documents.
import { zip } from './zip.mjs'

export const csv = (head, list) => `\ufeff${[head, ...list].map(row => row.join(';')).join('\r\n')}\r\n`
const two = n => String(n).padStart(2, '0')
const decimal = (n, digits) => n.toFixed(digits).replace('.', ',')

/** Pseudorandom numbers, the same in every run. */
const random = (seed => () => {
  seed = (seed * 48271) % 2147483647
  return seed / 2147483647
})(20261120)

const escaped = text => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** A text document with headings (`# …`) and paragraphs. */
export const docx = lines =>
  zip([
    ['[Content_Types].xml', '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'],
    ['_rels/.rels', '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>'],
    ['word/document.xml', `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${lines
      .map(line =>
        line.startsWith('# ')
          ? `<w:p><w:pPr><w:spacing w:before="240" w:after="120"/></w:pPr><w:r><w:rPr><w:b/><w:sz w:val="32"/></w:rPr><w:t>${escaped(line.slice(2))}</w:t></w:r></w:p>`
          : `<w:p><w:pPr><w:spacing w:after="120"/></w:pPr><w:r><w:rPr><w:sz w:val="22"/></w:rPr><w:t xml:space="preserve">${escaped(line)}</w:t></w:r></w:p>`,
      )
      .join('')}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134"/></w:sectPr></w:body></w:document>`],
  ])

/** A spreadsheet from rows of texts. */
export const xlsx = rows =>
  zip([
    ['[Content_Types].xml', '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>'],
    ['_rels/.rels', '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>'],
    ['xl/workbook.xml', '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Foglio1" sheetId="1" r:id="rId1"/></sheets></workbook>'],
    ['xl/_rels/workbook.xml.rels', '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'],
    ['xl/worksheets/sheet1.xml', `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows.map(row => `<row>${row.map(cell => `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`).join('')}</row>`).join('')}</sheetData></worksheet>`],
  ])

const alarms = csv(
  ['Data', 'Ora', 'Codice', 'Descrizione', 'T fine compr. °C', 'Rete bar', 'Ore marcia'],
  [17, 18, 19].flatMap((day, n) => [
    [`${day}/11/2026`, `04:${two(41 + n * 4)}:08`, 'W-11', 'Preavviso temperatura fine compressione', decimal(104.6 + n, 1), decimal(6.4 - n * 0.2, 1), 23117 + n * 19],
    [`${day}/11/2026`, `04:${two(52 + n * 2)}:31`, 'E-14', 'Temperatura fine compressione oltre 110 °C, arresto', decimal(110.4 + n * 0.8, 1), decimal(6.1 - n * 0.3, 1), 23117 + n * 19],
    [`${day}/11/2026`, `05:${two(14 + n * 7)}:02`, 'R-01', 'Riavvio manuale', decimal(88.2 + n, 1), decimal(5.4 - n * 0.1, 1), 23117 + n * 19],
  ]),
)

const cellar = csv(
  ['Data', 'Ora', 'Temperatura °C', 'Umidità %', 'Compressore', 'Sbrinamento'],
  Array.from({ length: 48 }, (_, n) => {
    const hot = Math.max(0, n - 28)
    return [`${15 + Math.floor(n / 24)}/11/2026`, `${two(n % 24)}:00`, decimal(12 + Math.min(2.8, hot * 0.32) + random() * 0.3, 1), Math.round(84 + random() * 3 - hot * 0.2), 'ON', n % 6 === 0 ? 'richiesto' : '']
  }),
)

const production = csv(
  ['Giorno', 'Inverter 1 kWh', 'Inverter 2 kWh', 'Irraggiamento kWh/m²'],
  Array.from({ length: 15 }, (_, n) => {
    const sun = 0.8 + random() * 1.6
    const second = n < 11 ? 1 : n < 13 ? 0.72 : 0
    return [`${two(n + 3)}/11/2026`, decimal(sun * 21, 1), decimal(sun * 20.6 * second, 1), decimal(sun, 2)]
  }),
)

const inventory = csv(
  ['Codice', 'Descrizione', 'Lotto', 'Quantità', 'Ubicazione', 'Terminale', 'Ora'],
  Array.from({ length: 40 }, (_, n) => [`SL-${4100 + n * 7}`, ['Flangia D80', 'Albero scanalato', 'Bussola 42CrMo4', 'Corpo valvola', 'Coperchio'][n % 5], n % 3 ? `L25${two(n + 10)}` : '', 4 + ((n * 13) % 90), `B-${two(1 + (n % 9))}-${1 + (n % 4)}`, 1 + (n % 8), `${two(8 + Math.floor(n / 12))}:${two((n * 5) % 60)}`]),
)

const firewallLog = name =>
  Array.from({ length: 600 }, (_, n) => {
    const minute = 480 + Math.floor(n * 0.9)
    const stamp = `date=2026-11-${two(13 + (n % 4))} time=${two(Math.floor(minute / 60))}:${two(minute % 60)}:${two((n * 7) % 60)} devname="${name}"`
    if (n % 9 === 4) return `${stamp} logid="0101037134" type="event" subtype="vpn" level="error" msg="IPsec DPD timeout, peer unreachable" vpntunnel="VIGONZA-CAMPO" remip=198.51.100.24`
    if (n % 9 === 5) return `${stamp} logid="0101037127" type="event" subtype="vpn" level="notice" msg="progress IPsec phase 1" vpntunnel="VIGONZA-CAMPO" status="success"`
    return `${stamp} logid="0000000013" type="traffic" subtype="forward" level="notice" srcip=10.20.4.${10 + (n % 40)} dstip=10.20.0.5 service="tcp/1433" action="accept" sentbyte=${800 + Math.floor(random() * 90000)}`
  }).join('\n')

const bounce = `Reporting-MTA: dns; mail.officinerossi.example
Final-Recipient: rfc822; einkauf@keller-maschinenbau.example
Action: delayed
Status: 4.7.500
Diagnostic-Code: smtp; 451 4.7.500 Server busy. Please try again later from [203.0.113.58]
Last-Attempt-Date: Wed, 28 Oct 2026 07:41:12 +0100
Will-Retry-Until: Fri, 30 Oct 2026 05:12:40 +0100

Authentication-Results: mx.keller-maschinenbau.example;
  spf=softfail (sender IP is 203.0.113.58) smtp.mailfrom=officinerossi.example;
  dkim=none (message not signed); dmarc=fail action=none header.from=officinerossi.example
`

const diagnostics = `${Array.from({ length: 120 }, (_, n) => `03/11/2026 17:${two(Math.floor(n / 6))}:${two((n * 11) % 60)} INFO  F24.Invio        delega ${n + 1}/38 preparata, memoria ${412 + n * 13} MB`).join('\n')}
03/11/2026 17:21:44 WARN  F24.Invio        il documento precedente non è stato rilasciato
03/11/2026 17:21:58 ERROR Stampa.Motore    System.OutOfMemoryException in RendererPdf.Componi()
03/11/2026 17:21:58 FATAL Applicazione     chiusura inattesa, codice 0xE0434352
`

const monthly = () => csv(['Ora', 'Tornitura kWh', 'Fresatura kWh', 'Compressori kWh', 'Uffici kWh'], Array.from({ length: 24 }, (_, hour) => { const busy = hour > 5 && hour < 22 ? 1 : 0.12; return [`${two(hour)}:00`, decimal(busy * (18 + random() * 6), 1), decimal(busy * (22 + random() * 8), 1), decimal(busy * (11 + random() * 2), 1), decimal((hour > 7 && hour < 19 ? 6 : 1) + random(), 1)] }))

const MONTHS = ['gennaio', 'febbraio', 'marzo', 'aprile', 'maggio', 'giugno', 'luglio', 'agosto', 'settembre', 'ottobre', 'novembre', 'dicembre']

/** File name and content of everything that is neither picture nor PDF. */
export const dataFiles = [
  ['registro-allarmi-sett-47.csv', alarms],
  ['registro-cella-2.csv', cellar],
  ['produzione-inverter-novembre.csv', production],
  ['esempio-inventario.csv', inventory],
  ['messaggio-di-ritardo.log', bounce],
  ['diagnostica-contabilita.log', diagnostics],
  ['log-fortigate-camposampiero.zip', zip([['camposampiero-traffico.log', firewallLog('FGT-CAMPO')], ['leggimi.txt', 'Log degli ultimi tre giorni, scaricato da Paola.\r\n']])],
  ['bollette-energia-2026.zip', zip(MONTHS.slice(0, 10).map((month, n) => [`bolletta-2026-${two(n + 1)}-${month}.csv`, csv(['Fascia', 'Energia kWh', 'Potenza massima kW', 'Importo €'], ['F1', 'F2', 'F3'].map((band, b) => [band, Math.round((15200 - n * 210) / (b + 1) + random() * 400), decimal(96 - b * 14 + random() * 6, 1), decimal(3100 / (b + 1) + random() * 90, 2)]))]))],
  ['consumi-orari-2025.zip', zip(MONTHS.map((month, n) => [`consumi-2025-${two(n + 1)}-${month}.csv`, monthly()]))],
  ['documenti-qualifica.zip', zip([['durc.txt', 'Documento unico di regolarità contributiva\r\nBrenta Servizi S.r.l.\r\nEsito: regolare\r\n'], ['visura-camerale.txt', 'Registro delle imprese di Padova\r\nBrenta Servizi S.r.l., Via Trieste 41, 35121 Padova\r\nForma giuridica: società a responsabilità limitata\r\nAttività: installazione e manutenzione di impianti, assistenza informatica\r\n']])],
  ['marchi-iso.zip', zip([['uso-del-marchio.txt', 'Altezza minima 12 mm. Non deformare, non cambiare i colori.\r\n'], ['testo-firma.txt', 'Azienda con sistema di gestione certificato ISO 9001 e ISO 14001\r\n']])],
  ['modulo-nuovi-account.docx', docx(['# Richiesta di nuovi account', 'Azienda: Officine Rossi S.r.l.', 'Richiedente: Giulia Rossi', '# 1. Beatrice Lorenzon', 'Reparto: acquisti. Responsabile: Luca Neri.', 'Posta: beatrice.lorenzon@officinerossi.example', 'Cartelle: Commesse (lettura e scrittura). Teams: sì.', '# 2. Omar El Idrissi', 'Reparto: programmazione CNC. Responsabile: Marco Bianchi.', 'Posta: omar.elidrissi@officinerossi.example', 'Cartelle: Commesse (lettura), Programmi CNC (lettura e scrittura). Teams: sì.'])],
  ['regole-conservazione-mail.docx', docx(['# Come funziona la conservazione delle mail', 'La regola si applica a tutte le caselle dello studio. Un messaggio cancellato da una persona resta in un archivio che solo l\'amministratore può leggere.', 'Trascorsi dieci anni dalla ricezione il messaggio viene eliminato definitivamente.', '# Che cosa cambia per chi lavora', 'Nulla: la posta si usa come prima. Se serve un messaggio cancellato lo si chiede con un ticket, indicando mittente e periodo.', '# Quando si cambia la durata', 'Serve una richiesta scritta di un titolare dello studio. Accorciare la durata elimina subito i messaggi più vecchi.'])],
]
