import * as Type from 'typebox'
import { takeUpload } from '../files/uploads.ts'
import { failAt } from '../kernel/fail.ts'
import { operatorEndpoint, operatorRoute } from '../kernel/operator-route.ts'
import type { App } from '../kernel/route.ts'
import { exampleFile } from './record-examples.ts'
import { insertOperatorUpload, uploadPath } from './uploads.ts'

const Uploaded = Type.Object(
  {
    path: Type.String({
      description: 'Names this file in a record: `{"path": "upload:17"}`. Good for 24 hours, once.',
    }),
    name: Type.String(),
    size: Type.Integer({ description: 'Bytes.' }),
    mediaType: Type.String(),
    sha256: Type.String(),
  },
  { title: 'Upload', examples: [exampleFile] },
)

/** Sends a file ahead of the record that is to hold it. */
export const uploadFile = operatorEndpoint({
  name: 'uploadFile',
  summary: 'Sends a file ahead of the record that is to hold it',
  description:
    'The file itself as the body, named by `name`; or multipart/form-data with one file in the field `file`. At most 25 MB. ' +
    'The record then names it: `"file": {"path": "upload:17"}`. Unused, it is dropped after 24 hours.',
  method: 'POST',
  path: '/files',
  query: Type.Object({ name: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })) }),
  stream: 'application/octet-stream',
  form: true,
  example: { query: { name: exampleFile.name } },
  reply: Uploaded,
  status: 201,
})

/** Files sent ahead; `http` takes bodies of any type as streams. */
export const uploadRoutes = (app: App): void => {
  operatorRoute(app, uploadFile, async ({ db, scope, query, now, request }) => {
    if (query.name === undefined && !request.isMultipart())
      failAt('invalid_request', 'query.name', 'is missing: it names a file that is the body itself')
    return takeUpload(app, request, {
      name: query.name,
      admit: async () => {},
      write: async (file, storageKey, keep) => {
        keep()
        const id = await insertOperatorUpload(db, scope, { file, storageKey, now })
        const { name, size, mediaType, sha256 } = file
        return { path: uploadPath(id), name, size, mediaType, sha256 }
      },
    })
  })
}
