import { Link, useSearch } from '@tanstack/react-router'
import type { FileLinkProps } from './contract-manner.ts'

/** Opens and closes a file of the open contract in the side panel. */
export const FileLink = ({ fileKey, className = '', label, children }: FileLinkProps) => {
  const shown = useSearch({ strict: false, select: search => search.file === fileKey })
  return (
    <Link
      className={`row-link ${className}`}
      to="."
      search={now => ({ ...now, file: shown ? undefined : fileKey })}
      resetScroll={false}
      preload={false}
      aria-expanded={shown}
      aria-label={label}
    >
      {children}
    </Link>
  )
}
