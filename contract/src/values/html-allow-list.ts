/** The HTML that users and portals may write. The sanitiser removes every other tag, keeping its text, and every other attribute. */
export const htmlAllowList = {
  tags: [
    ...['p', 'div', 'br', 'hr', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'a', 'img'],
    ...['b', 'strong', 'i', 'em', 'u', 's', 'del', 'ins', 'sub', 'sup', 'mark', 'small'],
  ],
  attributes: { a: ['href', 'target', 'rel'], img: ['src', 'alt'] },
  /** Allowed in links. The source of an image may only be a file address of this portal. */
  linkSchemes: ['http', 'https', 'mailto', 'tel'],
} as const
