import type { Language } from '@portico/contract/language'

type Texts = {
  sms: (portal: string, code: string, minutes: number) => string
  reason: string
  toSign: {
    subject: (name: string) => string
    title: string
    text: (portal: string, name: string) => string
    until: (when: string) => string
    open: string
    note: string
  }
  signed: {
    subject: (name: string) => string
    title: string
    text: (name: string) => string
    /** If the time stamp or its validation data is still missing. */
    incomplete: string
    open: string
    note: string
  }
}

/** The texts of the signer's mails and SMS. */
export const signerTexts: Record<Language, Texts> = {
  'it-IT': {
    sms: (portal, code, minutes) =>
      `${portal}: il codice per firmare il documento è ${code}. Vale ${minutes} minuti. Non comunicarlo a nessuno.`,
    reason: 'Firmato con un codice monouso inviato per SMS',
    toSign: {
      subject: name => `Documento da firmare: ${name}`,
      title: 'Un documento aspetta la tua firma',
      text: (portal, name) => `${portal} ti ha inviato «${name}», da leggere e firmare.`,
      until: when => `Puoi firmarlo fino al ${when}.`,
      open: 'Leggi e firma',
      note: 'Per firmare riceverai un codice per SMS. Chi ha questo link può leggere il documento: non inoltrarlo.',
    },
    signed: {
      subject: name => `Documento firmato: ${name}`,
      title: 'Il documento è firmato',
      text: name => `In allegato trovi la copia firmata di «${name}».`,
      incomplete:
        'La copia è valida, ma al sigillo manca ancora la marca temporale completa di un ente esterno. Verrà aggiunta appena possibile: dal link qui sotto scarichi sempre la copia più recente.',
      open: 'Apri il documento',
      note: 'Il file è chiuso da un sigillo elettronico: conservalo così come lo hai ricevuto.',
    },
  },
  'en-EN': {
    sms: (portal, code, minutes) =>
      `${portal}: the code to sign the document is ${code}. Valid for ${minutes} minutes. Do not share it with anyone.`,
    reason: 'Signed with a one-time code sent by SMS',
    toSign: {
      subject: name => `Document to sign: ${name}`,
      title: 'A document is waiting for your signature',
      text: (portal, name) => `${portal} has sent you “${name}” to read and sign.`,
      until: when => `You can sign it until ${when}.`,
      open: 'Read and sign',
      note: 'You will get a code by SMS to sign with. Whoever has this link can read the document: do not forward it.',
    },
    signed: {
      subject: name => `Document signed: ${name}`,
      title: 'The document is signed',
      text: name => `The signed copy of “${name}” is attached.`,
      incomplete:
        'The copy is valid, but its seal does not have the complete time stamp of an independent authority yet. It will be added as soon as possible: the link below always gives you the latest copy.',
      open: 'Open the document',
      note: 'The file is closed by an electronic seal: keep it as you received it.',
    },
  },
  'es-ES': {
    sms: (portal, code, minutes) =>
      `${portal}: el código para firmar el documento es ${code}. Vale ${minutes} minutos. No lo compartas con nadie.`,
    reason: 'Firmado con un código de un solo uso enviado por SMS',
    toSign: {
      subject: name => `Documento para firmar: ${name}`,
      title: 'Un documento espera tu firma',
      text: (portal, name) => `${portal} te ha enviado «${name}» para que lo leas y lo firmes.`,
      until: when => `Puedes firmarlo hasta el ${when}.`,
      open: 'Leer y firmar',
      note: 'Para firmar recibirás un código por SMS. Quien tenga este enlace puede leer el documento: no lo reenvíes.',
    },
    signed: {
      subject: name => `Documento firmado: ${name}`,
      title: 'El documento está firmado',
      text: name => `Adjuntamos la copia firmada de «${name}».`,
      incomplete:
        'La copia es válida, pero a su sello le falta todavía el sello de tiempo completo de una autoridad externa. Se añadirá lo antes posible: con el enlace de abajo descargas siempre la copia más reciente.',
      open: 'Abrir el documento',
      note: 'El archivo está cerrado con un sello electrónico: consérvalo tal como lo has recibido.',
    },
  },
}

const italian = {
  signed: (name: string) => `Firmato: ${name}`,
  declined: (name: string) => `Firma rifiutata: ${name}`,
  codeFailed: (name: string) => `Codice di firma non recapitato: ${name}`,
  codeFailedTodo:
    'Controlla il numero con il cliente e correggilo nel documento. Se il servizio SMS non funziona, il cliente può richiedere un nuovo codice più tardi.',
  phone: 'Telefono',
  problem: 'Problema',
  todo: 'Cosa fare',
  document: 'Documento',
  customer: 'Cliente',
  signer: 'Firmatario',
  when: 'Quando',
  reason: 'Motivo',
  seal: 'Sigillo',
  incomplete:
    'Valido, ma ancora senza la marca temporale completa: viene aggiunta appena possibile. La copia aggiornata è al link.',
}

const english: typeof italian = {
  signed: name => `Signed: ${name}`,
  declined: name => `Signature declined: ${name}`,
  codeFailed: name => `Signing code not delivered: ${name}`,
  codeFailedTodo:
    'Check the number with the customer and correct it in the document. If the SMS service is down, the customer can ask for another code later.',
  phone: 'Phone',
  problem: 'Problem',
  todo: 'What to do',
  document: 'Document',
  customer: 'Customer',
  signer: 'Signer',
  when: 'When',
  reason: 'Reason',
  seal: 'Seal',
  incomplete:
    'Valid, but still without its complete time stamp, which is added as soon as possible. The latest copy is at the link.',
}

const spanish: typeof italian = {
  signed: name => `Firmado: ${name}`,
  declined: name => `Firma rechazada: ${name}`,
  codeFailed: name => `Código de firma no entregado: ${name}`,
  codeFailedTodo:
    'Comprueba el número con el cliente y corrígelo en el documento. Si el servicio de SMS no funciona, el cliente puede pedir otro código más tarde.',
  phone: 'Teléfono',
  problem: 'Problema',
  todo: 'Qué hacer',
  document: 'Documento',
  customer: 'Cliente',
  signer: 'Firmante',
  when: 'Cuándo',
  reason: 'Motivo',
  seal: 'Sello',
  incomplete:
    'Válido, pero todavía sin el sello de tiempo completo, que se añadirá lo antes posible. La copia más reciente está en el enlace.',
}

/** See {@link senderTexts}. */
export type SenderTexts = typeof italian

/** The texts of mails to the service company. */
export const senderTexts: Record<Language, SenderTexts> = { 'it-IT': italian, 'en-EN': english, 'es-ES': spanish }
