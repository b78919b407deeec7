import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type LoginLinkProps = { company: string | undefined; forgot?: true; className?: string; children: ReactNode }

/** Leads to the login of a portal, or to the one without a portal; `forgot` to the request for a new password there. */
export const LoginLink = ({ company, forgot, className, children }: LoginLinkProps) =>
  company ? (
    <Link to="/$company/Login" params={{ company }} search={{ forgot }} className={className}>
      {children}
    </Link>
  ) : (
    <Link to="/Login" search={{ forgot }} className={className}>
      {children}
    </Link>
  )
