import * as Type from 'typebox'
import { endpoint, staffRoot } from '../endpoint.ts'
import { Link, nullable } from '../shapes.ts'

export const leaveDemo = endpoint({
  name: 'leaveDemo',
  summary: 'Removes the demo whole, and answers the one-time link by which the first company is set up',
  description:
    'For an administrator of a company of the demo who is operator of the installation; `forbidden` to others. It removes the companies of ' +
    'the demo with their data and files, also what was added to them, and nothing else. No later start loads the demo again.',
  method: 'POST',
  path: `${staffRoot}/demo/leave`,
  access: 'staff',
  role: 'administrator',
  body: Type.Object({
    confirm: Type.Unsafe<'demo'>({
      type: 'string',
      enum: ['demo'],
      description: 'The word `demo`, so that nothing calls this by chance.',
    }),
  }),
  reply: Type.Object({
    link: nullable({ ...Link, description: 'The page that goes on. Null where the installation has another company.' }),
  }),
})
