import { useState } from 'react'

/** Initials of a name: the first letter of the first and of the last word, upper case. */
const initials = (name: string) => {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map(word => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('')
}

/** Props of Avatar. Hidden from assistive technology: the name stands beside it. */
export type AvatarProps = { name: string; src?: string | null; size?: 'sm' | 'md' | 'lg' }

/** A person's picture, or the initials where there is none or it does not load. */
export const Avatar = ({ name, src, size }: AvatarProps) => {
  const [failed, setFailed] = useState<string | null>(null)
  const picture = src && src !== failed
  return (
    <span className={size ? `avatar avatar--${size}` : 'avatar'} aria-hidden="true">
      {picture ? <img src={src} alt="" loading="lazy" onError={() => setFailed(src)} /> : initials(name)}
    </span>
  )
}
