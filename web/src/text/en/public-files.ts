export const publicFiles = {
  name: 'Name',
  sub: 'Shared by {{portal}} with all its customers.',
  search: 'Search files',
  empty: 'There are no public files at the moment.',
  failed: 'The files could not be loaded',
}
