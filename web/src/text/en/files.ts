export const files = {
  list: 'Attached files',
  drop: 'Drop files here or',
  choose: 'choose from your computer',
  hint: 'At most {{files}} files of {{max}} MB each',
  progress: '{{sent}} of {{total}}, {{percent}}%',
  uploading: 'Uploading {{name}}',
  cancel: 'Cancel the upload of {{name}}',
  remove: 'Remove {{name}}',
  retry: 'Upload {{name}} again',
  tooLarge: '{{name}} is larger than {{max}} MB and was left out.',
  tooMany: 'At most {{max}} files can be attached; the others were left out.',
  empty: '{{name}} is empty and was left out.',
}
