import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type LoginLinkProps = { company: string | undefined; forgot?: true; className?: string; children: ReactNode }

/** A link to the login page, of a portal or without one; `forgot` opens its request for a new password. */
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
