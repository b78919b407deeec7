import { useNavigate } from '@tanstack/react-router'
import { signOut } from './data.ts'
import { useHere } from './use-here.ts'

/** Clears the token and goes to the portal's login. */
export const useSignOut = () => {
  const navigate = useNavigate()
  const { company } = useHere()
  return () => {
    void signOut()
    // What is half written is kept for its author: there is nothing to ask.
    void navigate({ to: '/$company/Login', params: { company }, ignoreBlocker: true })
  }
}
