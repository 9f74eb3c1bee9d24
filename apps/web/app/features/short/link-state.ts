import type { ShortLink } from '@switchyard/contract'

/** Whether a link answers, or why it does not. */
export function linkState(
  { disabled, blocked, expiresAt }: ShortLink,
  now: number,
): 'on' | 'off' | 'expired' | 'blocked' {
  if (blocked) return 'blocked'
  if (disabled) return 'off'
  return expiresAt !== undefined && expiresAt <= now ? 'expired' : 'on'
}
