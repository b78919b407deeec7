import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type LoginLinkProps = {
  company: string | undefined
  forgot?: true
  link?: true
  className?: string
  children: ReactNode
}

/** A link to the login page, of a portal or without one; `forgot` opens its request for a new password, `link` that for a link
 * to sign in. */
export const LoginLink = ({ company, forgot, link, className, children }: LoginLinkProps) =>
  company ? (
    <Link to="/$company/Login" params={{ company }} search={{ forgot, link }} className={className}>
      {children}
    </Link>
  ) : (
    <Link to="/Login" search={{ forgot, link }} className={className}>
      {children}
    </Link>
  )
