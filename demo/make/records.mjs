// Invoices, estimates, reports and subscriptions of the demo. make.mjs makes their PDF files; `node demo/make/records.mjs` prints their
// lines for demo.jsonl. The PDF files show no dates, because the dates of the demo move.

import { originalName } from './electronic-invoice.mjs'

const VAT = 1.22
const cents = amount => Math.round(amount * 100) / 100
const sum = items => cents(items.reduce((total, [, quantity, price]) => total + quantity * price, 0))
const dayOfYear = date => (Date.parse(date) - Date.parse(`${date.slice(0, 4)}-01-01`)) / 86_400_000 + 1
const numbered = (date, perDay) => `${date.slice(0, 4)}/${String(Math.round(dayOfYear(date) * perDay)).padStart(4, '0')}`
const slug = text => text.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')

/** For each month from the first to the last, its `day`. */
const monthly = (from, to, day, every = 1) => {
  const days = []
  for (let month = new Date(`${from}-01`); month <= new Date(`${to}-01`); month.setUTCMonth(month.getUTCMonth() + every))
    days.push(`${month.toISOString().slice(0, 7)}-${day}`)
  return days
}

const it = ['Canone mensile di assistenza informatica', 1, 640]
const backup = ['Copia di sicurezza fuori sede, 2 TB', 1, 90]
const plants = ['Manutenzione programmata degli impianti, semestre', 1, 1355]

const invoiced = [
  ...monthly('2024-12', '2025-12', '28').map(date => ['rossi-brenta', date, [it]]),
  ...monthly('2026-01', '2026-09', '28').map(date => ['rossi-brenta', date, [it, backup]]),
  ['rossi-brenta', '2024-12-17', [['Prova di ripristino con verbale', 1, 180]]],
  ['rossi-brenta', '2025-04-14', [['Pannello sezionale 500 mm, completo', 1, 420], ['Ore di montaggio', 4, 52]]],
  ['rossi-brenta', '2025-06-30', [plants]],
  ['rossi-brenta', '2025-09-15', [['Giunto flessibile di mandata', 1, 186.5], ['Ricerca perdite con ultrasuoni, ore', 3, 52]]],
  ['rossi-brenta', '2025-11-24', [['Misura delle vibrazioni', 1, 140], ['Ore di intervento, tornio', 3, 52]]],
  ['rossi-brenta', '2025-12-31', [plants]],
  ['rossi-brenta', '2026-03-23', [['Formazione in aula: riconoscere la posta sospetta', 1, 320]]],
  ['rossi-brenta', '2026-04-03', [['Tagliando delle 4000 ore', 1, 480], ['Filtri e separatore', 1, 134.2], ['Olio sintetico, litri', 8, 11.9]]],
  ['rossi-brenta', '2026-04-27', [['Portatile 14", 32 GB, 1 TB, con configurazione', 1, 1620]]],
  ['rossi-brenta', '2026-06-30', [plants]],
  ['rossi-brenta', '2026-07-15', [['Sostituzione di un disco in garanzia, ore', 1.5, 58]]],
  ['rossi-brenta', '2026-09-28', [['Flessibile di mandata e guarnizione OR', 1, 147.8], ['Ore di intervento, reparto CNC', 3, 58]]],
  ['rossi-brenta', '2026-10-29', [it, backup], { number: '2026/0412' }],
  ['rossi-brenta', '2026-11-10', [['Storno totale della fattura 2026/0412', 1, -730]], { number: 'NC 2026/0033', note: 'Intestazione errata.' }],
  ['rossi-brenta', '2026-11-10', [it, backup], { number: '2026/0431', note: 'Sostituisce la fattura 2026/0412.' }],
  ['rossi-brenta', '2026-11-16', [['Ore di intervento, tornio', 2, 58], ['Minuteria', 1, 9.4]], { electronic: true }],
  ...monthly('2025-01', '2026-10', '30', 3).map(date => ['rossi-energia', date, [['Gestione dell\'impianto fotovoltaico, trimestre', 1, 390]]]),
  ['rossi-energia', '2025-11-05', [['Controllo annuale della cabina MT/BT', 1, 860]]],
  ['rossi-energia', '2026-07-10', [['Batteria di rifasamento 25 kvar', 2, 214], ['Ore di intervento', 3, 62]]],
  ['rossi-energia', '2026-07-31', [['Accredito per fermo della colonnina', 1, -58]], { number: 'NC 2026/0021' }],
  ...monthly('2025-01', '2026-10', '15', 3).map(date => ['verdi', date, [['Assistenza informatica, trimestre', 1, 495]]]),
  ['verdi', '2026-09-22', [['Postazione completa con due schermi', 1, 1340], ['Configurazione, ore', 3, 58]]],
  ['verdi', '2026-10-12', [['Accredito di un\'ora non svolta', 1, -58]], { number: 'NC 2026/0029' }],
  ...monthly('2025-01', '2026-11', '10', 3).map(date => ['costa', date, [['Conduzione del generatore di vapore, trimestre', 1, 540]]]),
  ['costa', '2025-08-28', [['Attestato per il bando provinciale', 1, 150]]],
  ['costa', '2026-03-13', [['Prova delle sicurezze del generatore', 1, 320]]],
  ['costa', '2026-09-11', [['Tenuta meccanica in ceramica', 1, 87.6], ['Ore di intervento', 2, 55]]],
  ['costa', '2026-09-18', [['Accredito di un\'ora non svolta', 1, -55]], { number: 'NC 2026/0012' }],
]

const seen = new Set()
export const invoices = invoiced.map(([contact, date, items, { number, note, electronic } = {}]) => {
  let given = number ?? numbered(date, 1.37)
  while (seen.has(`${contact === 'costa'} ${given}`)) given = `${given.slice(0, 5)}${String(Number(given.slice(5)) + 1).padStart(4, '0')}`
  seen.add(`${contact === 'costa'} ${given}`)
  const credit = given.startsWith('NC')
  const id = `${contact === 'costa' ? 'lagorai-' : ''}${credit ? '' : 'fattura-'}${slug(given)}`
  return { id, contact, date, items, note, electronic, number: given, credit, total: cents(sum(items) * VAT) }
})

/** The newest ones wait for their payment. */
const isOpen = ({ credit, date }) => !credit && date >= '2026-10-30'

export const estimates = [
  ['rossi-brenta', '2025-02-03', 'P-2025/009', 1, 'Tre schermi per la sala riunioni', [['Schermo 65", con supporto', 3, 640], ['Montaggio, ore', 6, 52]]],
  ['rossi-brenta', '2025-06-11', 'P-2025/047', 2, 'Telecamere sul piazzale di carico', [['Telecamera 4 MP con visione notturna', 6, 218], ['Registratore 16 canali, 8 TB', 1, 690], ['Posa e configurazione, ore', 22, 52]]],
  ['rossi-brenta', '2025-11-27', 'P-2025/096', 1, 'Autocentrante nuovo per il tornio Mazak', [['Autocentrante 254 mm, tre morsetti', 1, 2380], ['Montaggio ed equilibratura, ore', 6, 58]]],
  ['rossi-brenta', '2026-02-02', 'P-2026/012', 1, 'Conservazione dei disegni per quindici anni', [['Avviamento', 1, 780], ['Canone annuo', 1, 768]]],
  ['rossi-brenta', '2026-04-22', 'P-2026/044', 3, 'Portatile per le trasferte', [['Portatile 14", 32 GB, 1 TB, 5G', 1, 1620]]],
  ['rossi-brenta', '2026-05-20', 'P-2026/058', 2, 'Rinnovo del contratto di manutenzione impianti', [['Canone annuo, sei impianti', 1, 2710]]],
  ['rossi-brenta', '2026-09-29', 'P-2026/101', 1, 'Revisione del gruppo idraulico DMG NHX 4000', [['Pompa a pistoni, revisionata', 1, 1940], ['Serie di tubi flessibili', 1, 386], ['Ore di officina', 12, 58]]],
  ['rossi-brenta', '2026-11-03', 'P-2026/115', 1, 'Batterie per l\'UPS della sala server', [['Batteria 12 V 9 Ah', 8, 34.5], ['Sostituzione e prova di carico, ore', 2, 58]]],
  ['rossi-brenta', '2026-11-12', 'P-2026/118', 2, 'Copertura Wi-Fi del capannone C', [['Access point industriale, antenna direttiva', 7, 398], ['Switch PoE 16 porte', 1, 540], ['Rilievo, posa e taratura, ore', 26, 52]]],
  ['rossi-energia', '2025-12-09', 'P-2025/E14', 1, 'Pulizia dei moduli fotovoltaici', [['Pulizia con acqua demineralizzata, m²', 380, 1.9]]],
  ['rossi-energia', '2026-07-13', 'P-2026/E07', 2, 'Rifasatore: revisione di tutte le batterie', [['Batteria 25 kvar', 4, 214], ['Ore di intervento', 6, 62]]],
  ['rossi-energia', '2026-11-18', 'P-2026/E11', 1, 'Accumulo da 60 kWh per l\'impianto fotovoltaico', [['Accumulo 60 kWh con inverter', 1, 28400], ['Quadro e allacciamento', 1, 3150]]],
  ['verdi', '2026-02-27', 'P-2026/023', 1, 'Conservazione a norma della posta', [['Attivazione', 1, 240], ['Canone annuo, 9 caselle', 9, 38]]],
  ['verdi', '2026-09-18', 'P-2026/098', 3, 'Postazione per la praticante', [['Postazione completa con due schermi', 1, 1340], ['Configurazione, ore', 3, 58]]],
  ['verdi', '2026-11-16', 'P-2026/120', 1, 'Rinnovo delle firme digitali', [['Firma digitale remota, 3 anni', 2, 69]]],
  ['costa', '2025-10-02', 'OFF 31/2025', 1, 'Registrazione delle temperature di stagionatura', [['Sonda con trasmettitore', 6, 88], ['Registratore e allarmi', 1, 720]]],
  ['costa', '2026-10-19', 'OFF 44/2026', 2, 'Taratura annuale delle sonde', [['Sonda tarata con certificato', 8, 42]]],
  ['costa', '2026-11-13', 'OFF 52/2026', 1, 'Sonda in più per la cella nuova', [['Sonda con trasmettitore', 1, 88], ['Posa e collegamento, ore', 3, 55]]],
].map(([contact, date, number, revision, name, items]) => ({
  ...{ id: `preventivo-${slug(number)}`, contact, date, number, revision, name, items, total: sum(items) },
}))

const customers = {
  'rossi-brenta': ['brenta', 'Officine Rossi S.r.l., Vigonza (PD)', 'Marco Bianchi'],
  'rossi-energia': ['brenta', 'Officine Rossi S.r.l., Vigonza (PD)', 'Giulia Rossi'],
  verdi: ['brenta', 'Studio Verdi, Padova', 'Elena Verdi'],
  costa: ['lagorai', 'Caseificio Costa, Castello Tesino (TN)', 'Paolo Costa'],
}

const [ferraris, zanin, rossetti, dalpozzo, conti, tomaselli, paoli] = ['Marco Ferraris', 'Tommaso Zanin', 'Davide Rossetti', 'Anna Dal Pozzo', 'Elena Conti', 'Ivan Tomaselli', 'Luca Paoli']

export const reports = [
  ['rossi-brenta', '2024-12-05 09:50', zanin, 'Tornio Mazak: batteria tampone', { ticket: 1049 }, '08:40 – 09:50', 'Batteria tampone del controllo sostituita a macchina accesa. Reimpostati orologio e contapezzi, verificate le origini dei due assi.', [['Batteria al litio 3 V', '1']]],
  ['rossi-brenta', '2024-12-16 17:30', rossetti, 'Prova di ripristino', { ticket: 1054, file: 'verbale-prova-ripristino.pdf' }],
  ['rossi-brenta', '2025-04-10 12:00', ferraris, 'Portone Nord: pannello inferiore', { ticket: 1067 }, '08:00 – 12:00', 'Sostituito il pannello inferiore, bilanciate le molle. Rifatta la prova della forza di chiusura: 290 N, entro il limite di 400 N.', [['Pannello sezionale 500 mm', '1']]],
  ['rossi-brenta', '2025-05-22 16:30', zanin, 'DMG NHX 4000: consumo di lubrorefrigerante', { ticket: 1074 }, '15:00 – 16:30', 'Il liquido usciva con i trucioli: lama raschiante del convogliatore portata da 4 a 1 mm. Concentrazione dell\'emulsione 7,5 %.', []],
  ['rossi-brenta', '2025-09-12 10:00', ferraris, 'Compressore n. 1: giunto e ricerca perdite', { ticket: 1090 }, '07:45 – 10:00', 'Sostituito il giunto di mandata, coppia 45 Nm. Con gli ultrasuoni trovate sette piccole perdite sulla linea B, segnate con un\'etichetta.', [['Giunto flessibile di mandata', '1']]],
  ['rossi-brenta', '2025-10-10 12:40', ferraris, 'Caldaia: manutenzione annuale', { ticket: 1094 }, '09:00 – 12:40', 'Pulizia dello scambiatore e del bruciatore, prova dei fumi: rendimento 97,8 %, CO 21 ppm. Libretto aggiornato al catasto.', [['Guarnizione bruciatore', '1']]],
  ['rossi-brenta', '2025-11-21 11:45', zanin, 'Tornio Mazak: vibrazioni del mandrino', { ticket: 1105 }, '08:45 – 11:45', 'Squilibrio dell\'autocentrante: grani dei morsetti di lunghezze diverse. Messi uguali, vibrazione a 2900 giri da 4,8 a 1,1 mm/s.', [['Grano M8x20', '3']]],
  ['rossi-brenta', '2026-01-16 20:30', rossetti, 'Server: aggiornamenti semestrali', { asset: 'server' }, '18:00 – 20:30', 'Installati gli aggiornamenti di sistema e del controller dei dischi. Riavvio regolare, servizi verificati con l\'ufficio.', []],
  ['rossi-brenta', '2026-02-24 09:50', zanin, 'DMG NHX 4000: coppia dell\'asse B', { asset: 'nhx' }, '08:30 – 09:50', 'Misurata la coppia con l\'attrezzatura alleggerita: 310 Nm su 400. Freno dell\'asse regolare, nessun intervento.', []],
  ['rossi-brenta', '2026-03-19 12:30', dalpozzo, 'Formazione: riconoscere la posta sospetta', {}, '10:30 – 12:30', 'Due ore in aula con quattordici persone dell\'ufficio. Prova simulata al termine: dodici segnalazioni corrette su quattordici.', []],
  ['rossi-brenta', '2026-04-02 18:30', ferraris, 'Compressore n. 2: tagliando delle 4000 ore', { ticket: 1146 }, '17:00 – 18:30', 'Sostituiti olio, filtri e separatore. Cinghia al 60 %, da rivedere alle 6000 ore. Temperatura di fine compressione 78 °C.', [['Olio sintetico', '8 l'], ['Filtro aria e filtro olio', '1'], ['Separatore', '1']]],
  ['rossi-brenta', '2026-06-18 11:20', zanin, 'Tornio Mazak: torretta sulla posizione 9', { ticket: 1173 }, '09:10 – 11:20', 'Truciolo nella corona Hirth: smontata e pulita. Geometria controllata col comparatore, scarto 3 micron. Cinquanta cambi utensile senza errori.', []],
  ['rossi-brenta', '2026-07-14 12:30', rossetti, 'Server: disco 2 sostituito', { ticket: 1182 }, '10:50 – 12:30', 'Disco in preallarme sostituito a caldo con il ricambio in garanzia. Ricostruzione terminata alle 12:20, nessun errore.', [['Disco SAS 1,2 TB 10k, garanzia', '1']]],
  ['rossi-brenta', '2026-07-24 13:10', zanin, 'Carroponte: verifica trimestrale delle funi', { ticket: 1187 }, '12:20 – 13:10', 'Funi senza fili rotti, gancio in ordine. Ingrassata la puleggia di rinvio, finecorsa di salita provato. Annotato sul registro di controllo.', []],
  ['rossi-brenta', '2026-09-16 11:50', ferraris, 'Caldaia: pressione e prova fumi', { ticket: 1199, file: 'verbale-prova-fumi.pdf' }],
  ['rossi-brenta', '2026-09-25 16:00', ferraris, 'DMG NHX 4000: perdita del gruppo idraulico', { ticket: 1206 }, '13:00 – 16:00', 'Flessibile di mandata screpolato al raccordo: sostituito con la guarnizione OR. Rabboccati 3 litri. La pompa mostra gioco: si consiglia la revisione.', [['Flessibile di mandata', '1'], ['Guarnizione OR', '1'], ['Olio ISO VG 32', '3 l']]],
  ['rossi-brenta', '2026-10-15 10:45', rossetti, 'Firewall: controllo trimestrale', { asset: 'fortigate' }, '09:30 – 10:45', 'Regole riviste, tolte tre aperture non più usate. Copia della configurazione salvata, prova del collegamento di riserva riuscita.', []],
  ['rossi-brenta', '2026-10-23 10:05', zanin, 'Portone Nord: costa sensibile', { ticket: 1222 }, '08:00 – 10:05', 'Profilo in gomma tagliato, l\'acqua faceva contatto. Costa sensibile sostituita e provata dieci volte.', [['Costa sensibile 3 m', '1']]],
  ['rossi-brenta', '2026-11-05 09:15', rossetti, 'NAS: controllo mensile delle copie', { asset: 'nas' }, '08:30 – 09:15', 'Trenta copie su trenta riuscite dopo la sostituzione del cavo. Spazio occupato 61 %.', []],
  ['rossi-brenta', '2026-11-11 12:10', zanin, 'Tornio Mazak: convogliatore trucioli', { ticket: 1248, file: 'verbale-intervento-2026-0871.pdf' }],
  ['rossi-brenta', '2026-11-16 15:20', rossetti, 'VPN di Camposampiero: analisi', { ticket: 1254 }, '13:50 – 15:20', 'Il tunnel cade in coincidenza con i picchi di upload: la linea perde pacchetti. Allungati i tempi del DPD, segnalazione 26-4471902 aperta al gestore.', []],
  ['rossi-energia', '2025-10-31 12:30', ferraris, 'Cabina: controllo annuale', { ticket: 1099 }, '09:30 – 12:30', 'Serraggi, pulizia dei passanti, prova dei relè: protezioni intervenute nei tempi. Termografia nei limiti.', []],
  ['rossi-energia', '2026-04-17 12:00', zanin, 'Fotovoltaico: controllo di primavera', { asset: 'inverter-1' }, '09:30 – 12:00', 'Stringhe equilibrate, scarto massimo 1,8 %. Serrati due connettori, pulite le griglie di ventilazione.', []],
  ['rossi-energia', '2026-07-09 15:30', ferraris, 'Rifasatore: batterie sostituite', { ticket: 1181, file: 'verbale-rifasatore.pdf' }],
  ['rossi-energia', '2026-10-01 10:20', zanin, 'Colonnina: controllo dopo il riavvio', { asset: 'colonnina' }, '09:30 – 10:20', 'Collegamento stabile, elenco delle tessere scaricato. Provate due tessere e una ricarica di dieci minuti.', []],
  ['verdi', '2025-12-12 10:40', rossetti, 'UPS: batteria sostituita', { ticket: 1110 }, '09:50 – 10:40', 'Batteria a fine vita, sostituita. Prova di scarica di nove minuti con tutte le postazioni accese.', [['Batteria RBC7', '1']]],
  ['verdi', '2026-03-02 12:00', dalpozzo, 'Posta: conservazione attivata', { ticket: 1133 }, '10:30 – 12:00', 'Attivata la regola di dieci anni su nove caselle, prova di ricerca e di esportazione con lo Studio.', []],
  ['verdi', '2026-09-23 13:00', conti, 'Nuova postazione', { asset: 'm365-verdi' }, '09:30 – 13:00', 'Montata e configurata la postazione, trasferita la posta, installati i programmi dello Studio.', [['Postazione completa con due schermi', '1']]],
  ['verdi', '2026-10-09 09:40', rossetti, 'Firewall: controllo trimestrale', { ticket: 1214 }, '08:40 – 09:40', 'Aggiornato il programma dell\'apparato, riviste le regole, salvata la configurazione.', []],
  ['verdi', '2026-11-06 15:30', dalpozzo, 'Programma di contabilità: analisi del registro', { ticket: 1231 }, '14:45 – 15:30', 'Errore di memoria con più di dieci F24 insieme. Serve l\'aggiornamento 26.3.1 del produttore, da installare di sera.', []],
  ['costa', '2026-01-22 12:00', paoli, 'Celle di stagionatura: controllo semestrale', { asset: 'cella-1' }, '09:30 – 12:00', 'Pulizia dei condensatori, controllo delle porte e delle guarnizioni, scarto tra le sonde 0,2 °C.', []],
  ['costa', '2026-03-12 10:30', tomaselli, 'Generatore di vapore: prova delle sicurezze', { ticket: 315, file: 'prova-sicurezze-vapore.pdf' }],
  ['costa', '2026-07-01 08:40', paoli, 'Bilancia etichettatrice: orologio', { ticket: 318 }, '08:00 – 08:40', 'Orologio rimasto indietro dopo il temporale: rimesso e collegato all\'ora di rete. Venti etichette di prova.', []],
  ['costa', '2026-09-08 11:15', paoli, 'Pompa della salamoia: tenuta', { ticket: 320 }, '09:15 – 11:15', 'Sostituita la tenuta meccanica in ceramica, lavato il circuito, un\'ora di prova senza gocce.', [['Tenuta meccanica 22 mm', '1']]],
  ['costa', '2026-11-16 10:30', paoli, 'Cella 2: evaporatore ghiacciato', { ticket: 329 }, '08:50 – 10:30', 'Resistenza di sbrinamento interrotta: sbrinato a mano, la cella è a 12,3 °C. Resistenza nuova ordinata.', []],
].map(([contact, at, technician, title, { ticket, asset, file }, time, work, material]) => {
  const number = `${at.slice(0, 4)}-${String(Math.round(dayOfYear(at.slice(0, 10)) * 2.765)).padStart(4, '0')}`
  return { id: `rapporto-${contact}-${number}`, contact, at, technician, number, title, ticket, asset, file, time, work, material }
})

const weekly = (frequencyWeek, recurrenceDayOfWeek) => ({ recurrenceType: 10, frequencyWeek, recurrenceDayOfWeek })
const everyMonth = (recurrenceDay, frequencyMonth) => ({ recurrenceType: 20, recurrenceDay, ...(frequencyMonth && { frequencyMonth }) })
const yearly = (recurrenceDay, recurrenceMonth) => ({ recurrenceType: 30, recurrenceDay, recurrenceMonth })

const subscriptions = [
  ['rossi-brenta', 'PUL-CNC', 'Pulizia dei filtri del reparto CNC', 1, 73.2, '2026-11-26', weekly(1, 4)],
  ['rossi-brenta', 'MON-SRV', 'Monitoraggio dei server', 4, 58.56, '2026-11-30', weekly(2, 1)],
  ['rossi-brenta', 'M365-BP', 'Microsoft 365 Business Premium', 23, 617.32, '2026-12-01', everyMonth(1)],
  ['rossi-brenta', 'BCK-2T', 'Copia di sicurezza fuori sede, 2 TB', 1, 109.8, '2026-12-05', everyMonth(5, 1)],
  ['rossi-brenta', 'VOIP-20', 'Centralino 3CX, 20 interni', 20, 732, '2027-01-10', everyMonth(10, 3)],
  ['rossi-brenta', 'DOM-IT', 'Dominio e certificato officinerossi.example', 1, 146.4, '2027-03-15', yearly(15, 3)],
  ['rossi-brenta', 'ANT-EDR', 'Protezione delle postazioni', 31, 926.59, '2027-05-20', everyMonth(20, 6)],
  ['rossi-energia', 'FV-LAV', 'Controllo a distanza del fotovoltaico', 1, 24.4, '2026-11-22', weekly(1, 7)],
  ['rossi-energia', 'FV-REP', 'Rapporto sulla produzione', 1, 42.7, '2026-12-04', weekly(4, 5)],
  ['rossi-energia', 'COL-GES', 'Gestione della colonnina di ricarica', 2, 48.8, '2026-11-30', everyMonth(30)],
  ['rossi-energia', 'DIA-ENE', 'Aggiornamento della diagnosi energetica', 1, 427, '2027-02-28', everyMonth(28, 4)],
  ['rossi-energia', 'CAB-MT', 'Manutenzione della cabina', 1, 1049.2, '2027-10-30', yearly(30, 10)],
  ['verdi', 'ASS-SET', 'Controllo settimanale delle copie', 1, 30.5, '2026-11-23', weekly(1, 1)],
  ['verdi', 'PC-QUI', 'Pulizia delle postazioni', 9, 109.8, '2026-12-02', weekly(2, 3)],
  ['verdi', 'M365-BS', 'Microsoft 365 Business Standard', 9, 140.55, '2026-12-01', everyMonth(1)],
  ['verdi', 'ARC-POS', 'Conservazione a norma della posta, 9 caselle', 9, 69.54, '2026-12-15', everyMonth(15, 2)],
  ['verdi', 'FIR-DIG', 'Firme digitali remote', 4, 168.36, '2027-06-01', yearly(1, 6)],
  ['costa', 'GHI-SET', 'Analisi dell\'acqua di caldaia', 1, 36.6, '2026-11-24', weekly(1, 2)],
  ['costa', 'DET-CIP', 'Detergente per il lavaggio, fusti', 2.5, 183, '2026-12-03', weekly(3, 4)],
  ['costa', 'TEM-CEL', 'Registrazione delle temperature', 6, 43.92, '2026-11-30', everyMonth(31)],
  ['costa', 'CON-VAP', 'Conduzione del generatore di vapore', 1, 658.8, '2027-02-10', everyMonth(10, 3)],
  ['costa', 'TAR-SON', 'Taratura delle sonde', 8, 409.92, '2027-10-15', yearly(15, 10)],
]

export const invoiceFile = ({ credit, id, number }) => [`fatture/${id}.pdf`, `${credit ? 'Nota di credito' : 'Fattura'} ${number.replace('NC ', '').replace('/', '-')}.pdf`]
export const originalFile = one => [`fatture/${one.id}.xml`, originalName(one)]
export const estimateFile = ({ id, number, revision }) => [`preventivi/${id}.pdf`, `Preventivo ${number.replace('/', '-')} rev. ${revision}.pdf`]
export const reportFile = ({ id, file, number }) => [file ?? `rapporti/${id}.pdf`, `Rapporto ${number}.pdf`]
export const customerOf = contact => customers[contact]

const named = ([path, name]) => ({ path: `files/${path}`, name })
const ticketOf = (contact, ticket) => ticket && `ticket-${ticket}${contact === 'costa' ? '-l' : ''}`

const lines = () => [
  ...invoices.map(one => ({ type: 'invoice', externalId: one.id, contact: one.contact, documentNumber: one.number, total: one.total, invoiceDate: one.date, ...(isOpen(one) && { openAmount: one.total }), file: named(invoiceFile(one)), ...(one.electronic && { original: named(originalFile(one)) }) })),
  ...estimates.map(one => ({ type: 'estimate', externalId: one.id, contact: one.contact, estimateName: one.name, estimateNumber: one.number, revisionNumber: one.revision, total: one.total, estimateCreationDate: one.date, file: named(estimateFile(one)) })),
  ...reports.map(one => ({ type: 'report', externalId: one.id, contact: one.contact, name: `Rapporto ${one.number}, ${one.title}`, dateTime: one.at, ticket: ticketOf(one.contact, one.ticket), wikiElement: one.asset, file: named(reportFile(one)) })),
  ...subscriptions.map(([contact, code, description, quantity, taxedTotal, advanceDate, trigger]) => ({ type: 'subscription', externalId: `${contact}-${slug(code)}`, contact, code, description, quantity, taxedTotal, advanceDate, trigger })),
]

if (process.argv[1] === import.meta.filename) for (const line of lines()) console.log(JSON.stringify(line))
