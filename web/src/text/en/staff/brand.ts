export const staffBrand = {
  title: 'Look',
  name: 'Name',
  colour: 'Colour',
  publish: 'Publish',
}
