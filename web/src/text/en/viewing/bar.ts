export const viewingBar = {
  label: 'Seeing as a customer',
  as: 'You are seeing as {{name}}',
  readOnly: 'Read only.',
  refused: 'You cannot write, pay or sign.',
  left: 'ends in {{clock}}',
  logged: 'kept in the log',
  back: 'Back to the staff room',
  key: 'Esc',
  ended: 'You no longer see as the customer',
  endedText:
    'It lasts 15 minutes at most, and ends when this page is loaded anew or you sign out of the staff room. You can begin again from the customer’s page.',
}
