export const staffCanned = {
  title: 'Canned answers',
  lead: 'Texts that you answer with again and again. In a ticket type / and the shortcut.',
  search: 'Search canned answers',
  none: 'Write the first one: it can be used in every ticket at once.',
  noneFound: 'No canned answer has these words.',
  preview: 'Preview',
  removed: '“{{name}}” is removed',
  undo: 'Undo',
  exampleHint: 'With examples in the place of the fields. What a ticket has nothing for is told before it is sent.',
  example: {
    nome: 'Giulia Rossi',
    cliente: 'Rossi S.r.l.',
    titolo: 'The printer does not start',
    visita: 'Monday 23 November at 15:30',
  },
}
