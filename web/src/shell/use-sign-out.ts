import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { signOut } from '../auth/data.ts'
import { useHere } from './use-here.ts'

/** Clears the token and goes to the portal's login (spec 4). */
export const useSignOut = () => {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { company } = useHere()
  return () => {
    void signOut(queryClient)
    void navigate({ to: '/$company/Login', params: { company } })
  }
}
