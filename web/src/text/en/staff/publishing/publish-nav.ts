export const staffPublishNav = {
  toPublish: 'To publish',
  label: 'Publishing',
  published: 'Already published',
  signatures: 'To sign',
}
