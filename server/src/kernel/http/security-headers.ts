import { randomBytes } from 'node:crypto'

/** Headers of every response except files of users. */
export const securityHeaders: Record<string, string> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** The policy of API responses: a browser may load or run nothing. */
export const apiContentSecurityPolicy = "default-src 'none'; frame-ancestors 'none'"

/** The policy of a built file that runs on its own, as a worker does: it may import and fetch from the same folder. */
export const assetContentSecurityPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"

/** A nonce for one page. */
export const newNonce = (): string => randomBytes(16).toString('base64url')

/** The policy of a page: it may run our own script files, apply its own styles, frame our own files, and connect to our own origin. */
export const pageContentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
