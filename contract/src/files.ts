import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'

export const readFile = endpoint({
  name: 'readFile',
  summary:
    'A file by its signed address: whole or by one range; the right of its reader, and that the session lives, are checked at every opening.',
  method: 'GET',
  path: '/api/files/:fileid/:name',
  access: 'open',
  query: Type.Object({ m: Type.String(), n: Type.Optional(Type.String()), e: Type.String(), s: Type.String() }),
  raw: 'application/octet-stream',
})

export const readPicture = endpoint({
  name: 'readPicture',
  summary: 'A logo or the picture of a staff member; public, its address never changes its content.',
  method: 'GET',
  path: '/api/pictures/:picture',
  access: 'open',
  raw: 'image/*',
})
