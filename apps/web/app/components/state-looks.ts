import type { Tone } from '../ui/badge.tsx'
import type { IconName } from '../ui/icons.ts'

/** Icon and tone of every state of an entry: the same in the list, the text, the track and the problems. */
export const STATE_LOOKS = {
  output: { icon: 'check', tone: 'success' },
  duplicate: { icon: 'equal', tone: 'quiet' },
  excluded: { icon: 'minus', tone: 'quiet' },
  disabled: { icon: 'power', tone: 'quiet' },
  deleted: { icon: 'trash-2', tone: 'quiet' },
  refused: { icon: 'ban', tone: 'warning' },
  'to-fetch': { icon: 'network', tone: 'quiet' },
  skipped: { icon: 'x', tone: 'error' },
  error: { icon: 'circle-alert', tone: 'error' },
  warning: { icon: 'alert-triangle', tone: 'warning' },
  note: { icon: 'info', tone: 'info' },
  comment: { icon: 'hash', tone: 'quiet' },
} as const satisfies Record<string, { icon: IconName; tone: Tone }>
