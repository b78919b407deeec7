import * as Type from 'typebox'
import { endpoint, staffRoot } from '../../endpoint.ts'
import { SignInRule } from '../../sign-in/people.ts'

export const readCustomerSignInRule = endpoint({
  name: 'readCustomerSignInRule',
  summary: 'Whether a customer requires a second factor of its people, and how many have one',
  method: 'GET',
  path: `${staffRoot}/customers/:contactid/sign-in-rule`,
  access: 'staff',
  reply: SignInRule,
})

export const changeCustomerSignInRule = endpoint({
  name: 'changeCustomerSignInRule',
  summary: 'Requires a second factor of the people of a customer, or no longer',
  description:
    'It binds every session at once, and only where it reaches this customer; the customer reads in its log who did it.',
  method: 'PATCH',
  path: `${staffRoot}/customers/:contactid/sign-in-rule`,
  access: 'staff',
  role: 'office',
  body: Type.Object({ secondFactorRequired: Type.Boolean() }),
  reply: SignInRule,
})
