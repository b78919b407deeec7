import { useState } from 'react'

/** The initials of a name: first letter of its first and last word, in upper case. */
const initials = (name: string) => {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map(word => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('')
}

/** Props of Avatar. It is hidden from assistive technology, so draw the name beside it. */
export type AvatarProps = { name: string; src?: string | null; size?: 'sm' | 'md' | 'lg' }

/** A person's picture, or the initials if there is none or it does not load. */
export const Avatar = ({ name, src, size }: AvatarProps) => {
  const [failed, setFailed] = useState<string | null>(null)
  const picture = src && src !== failed
  return (
    <span className={size ? `avatar avatar--${size}` : 'avatar'} aria-hidden="true">
      {picture ? <img src={src} alt="" loading="lazy" onError={() => setFailed(src)} /> : initials(name)}
    </span>
  )
}
