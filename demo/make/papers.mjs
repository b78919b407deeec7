// The demo's PDF documents, as pages that make.mjs prints.
import { customerOf, estimateFile, estimates, invoiceFile, invoices, reportFile, reports } from './records.mjs'

const HOUSES = {
  brenta: { name: 'Brenta Servizi S.r.l.', line: 'Via Trieste 41, 35121 Padova. P. IVA IT04218730285. 049 555 0100', color: '#0c5284' },
  lagorai: { name: 'Lagorai Impianti S.r.l.', line: 'Via per Telve 7, 38051 Borgo Valsugana (TN). P. IVA IT02417350224. 0461 555 010', color: '#202124' },
}

export const paper = (house, title, body) => {
  const { name, line, color } = HOUSES[house]
  return `<!doctype html><html lang="it"><meta charset="utf-8"><title>${title}</title><style>
@page{size:A4;margin:22mm 20mm}body{font:10.5pt/1.5 'Liberation Sans',sans-serif;color:#202124;margin:0}header{border-bottom:2pt solid ${color};padding-bottom:8pt;margin-bottom:20pt}header b{font-size:14pt;color:${color}}header span{display:block;font-size:8.5pt;color:#5b6167}
h1{font-size:16pt;margin:0 0 12pt}h2{font-size:11.5pt;margin:16pt 0 4pt;color:${color}}table{border-collapse:collapse;width:100%;margin:8pt 0}th,td{text-align:left;padding:4pt 6pt;border-bottom:.5pt solid #c9ced2;vertical-align:top}th{background:#f1f3f4;font-weight:bold}td.n,th.n{text-align:right}.two{display:grid;grid-template-columns:1fr 1fr;gap:40pt;margin-top:44pt}.two div{border-top:.5pt solid #555;padding-top:4pt;font-size:9pt}
</style><header><b>${name}</b><span>${line}</span></header><h1>${title}</h1>${body}</html>`
}

export const rows = (...list) => `<table>${list.map(([a, b]) => `<tr><th style="width:34%">${a}</th><td>${b}</td></tr>`).join('')}</table>`
export const grid = (head, ...list) =>
  `<table><tr>${head.map(h => `<th>${h}</th>`).join('')}</tr>${list.map(r => `<tr>${r.map(c => `<td>${c}</td>`).join('')}</tr>`).join('')}</table>`
export const signed = (a, b) => `<div class="two"><div>Il tecnico<br>${a}</div><div>Per il cliente<br>${b}</div></div>`
const rossi = 'Officine Rossi S.r.l., Vigonza (PD)'

/** File name and HTML page of every PDF. */
export const papers = [
  ['verbale-intervento-2026-0871.pdf', paper('brenta', 'Verbale di intervento 2026-0871', `${rows(['Cliente', rossi], ['Macchina', 'Tornio Mazak QT-250, convogliatore trucioli'], ['Segnalazione', 'Allarme 152 CHIP CONVEYOR OVERLOAD'], ['Tecnico', 'Tommaso Zanin'], ['Orario', '10:35 – 12:10 (1 h 35 min)'])}<h2>Lavoro eseguito</h2><p>Rimosse le matasse di truciolo dalla zona di rinvio. Raddrizzate due palette piegate. Tarato il limitatore di coppia a 65 Nm e ripristinata la tensione della catena. Prova di un'ora a vuoto e una in lavorazione, senza allarmi.</p><h2>Materiale</h2>${grid(['Codice', 'Descrizione', 'Quantità'], ['VT-M8x25', 'Vite TE zincata', '4'], ['LG-0.4', 'Grasso al litio', '0,4 kg'])}<h2>Consigli</h2><p>Montare un rompitruciolo sull'utensile da sgrossatura quando si lavora 42CrMo4.</p>${signed('Tommaso Zanin', 'Marco Bianchi')}`)],
  ['analisi-stampa-bolle.pdf', paper('brenta', 'Analisi: stampa lenta dei documenti di trasporto', `${rows(['Cliente', rossi], ['Sistema', 'GX Gestionale 9.3.8, server SRV-ROSSI'], ['Autore', 'Anna Dal Pozzo'])}<h2>Che cosa si osserva</h2><p>Tra le 11 e le 12 la stampa di un documento di trasporto richiede da 60 a 180 secondi. Le altre stampe non sono rallentate.</p><h2>Che cosa succede</h2>${grid(['Fase', 'Durata media', 'Note'], ['Preparazione dei dati', '52,4 s', 'lettura intera della tabella dei listini'], ['Creazione del PDF', '1,1 s', ''], ['Scrittura nella cartella temporanea', '9,8 s', 'prima della pulizia: 214.000 file'], ['Invio alla stampante', '0,6 s', ''])}<p>La ricerca del listino filtra per cliente e data senza un indice: 1,8 milioni di righe lette a ogni stampa.</p><h2>Che cosa chiediamo al produttore</h2><p>Un indice su cliente, articolo e data di inizio validità, oppure una ricerca che parta dall'intestazione del documento. Richiesta GX-10772.</p><h2>Nel frattempo</h2><p>Pulizia notturna della cartella temporanea e archiviazione dei listini scaduti prima del 2022.</p>`)],
  ['novita-gestionale-9.4.2.pdf', paper('brenta', 'GX Gestionale 9.4.2: che cosa cambia', `<h2>Anagrafiche</h2><ul><li>Ricerca per partita IVA anche senza il codice del Paese.</li><li>Avviso quando un indirizzo PEC risulta non attivo.</li></ul><h2>Ordini</h2><ul><li>Le righe annullate restano visibili, barrate.</li><li>Esportazione in formato CSV con separatore a scelta.</li></ul><div style="break-before:page"></div><h2>Spedizioni</h2><ul><li>Stampa dei documenti di trasporto fino a cinquanta volte più rapida (GX-10772).</li><li>La cartella temporanea si svuota da sola ogni notte.</li><li>Numero dei colli modificabile anche dopo la conferma, con traccia di chi lo ha cambiato.</li></ul><h2>Prima dell'aggiornamento</h2><p>Chiudere il programma su tutte le postazioni. Durata prevista: un'ora e mezza, copia completa compresa.</p>`)],
  ['verbale-prova-fumi.pdf', paper('brenta', 'Verbale di manutenzione e prova fumi', `${rows(['Cliente', rossi], ['Generatore', 'Viessmann Vitocrossal, 80 kW, metano'], ['Tecnico', 'Marco Ferraris'])}<h2>Misure</h2>${grid(['Grandezza', 'Valore', 'Limite'], ['Temperatura fumi', '58,3 °C', '–'], ['O₂', '4,9 %', '–'], ['CO', '24 ppm', '1000 ppm'], ['Rendimento di combustione', '97,6 %', '≥ 93 %'], ['Tiraggio', '−4,1 Pa', '–'])}<h2>Lavoro eseguito</h2><p>Vaso di espansione ricaricato da 0,2 a 1,5 bar. Impianto riempito a 1,8 bar e sfiatato. Pulito il sifone della condensa.</p>${signed('Marco Ferraris', 'Giulia Rossi')}`)],
  ['dichiarazione-mfa.pdf', paper('brenta', 'Dichiarazione sulla verifica in due passaggi', `<p>Si dichiara che per ${rossi} la verifica in due passaggi è attiva per tutti i 23 utenti della posta elettronica, compresi gli amministratori.</p>${grid(['Metodo', 'Utenti'], ['Applicazione sul telefono', '19'], ['Chiave di sicurezza FIDO2', '4'])}<p>I protocolli che non permettono la verifica in due passaggi sono disattivati.</p>${signed('Anna Dal Pozzo', 'Giulia Rossi')}`)],
  ['proposta-rinnovo-manutenzione.pdf', paper('brenta', 'Proposta di rinnovo: manutenzione degli impianti', `${rows(['Cliente', rossi], ['Durata', '24 mesi'], ['Interventi', 'entro 8 ore lavorative, 4 per fermo di produzione'])}<h2>Impianti compresi</h2>${grid(['Impianto', 'Visite l\'anno', 'Canone annuo'], ['Compressore Kaeser SK 25 n. 1', '2', '€ 640,00'], ['Compressore Kaeser SK 25 n. 2', '2', '€ 640,00'], ['Essiccatore Beko Drypoint', '1', '€ 180,00'], ['Carroponte Demag 5 t', '4', '€ 720,00'], ['Caldaia Viessmann Vitocrossal', '1', '€ 290,00'], ['Portone sezionale Nord', '2', '€ 240,00'])}<p>Totale annuo € 2.710,00 più IVA. Ricambi esclusi, con sconto del 15 % sul listino.</p>`)],
  ['proposta-portatili.pdf', paper('brenta', 'Proposta: portatile per le trasferte', `${grid(['', 'Modello A', 'Modello B'], ['Schermo', '14", 400 nit', '14", 500 nit, antiriflesso'], ['Peso', '1,35 kg', '1,12 kg'], ['Autonomia', '11 ore', '15 ore'], ['Memoria', '16 GB, 512 GB', '32 GB, 1 TB'], ['SIM', '4G', '5G'], ['Prezzo', '€ 1.180,00', '€ 1.620,00'], ['Consegna', '5 giorni', '10 giorni'])}<p>Prezzi IVA esclusa, configurazione e trasferimento dei dati compresi.</p>`)],
  ['conservazione-disegni.pdf', paper('brenta', 'Conservazione dei disegni per quindici anni', `<h2>La situazione</h2><p>Occupati 2,1 TB, crescita di circa 180 GB l'anno. Con i dischi attuali lo spazio basta fino al 2033.</p><h2>La proposta</h2><ul><li>Copia mensile non modificabile fuori sede, cifrata, conservata quindici anni.</li><li>Prova di lettura di cento disegni a caso ogni sei mesi, con verbale.</li><li>Indice cercabile per commessa e numero di disegno.</li></ul>${grid(['Voce', 'Costo'], ['Avviamento', '€ 780,00'], ['Canone mensile', '€ 64,00'], ['Prova semestrale', 'compresa'])}`)],
  ['verbale-prova-ripristino.pdf', paper('brenta', 'Verbale di prova di ripristino', `${rows(['Cliente', rossi], ['Origine', 'copia della notte precedente, NAS Synology RS822+'], ['Destinazione', 'volume di prova'], ['Tecnico', 'Davide Rossetti'])}${grid(['Cartella', 'File', 'Dimensione', 'Esito'], ['Commesse/2024', '912', '14,2 GB', 'identici'], ['Programmi CNC', '301', '1,1 GB', 'identici'], ['Amministrazione', '27', '64 MB', 'identici'])}<p>Confronto eseguito con impronta SHA-256 su tutti i 1.240 file. Durata: 38 minuti.</p>${signed('Davide Rossetti', 'Giulia Rossi')}`)],
  ['verbale-rifasatore.pdf', paper('brenta', 'Verbale di intervento: rifasatore', `${rows(['Cliente', rossi], ['Apparecchio', 'Rifasatore automatico 150 kvar'], ['Tecnico', 'Marco Ferraris'])}${grid(['Batteria', 'Capacità misurata', 'Esito'], ['1', '24,6 kvar', 'regolare'], ['2', '8,1 kvar', 'sostituita'], ['3', '24,9 kvar', 'regolare'], ['4', '24,2 kvar', 'regolare'], ['5', '0 kvar', 'sostituita'], ['6', '24,8 kvar', 'regolare'])}<p>Fattore di potenza a fine intervento: 0,97 (prima 0,87).</p>${signed('Marco Ferraris', 'Giulia Rossi')}`)],
  ['contratto-assistenza-studio-verdi.pdf', paper('brenta', 'Contratto di assistenza informatica', `${rows(['Cliente', 'Studio Verdi, Padova'], ['Durata', '12 mesi, con rinnovo tacito'], ['Ore comprese', '40 l\'anno'])}<h2>1. Oggetto</h2><p>Assistenza da remoto e in sede su postazioni, stampanti, posta elettronica, rete e copie di sicurezza.</p><h2>2. Tempi</h2><p>Presa in carico entro due ore lavorative. Intervento in sede entro il giorno lavorativo seguente.</p><h2>3. Riservatezza</h2><p>Brenta Servizi tratta i dati dei clienti dello Studio soltanto per svolgere il servizio e ne è responsabile ai sensi dell'articolo 28 del regolamento (UE) 2016/679.</p><div class="two"><div>Brenta Servizi S.r.l.</div><div>Studio Verdi</div></div>`)],
  ['prova-sicurezze-vapore.pdf', paper('lagorai', 'Verbale di prova delle sicurezze', `${rows(['Cliente', 'Caseificio Costa, Castello Tesino (TN)'], ['Apparecchio', 'Generatore di vapore 300 kg/h, 6 bar'], ['Tecnico', 'Ivan Tomaselli'])}${grid(['Sicurezza', 'Prova', 'Esito'], ['Valvola di sicurezza', 'apertura a 6,1 bar', 'regolare'], ['Livello minimo', 'blocco in 2 s', 'regolare'], ['Pressostato di blocco', '5,8 bar', 'regolare'], ['Controllo fiamma', 'blocco in 1 s', 'regolare'])}${signed('Ivan Tomaselli', 'Paolo Costa')}`)],
  ['dichiarazione-gas-refrigerante.pdf', paper('lagorai', 'Dichiarazione sui gas refrigeranti', `<p>Si dichiara che le unità frigorifere installate presso Caseificio Costa, Castello Tesino (TN), contengono i refrigeranti seguenti.</p>${grid(['Unità', 'Refrigerante', 'Carica', 'GWP'], ['Cella 1', 'R290', '0,45 kg', '3'], ['Cella 2', 'R290', '0,45 kg', '3'], ['Raffreddamento latte', 'R744', '3,20 kg', '1'])}<p>L'impatto complessivo è inferiore a 10 kg di CO₂ equivalente.</p><div class="two"><div>Chiara Fedele<br>Lagorai Impianti S.r.l.</div><div></div></div>`)],
]

const amount = value => new Intl.NumberFormat('it-IT', { minimumFractionDigits: 2, useGrouping: 'always' }).format(value)
const figures = (head, list) =>
  `<table><tr>${head.map((h, n) => `<th${n ? ' class="n"' : ''}>${h}</th>`).join('')}</tr>${list.map(r => `<tr>${r.map((c, n) => `<td${n ? ' class="n"' : ''}>${c}</td>`).join('')}</tr>`).join('')}</table>`
const priced = items => figures(['Descrizione', 'Quantità', 'Prezzo', 'Importo'], items.map(([what, quantity, price]) => [what, quantity.toLocaleString('it-IT'), amount(price), amount(quantity * price)]))
const totals = list => figures(['', 'Euro'], list.map(([name, value]) => [name, amount(value)]))

const invoicePaper = ({ contact, number, credit, items, total, note }) => {
  const [house, customer] = customerOf(contact)
  const net = items.reduce((sum, [, quantity, price]) => sum + quantity * price, 0)
  const end = `<p>${note ?? ''} ${credit ? '' : 'Pagamento a 30 giorni, bonifico bancario. '}Copia di cortesia: l'originale è stato trasmesso al Sistema di Interscambio.</p>`
  return paper(house, `${credit ? 'Nota di credito' : 'Fattura'} ${number.replace('NC ', '')}`, `${rows(['Cliente', customer])}${priced(items)}${totals([['Imponibile', net], ['IVA 22 %', total - net], ['<b>Totale</b>', total]])}${end}`)
}
const estimatePaper = ({ contact, number, revision, name, items, total }) => {
  const [house, customer] = customerOf(contact)
  return paper(house, name, `${rows(['Cliente', customer], ['Preventivo', `${number}, revisione ${revision}`])}${priced(items)}${totals([['<b>Totale, IVA esclusa</b>', total]])}<p>Offerta valida 60 giorni. Pagamento a 30 giorni dalla fattura.</p><div class="two"><div>${HOUSES[house].name}</div><div>Per accettazione</div></div>`)
}
const reportPaper = ({ contact, number, title, technician, ticket, time, work, material }) => {
  const [house, customer, person] = customerOf(contact)
  const head = [['Cliente', customer], ['Lavoro', title], ...(ticket ? [['Ticket', ticket]] : []), ['Tecnico', technician], ['Orario', time]]
  const parts = material.length > 0 ? `<h2>Materiale</h2>${figures(['Descrizione', 'Quantità'], material)}` : ''
  return paper(house, `Rapporto di intervento ${number}`, `${rows(...head)}<h2>Lavoro eseguito</h2><p>${work}</p>${parts}${signed(technician, person)}`)
}

papers.push(
  ...invoices.map(one => [invoiceFile(one)[0], invoicePaper(one)]),
  ...estimates.map(one => [estimateFile(one)[0], estimatePaper(one)]),
  ...reports.filter(({ file }) => !file).map(one => [reportFile(one)[0], reportPaper(one)]),
)
