import type { Language } from '@portico/contract/language'
import { cancelStaffVisit, changeStaffVisit, planVisit } from '@portico/contract/staff/planning/visits'
import { changeStaffTicket, createStaffComment, uploadStaffFile } from '@portico/contract/staff/tickets'
import { closeTicket, createComment, createTicket, uploadTicketAttachment } from '@portico/contract/tickets'
import { sql } from '../../src/kernel/database/db.ts'
import { multipart } from '../fixtures/app.ts'
import { aStaffUser } from '../fixtures/factories.ts'
import { releaseAnswers } from '../fixtures/held-answers.ts'
import { demoFile, type MailWorld } from './mail-world.ts'

const log = `2026-03-02T07:14:09.318Z ERROR spooler[2210]: job 4471 refused by \\\\srv-print\\bolle (0x00000bcb) driver=kyocera-ecosys-p3155dn/${'x'.repeat(60)}`

const it = {
  title: 'La stampante delle bolle non risponde e il magazzino è fermo da stamattina',
  raised: (picture: number) =>
    `<p>Buongiorno,</p><p>da stamattina alle 7 la stampante delle bolle non risponde. Ecco che cosa si vede:</p><p><img src="attachment:${picture}" alt="Errore di stampa"></p><p>Abbiamo già provato a spegnerla. Il modello è <a href="https://www.example.com/stampanti/kyocera-ecosys-p3155dn?lang=it">questo</a>.</p>`,
  answered: (picture: number) =>
    `<blockquote><p>Abbiamo già provato a spegnerla.</p></blockquote><p>Buongiorno Giulia,</p><p>per favore controlli <strong>due cose</strong>:</p><ul><li>che il cavo di rete sia inserito fino in fondo</li><li>che la spia verde sia accesa</li></ul><h3>Dal registro del server</h3><pre>${log}</pre><p><img src="attachment:${picture}" alt="La presa di rete"></p><p>Le istruzioni sono qui: <a href="https://docs.example.com/stampa">https://docs.example.com/stampa/una-pagina-con-un-indirizzo-molto-lungo-che-non-si-puo-spezzare</a></p>`,
  commented: '<p>Il cavo era scollegato, ma la spia resta rossa.</p><p>Grazie</p>',
  closing: '<p>Sostituito il cavo, la stampa riparte. Buon lavoro!</p>',
  back: '<p>Ha smesso di nuovo.</p>',
  visit: 'Sostituzione della presa di rete',
  activity: 'Intervento in sede',
  notes: 'Chiedere del signor Bianchi al cancello 2.',
}
const en: typeof it = {
  title: 'The delivery note printer does not answer and the warehouse has been stuck since this morning',
  raised: picture =>
    `<p>Hello,</p><p>since seven this morning the printer has not answered. This is what we see:</p><p><img src="attachment:${picture}" alt="Printing error"></p><p>We have turned it off and on. It is <a href="https://www.example.com/printers/kyocera-ecosys-p3155dn?lang=en">this model</a>.</p>`,
  answered: picture =>
    `<blockquote><p>We have turned it off and on.</p></blockquote><p>Hello Giulia,</p><p>please look at <strong>two things</strong>:</p><ul><li>is the network cable all the way in?</li><li>is the green light on?</li></ul><h3>From the log of the server</h3><pre>${log}</pre><p><img src="attachment:${picture}" alt="The network socket"></p><p>The instructions: <a href="https://docs.example.com/print">https://docs.example.com/print/a-page-with-a-very-long-address-that-cannot-be-broken-anywhere</a></p>`,
  commented: '<p>The cable was loose, but the light is still red.</p><p>Thank you</p>',
  closing: '<p>We have replaced the cable, it prints again. Have a good day!</p>',
  back: '<p>It has stopped again.</p>',
  visit: 'New network socket',
  activity: 'Visit on site',
  notes: 'Ask for Mr Bianchi at gate 2.',
}
const es: typeof it = {
  title: 'La impresora de albaranes no responde y el almacén está parado desde esta mañana',
  raised: picture =>
    `<p>Buenos días:</p><p>desde las 7 de la mañana la impresora no responde. Esto es lo que se ve:</p><p><img src="attachment:${picture}" alt="Error de impresión"></p><p>Ya la hemos apagado y encendido. El modelo es <a href="https://www.example.com/impresoras/kyocera-ecosys-p3155dn?lang=es">este</a>.</p>`,
  answered: picture =>
    `<blockquote><p>Ya la hemos apagado y encendido.</p></blockquote><p>Buenos días, Giulia:</p><p>por favor, compruebe <strong>dos cosas</strong>:</p><ul><li>que el cable de red esté bien metido</li><li>que la luz verde esté encendida</li></ul><h3>Del registro del servidor</h3><pre>${log}</pre><p><img src="attachment:${picture}" alt="La toma de red"></p><p>Las instrucciones: <a href="https://docs.example.com/impresion">https://docs.example.com/impresion/una-pagina-con-una-direccion-muy-larga-que-no-se-puede-partir</a></p>`,
  commented: '<p>El cable estaba suelto, pero la luz sigue roja.</p><p>Gracias</p>',
  closing: '<p>Hemos cambiado el cable y vuelve a imprimir. ¡Que tenga un buen día!</p>',
  back: '<p>Ha vuelto a pararse.</p>',
  visit: 'Cambio de la toma de red',
  activity: 'Intervención en la sede',
  notes: 'Preguntar por el señor Bianchi en la puerta 2.',
}
const words: Record<Language, typeof it> = { 'it-IT': it, 'en-EN': en, 'es-ES': es }

/** A ticket from its first mail to the last: raised, answered, answered again, assigned, closed, reopened, with files too large for a mail. */
export const ticketMails = async ({ app, language, giulia, marco, elena, ivan, contact, keep, deliver }: MailWorld) => {
  const { database } = app
  const text = words[language]
  const [customer, colleague] = [await app.as(giulia), await app.as(marco)]
  const { here: params } = giulia
  const upload = async (filename: string, content: Buffer) =>
    (await customer(uploadTicketAttachment, { params, ...multipart({ filename, content }) })).body.id
  const photo = demoFile('errore-stampa-bolle.png')
  const [picture, paper] = [
    await upload('errore.png', photo),
    await upload('Bolla 4471.pdf', demoFile('dichiarazione-mfa.pdf')),
  ]
  const raised = await customer(createTicket, {
    params,
    body: {
      title: text.title,
      description: text.raised(picture),
      taskTypeId: giulia.taskTypeId,
      attachments: [picture, paper],
    },
  })
  const ticketid = raised.body.id
  await deliver('ticket raised')
  app.clock.pass(1_800_000)
  const staffPicture = (
    await elena.call(uploadStaffFile, {
      params: { contactid: contact.contactId },
      ...(form => ({ body: form.body, headers: form.headers }))(multipart({ filename: 'presa.png', content: photo })),
    })
  ).body.id
  const answer = { seen: null, sendAnyway: true }
  const cc = 'tecnico.esterno@fornitore.example'
  await elena.call(createStaffComment, {
    params: { ticketid },
    body: { ...answer, message: text.answered(staffPicture), attachments: [staffPicture], cc },
  })
  keep('ticket answered', (await releaseAnswers(app)).mails)
  app.clock.pass(1_800_000)
  await customer(createComment, { params, body: { taskId: ticketid, message: text.commented } })
  await deliver('ticket commented')
  await elena.call(changeStaffTicket, { params: { ticketid }, body: { assigneeId: ivan.staffUserId } })
  await deliver('ticket assigned')
  await elena.call(createStaffComment, {
    params: { ticketid },
    body: { ...answer, message: text.closing, close: true },
  })
  keep('ticket closed by the staff', (await releaseAnswers(app)).mails)
  app.clock.pass(1_800_000)
  await customer(createComment, { params, body: { taskId: ticketid, message: text.back } })
  await deliver('ticket reopened')
  const large = await upload(
    `planimetria_generale_capannone_${'b'.repeat(60)}_rev12.pdf`,
    demoFile('dichiarazione-mfa.pdf'),
  )
  await database.run(sql`update file set size = 11000000, purpose = 'comment' where id = ${large}`)
  await customer(createComment, { params, body: { taskId: ticketid, message: text.commented, attachments: [large] } })
  await deliver('ticket commented with a large file')
  await colleague(closeTicket, { params: { ...params, ticketid }, body: {} })
  await deliver('ticket closed by a colleague')
  return ticketid
}

/** A visit to a ticket: planned, moved, given to somebody else, mailed to somebody else, cancelled. */
export const visitMails = async (
  { app, language, portal, giulia, marco, elena, ivan, deliver }: MailWorld,
  ticketId: number,
) => {
  const text = words[language]
  const times = (day: number, hour: number) => ({
    startsOn: `2026-03-${day}T${hour}:00:00Z`,
    endsOn: `2026-03-${day}T${hour + 1}:30:00Z`,
  })
  const body = {
    ...{ ticketId, staffId: ivan.staffUserId, email: giulia.email, activityTypeName: text.activity, title: text.visit },
    ...{ address: 'Via dell’Industria 8, 38051 Borgo Valsugana (TN)', notes: text.notes, ...times(10, 10) },
  }
  const { id: visitid } = (await elena.call(planVisit, { body })).body
  await deliver('visit planned')
  const change = async (kind: string, changed: object) => {
    await elena.call(changeStaffVisit, { params: { visitid }, body: changed })
    await deliver(kind)
  }
  await change('visit moved', times(11, 14))
  await change('visit changed', { address: 'Via Roma 1, 38051 Borgo Valsugana (TN)' })
  const staffId = await aStaffUser(app.database, portal, { email: 'sara.bellini@brenta.example' })
  await change('visit given to another technician', { staffId })
  await change('visit mailed to another customer', { email: marco.email })
  await elena.call(cancelStaffVisit, { params: { visitid } })
  await deliver('visit cancelled')
}
